package io.tidemark.sink.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Prometheus text exposition format (version 0.0.4), as far as samples go. Pure. Lines that are
 * not samples are passed over: one metric that can't be read should not hide the others.
 */
public final class MetricsText {
  public interface Sink {
    void sample(String name, Map<String, String> labels, double value);
  }

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_:]+");

  /** Possessive, so that no long value makes Java's matcher recurse. */
  private static final Pattern LABEL =
      Pattern.compile(
          "\\s*+(%s)\\s*+=\\s*+\"((?:[^\"\\\\]++|\\\\.)*+)\"\\s*+,?+".formatted(NAME),
          Pattern.DOTALL);

  /** What follows the name: labels in braces, if any, and the value. */
  private static final Pattern REST =
      Pattern.compile(
          "\\s*+(?:\\{(?<labels>(?:%s)*+)\\s*+})?+\\s*+(?<value>\\S*+)".formatted(LABEL),
          Pattern.DOTALL);

  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

  private MetricsText() {}

  /** Whether there is a metric whose name begins like this. */
  public static boolean has(byte[] page, String prefix) {
    String text = new String(page, StandardCharsets.UTF_8);
    return text.startsWith(prefix) || text.contains("\n" + prefix);
  }

  /** Hands over each sample whose name is wanted. */
  public static void parse(byte[] page, Set<String> wanted, Sink sink) {
    for (String untrimmed : new String(page, StandardCharsets.UTF_8).split("\n")) {
      String line = untrimmed.strip();
      Matcher name = NAME.matcher(line);
      if (name.lookingAt() && wanted.contains(name.group())) {
        Matcher rest = REST.matcher(line.substring(name.end()));
        if (rest.lookingAt()) {
          value(rest.group("value"))
              .ifPresent(value -> sink.sample(name.group(), labels(rest.group("labels")), value));
        }
      }
    }
  }

  /**
   * @param text between the braces, null without any
   */
  private static Map<String, String> labels(String text) {
    var labels = new HashMap<String, String>();
    for (Matcher label = LABEL.matcher(text == null ? "" : text); label.find(); ) {
      labels.put(label.group(1), unescaped(label.group(2)));
    }
    return labels;
  }

  private static String unescaped(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(c -> c.group(1).equals("n") ? "\n" : Matcher.quoteReplacement(c.group(1)));
  }

  private static Optional<Double> value(String text) {
    try {
      return Optional.of(Double.valueOf(text.replaceFirst("Inf$", "Infinity")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
