package io.tidemark.judge;

import io.tidemark.judge.Limit.Checked;
import io.tidemark.judge.Limit.Outcome;

/** Writes the limits of a judgement as test cases of a JUnit report. */
public final class JUnitFile {
  private JUnitFile() {}

  /**
   * Returns the report. A limit that is exceeded is a failure; one that could not be decided is an
   * error.
   */
  public static String of(Judgement judgement) {
    var cases = new StringBuilder();
    judgement.limits().forEach(limit -> cases.append(testCase(limit)));
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="tidemark ab" tests="%d" failures="%d" errors="%d" skipped="0">
        %s  <system-out>%s</system-out>
        </testsuite>
        """
        .formatted(
            judgement.limits().size(),
            count(judgement, Outcome.BEYOND),
            count(judgement, Outcome.NOT_TOLD),
            cases,
            escaped(judgement.sentence()));
  }

  private static long count(Judgement judgement, Outcome outcome) {
    return judgement.limits().stream().filter(limit -> limit.outcome() == outcome).count();
  }

  private static String testCase(Checked limit) {
    String begin =
        "  <testcase classname=\"tidemark.ab.%s\" name=\"%s\""
            .formatted(limit.metric().word(), escaped("not " + limit.text()));
    return switch (limit.outcome()) {
      case WITHIN -> begin + "/>\n";
      case BEYOND -> begin + element("failure", "beyond the limit", limit.why());
      case NOT_TOLD -> begin + element("error", "not told", limit.why());
    };
  }

  private static String element(String name, String type, String message) {
    return ">\n    <%s type=\"%s\" message=\"%s\"/>\n  </testcase>\n"
        .formatted(name, type, escaped(message));
  }

  /** Escapes text, without the characters that XML 1.0 forbids. */
  private static String escaped(String text) {
    return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]", "")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
