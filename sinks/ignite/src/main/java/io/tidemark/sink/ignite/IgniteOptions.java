package io.tidemark.sink.ignite;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * The settings that only Ignite has.
 *
 * @param partitions the partitions of tables that Tidemark makes
 * @param streams whether rows go through a data streamer; otherwise upsertAll writes them
 * @param isKeyValue whether rows are written through the view of keys and values; otherwise through
 *     the view of records
 * @param pageSize the rows of a streamer's request
 * @param parallelOperations the requests that a streamer has in flight to each partition
 * @param payloadBytes the bytes of a column beside the value; 0: there is no such column
 * @param pidFile the file that names the server's process, on this host
 */
record IgniteOptions(
    String table,
    boolean createTables,
    int partitions,
    boolean streams,
    boolean isKeyValue,
    int pageSize,
    int parallelOperations,
    int payloadBytes,
    String pidFile) {
  private static final OptionKey<String> TABLE =
      OptionKey.text(
          "table", "tidemark_samples", "table of samples; their labels are in TABLE_series");
  private static final OptionKey<Boolean> CREATE =
      OptionKey.flag(
          "create-tables",
          false,
          "make the tables, and their zone of the same name, where they are missing");
  private static final OptionKey<Long> PARTITIONS =
      OptionKey.integer("partitions", 25, "partitions of a zone that is created");
  private static final OptionKey<String> WRITE =
      OptionKey.choice(
          "write",
          List.of("upsert", "stream"),
          "upsert: one upsertAll for each payload | stream: a data streamer for each");
  private static final OptionKey<String> VIEW =
      OptionKey.choice(
          "view", List.of("record", "key-value"), "Ignite's view by which rows are written");
  private static final OptionKey<Long> PAGE_SIZE =
      OptionKey.integer("page-size", 1000, "rows per request, with write: stream");
  private static final OptionKey<Long> PARALLEL =
      OptionKey.integer(
          "parallel-operations",
          1,
          "with write: stream, requests on their way to each partition, of each payload");
  private static final OptionKey<Long> PAYLOAD =
      OptionKey.size(
          "payload-bytes", 0, "a column of so many bytes in each row, for wide rows; 0: none");
  private static final OptionKey<String> PID_FILE =
      OptionKey.text(
          "pid-file",
          "/var/run/ignite3db.pid",
          "file with the process id of a server on this host, to read its CPU and memory");

  static final List<OptionKey<?>> KEYS =
      List.of(TABLE, CREATE, PARTITIONS, WRITE, VIEW, PAGE_SIZE, PARALLEL, PAYLOAD, PID_FILE);

  /** This is VARBINARY's own bound on a column of a table that Tidemark makes. */
  private static final int MAX_PAYLOAD = 1 << 16;

  private static final int MAX_PARTITIONS = 65_000;
  private static final int MAX_ROWS = 1_000_000;

  /**
   * Names are short enough for what is appended to them, and have only characters that need no
   * quotes.
   */
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,49}");

  /**
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   */
  static IgniteOptions of(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    OptionKey.requireNone(problems(options));
    return new IgniteOptions(
        TABLE.in(options),
        CREATE.in(options),
        PARTITIONS.in(options).intValue(),
        WRITE.in(options).equals("stream"),
        VIEW.in(options).equals("key-value"),
        PAGE_SIZE.in(options).intValue(),
        PARALLEL.in(options).intValue(),
        PAYLOAD.in(options).intValue(),
        PID_FILE.in(options));
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    if (!NAME.matcher(TABLE.in(options)).matches()) {
      problems.put(TABLE.name(), "must be at most 50 of a-z, 0-9 and _, no digit first");
    }
    between(problems, PARTITIONS, options, MAX_PARTITIONS);
    between(problems, PAGE_SIZE, options, MAX_ROWS);
    between(problems, PARALLEL, options, MAX_ROWS);
    if (PAYLOAD.in(options) > MAX_PAYLOAD) {
      problems.put(PAYLOAD.name(), "must be at most 64KiB");
    }
    return problems;
  }

  private static void between(
      Map<String, String> problems,
      OptionKey<Long> key,
      SortedMap<String, String> options,
      int most) {
    long value = key.in(options);
    if (value < 1 || value > most) {
      problems.put(key.name(), "must be 1 to " + most);
    }
  }

  String seriesTable() {
    return table + "_series";
  }
}
