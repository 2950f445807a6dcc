package io.tidemark.sink.postgresql;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.sql.SslMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * The settings that only PostgreSQL has.
 *
 * @param table the table's name, with its schema before it if one was given, like that of the table
 *     of the series
 * @param primaryKey whether samples that are sent again are stored once
 * @param segmentBy the columns to segment by; empty: none
 */
record PostgreSqlOptions(
    RowShape shape,
    String table,
    boolean createTables,
    boolean primaryKey,
    boolean hypertable,
    Duration chunkInterval,
    List<String> segmentBy) {
  private static final OptionKey<RowShape> SHAPE =
      OptionKey.choice(
          "shape",
          RowShape.class,
          "narrow: series_id, time, value | case: partition, name, time, value");
  private static final OptionKey<String> TABLE =
      OptionKey.text(
          "table",
          "tidemark_samples",
          "table of samples, or schema.table; their labels are in TABLE_series");
  private static final OptionKey<Boolean> CREATE =
      OptionKey.flag(
          "create-tables", false, "make the tables where they are missing; never alters one");
  private static final OptionKey<Boolean> KEY =
      OptionKey.flag(
          "primary-key", true, "store a repeated sample once; false: plain COPY, faster");
  private static final OptionKey<Boolean> HYPERTABLE =
      OptionKey.flag("hypertable", false, "make the table one of TimescaleDB's");
  private static final OptionKey<Duration> CHUNK =
      OptionKey.duration(
          "chunk-interval", Duration.ofHours(24), "time span of a hypertable's chunks");
  private static final OptionKey<String> SEGMENT_BY =
      OptionKey.text("segment-by", "", "a hypertable's columns to segment by, e.g. \"series_id\"");
  static final List<OptionKey<?>> KEYS =
      List.of(SHAPE, TABLE, CREATE, KEY, HYPERTABLE, CHUNK, SEGMENT_BY, SslMode.KEY);

  /**
   * Names are short enough for what is appended to them, and have only characters that need no
   * quotes.
   */
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,49}");

  private static final Pattern TABLE_NAME =
      Pattern.compile("(" + NAME.pattern() + "\\.)?" + NAME.pattern());

  /**
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   */
  static PostgreSqlOptions of(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    OptionKey.requireNone(problems(options));
    return new PostgreSqlOptions(
        SHAPE.in(options),
        TABLE.in(options),
        CREATE.in(options),
        KEY.in(options),
        HYPERTABLE.in(options),
        CHUNK.in(options),
        segmentBy(options));
  }

  private static List<String> segmentBy(SortedMap<String, String> options) {
    return Arrays.stream(SEGMENT_BY.in(options).split(","))
        .map(String::strip)
        .filter(column -> !column.isEmpty())
        .toList();
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    if (!TABLE_NAME.matcher(TABLE.in(options)).matches()) {
      problems.put(
          TABLE.name(),
          "must be table or schema.table, each of at most 50 of a-z, 0-9 and _, no digit first");
    }
    boolean hypertable = HYPERTABLE.in(options);
    List<String> keys = SHAPE.in(options).keys;
    if (!hypertable && !segmentBy(options).isEmpty()) {
      problems.put(SEGMENT_BY.name(), "needs target.hypertable=true");
    } else if (!keys.containsAll(segmentBy(options))) {
      problems.put(SEGMENT_BY.name(), "must be of %s".formatted(keys));
    }
    if (CHUNK.in(options).toSeconds() < 1) {
      problems.put(CHUNK.name(), "must be at least 1s");
    }
    return problems;
  }

  String seriesTable() {
    return table + "_series";
  }

  /** Returns the key columns, separated by commas. */
  String keyColumns() {
    return String.join(", ", shape.keys);
  }
}
