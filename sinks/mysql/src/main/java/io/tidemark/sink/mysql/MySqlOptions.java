package io.tidemark.sink.mysql;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.sql.SslMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * The settings that only MySQL and MariaDB have.
 *
 * @param engine the storage engine of tables that Tidemark makes; if empty, the server chooses
 * @param primaryKey whether samples that are sent again are stored once
 * @param payloadBytes the bytes of a column beside the value; 0: there is no such column
 */
record MySqlOptions(
    String table, boolean createTables, boolean primaryKey, String engine, int payloadBytes) {
  private static final OptionKey<String> TABLE =
      OptionKey.text(
          "table", "tidemark_samples", "table of samples; their labels are in TABLE_series");
  private static final OptionKey<Boolean> CREATE =
      OptionKey.flag(
          "create-tables", false, "make the tables where they are missing; never alters one");
  private static final OptionKey<Boolean> KEY =
      OptionKey.flag("primary-key", true, "store a repeated sample once; false: plain INSERT");
  private static final OptionKey<String> ENGINE =
      OptionKey.choice(
          "engine",
          List.of("default", "innodb", "rocksdb"),
          "engine of created tables: default is the server's | innodb | rocksdb (MyRocks)");
  private static final OptionKey<Long> PAYLOAD =
      OptionKey.size(
          "payload-bytes", 0, "a column of so many bytes in each row, for wide rows; 0: none");
  static final List<OptionKey<?>> KEYS = List.of(TABLE, CREATE, KEY, ENGINE, PAYLOAD, SslMode.KEY);

  private static final int MAX_PAYLOAD = 1 << 20;

  /**
   * Names are short enough for what is appended to them, and have only characters that need no
   * quotes.
   */
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,49}");

  /**
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   */
  static MySqlOptions of(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    OptionKey.requireNone(problems(options));
    String engine = ENGINE.in(options);
    return new MySqlOptions(
        TABLE.in(options),
        CREATE.in(options),
        KEY.in(options),
        engine.equals("default") ? "" : engine,
        PAYLOAD.in(options).intValue());
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    if (!NAME.matcher(TABLE.in(options)).matches()) {
      problems.put(TABLE.name(), "must be at most 50 of a-z, 0-9 and _, no digit first");
    }
    if (PAYLOAD.in(options) > MAX_PAYLOAD) {
      problems.put(PAYLOAD.name(), "must be at most 1MiB");
    }
    return problems;
  }

  String seriesTable() {
    return table + "_series";
  }

  /** Returns the columns of a row, in the table's order. */
  List<String> columns() {
    return payloadBytes == 0
        ? List.of("series_id", "time", "value")
        : List.of("series_id", "time", "value", "payload");
  }
}
