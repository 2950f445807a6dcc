package io.tidemark.sink.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parses the samples of the Prometheus text exposition format (version 0.0.4). Lines that are no
 * samples are passed over, so that one metric that can't be read does not hide the others. Pure.
 */
public final class MetricsText {
  public interface Sink {
    void sample(String name, Map<String, String> labels, double value);
  }

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_:]+");

  /** The quantifiers are possessive, so that a long value does not make Java's matcher recurse. */
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

  /** Tells whether there is a metric whose name begins like this. */
  public static boolean has(byte[] page, String prefix) {
    String text = new String(page, StandardCharsets.UTF_8);
    return text.startsWith(prefix) || text.contains("\n" + prefix);
  }

  /**
   * A sample as it is written.
   *
   * @param labels the labels' values by name, unescaped
   * @param value the number as text, which {@link #number} can read
   */
  public record Sample(String name, Map<String, String> labels, String value) {
    /** Returns a line from which {@link MetricsText#sample} reads this sample. */
    @Override
    public String toString() {
      return labels.isEmpty()
          ? name + " " + value
          : labels.entrySet().stream()
              .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
              .collect(Collectors.joining(",", name + "{", "} " + value));
    }
  }

  /** Hands each sample whose name is wanted to the sink. */
  public static void parse(byte[] page, Set<String> wanted, Sink sink) {
    lines(page)
        .filter(line -> wanted.contains(name(line)))
        .flatMap(line -> sample(line).stream())
        .forEach(
            sample ->
                sink.sample(sample.name(), sample.labels(), number(sample.value()).orElseThrow()));
  }

  public static Stream<String> lines(byte[] page) {
    return Stream.of(new String(page, StandardCharsets.UTF_8).split("\n")).map(String::strip);
  }

  /** Returns the metric's name with which the line begins; "" if it begins with none. */
  public static String name(String line) {
    Matcher name = NAME.matcher(line);
    return name.lookingAt() ? name.group() : "";
  }

  /** Returns the line's sample; empty if it has none. */
  public static Optional<Sample> sample(String line) {
    String name = name(line);
    Matcher rest = REST.matcher(line.substring(name.length()));
    return !name.isEmpty() && rest.lookingAt() && number(rest.group("value")).isPresent()
        ? Optional.of(new Sample(name, labels(rest.group("labels")), rest.group("value")))
        : Optional.empty();
  }

  /**
   * @param text the text between the braces; null if there are none
   */
  private static Map<String, String> labels(String text) {
    var labels = new TreeMap<String, String>();
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

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static Optional<Double> number(String text) {
    try {
      return Optional.of(Double.valueOf(text.replaceFirst("Inf$", "Infinity")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
