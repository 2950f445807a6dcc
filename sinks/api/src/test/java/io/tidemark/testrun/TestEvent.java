package io.tidemark.testrun;

import java.util.List;
import java.util.Optional;

/**
 * What happened to a test, or to the set-up and the end of its class: one line of a file in {@code
 * target/test-events}.
 *
 * @param id JUnit's, the same each time that the test runs
 * @param type the class
 * @param test the method, with a number where it has parameters; "" for the class itself
 * @param startedMillis since 1970
 * @param failure the exception's class, "" where there is none
 * @param text the message of the failure or the reason of a skip, cut to {@link #MAX_TEXT}
 */
record TestEvent(
    String id,
    String type,
    String test,
    Outcome outcome,
    long startedMillis,
    long tookMillis,
    String failure,
    String text) {
  static final int MAX_TEXT = 4_000;

  private static final int FIELDS = 8;

  enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  TestEvent {
    text = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + " …" : text;
  }

  /** The class, and the method if it is not of the class itself, as Maven's -Dit.test takes it. */
  String name() {
    return test.isEmpty() ? typeName() : typeName() + "#" + test;
  }

  /** The class without its package. */
  String typeName() {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** Tabs between the fields; a tab or a line feed in one is a backslash and a letter. */
  String line() {
    return String.join(
        "\t",
        List.of(
            escaped(id),
            type,
            escaped(test),
            outcome.name(),
            Long.toString(startedMillis),
            Long.toString(tookMillis),
            failure,
            escaped(text)));
  }

  /** Empty for a line that a killed JVM did not finish. */
  static Optional<TestEvent> of(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      return Optional.empty();
    }
    return Optional.of(
        new TestEvent(
            plain(fields[0]),
            fields[1],
            plain(fields[2]),
            Outcome.valueOf(fields[3]),
            Long.parseLong(fields[4]),
            Long.parseLong(fields[5]),
            fields[6],
            plain(fields[7])));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String plain(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c =
            switch (text.charAt(i)) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> text.charAt(i);
            };
      }
      out.append(c);
    }
    return out.toString();
  }
}
