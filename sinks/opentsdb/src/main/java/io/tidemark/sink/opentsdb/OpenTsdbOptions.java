package io.tidemark.sink.opentsdb;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The settings that only OpenTSDB has.
 *
 * @param isTelnet whether points are sent as telnet's lines
 * @param isPacked whether HTTP bodies are compressed
 * @param waitsForStorage whether a request is answered only once HBase has stored it
 * @param escapes whether characters that OpenTSDB does not take are replaced by others
 * @param maxTags the most tags of a series, as the server is set
 * @param pidFile the file that names the server's process, on this host
 */
record OpenTsdbOptions(
    boolean isTelnet,
    boolean isPacked,
    boolean waitsForStorage,
    boolean escapes,
    int maxTags,
    String pidFile) {
  private static final OptionKey<String> PROTOCOL =
      OptionKey.choice(
          "protocol", List.of("http", "telnet"), "how points go: POST /api/put, or telnet's put");

  private static final OptionKey<String> COMPRESSION =
      OptionKey.choice("compression", List.of("none", "gzip"), "compression of bodies over HTTP");

  private static final OptionKey<String> ACKNOWLEDGE =
      OptionKey.choice(
          "acknowledge",
          List.of("stored", "taken"),
          "stored: HTTP answers once HBase has the points (?sync); taken: once the TSD has read them, as always over telnet");

  private static final OptionKey<String> CHARACTERS =
      OptionKey.choice(
          "characters",
          List.of("escape", "refuse"),
          "labels with others than a-z A-Z 0-9 - _ . /: escape writes those as _xHEX_, refuse refuses the series");

  private static final OptionKey<Long> MAX_TAGS =
      OptionKey.integer(
          "max-tags",
          8,
          "most tags of a series, as the server's tsd.storage.max_tags; one with more is refused");

  private static final OptionKey<String> PID_FILE =
      OptionKey.text(
          "pid-file",
          "/var/run/opentsdb.pid",
          "file with the process id of a TSD on this host, to read the CPU and memory of it and what it started");

  static final List<OptionKey<?>> KEYS =
      List.of(PROTOCOL, COMPRESSION, ACKNOWLEDGE, CHARACTERS, MAX_TAGS, PID_FILE);

  /**
   * The bound follows from a row's key: each tag takes some bytes of it, and the number of tags one
   * byte.
   */
  private static final int MOST_TAGS = 127;

  /**
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   */
  static OpenTsdbOptions of(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    OptionKey.requireNone(problems(options));
    return new OpenTsdbOptions(
        PROTOCOL.in(options).equals("telnet"),
        COMPRESSION.in(options).equals("gzip"),
        ACKNOWLEDGE.in(options).equals("stored"),
        CHARACTERS.in(options).equals("escape"),
        MAX_TAGS.in(options).intValue(),
        PID_FILE.in(options));
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    long tags = MAX_TAGS.in(options);
    if (tags < 1 || tags > MOST_TAGS) {
      problems.put(MAX_TAGS.name(), "must be 1 to " + MOST_TAGS);
    }
    if (PROTOCOL.in(options).equals("telnet") && COMPRESSION.in(options).equals("gzip")) {
      problems.put(COMPRESSION.name(), "must be none with target.protocol=telnet");
    }
    return problems;
  }
}
