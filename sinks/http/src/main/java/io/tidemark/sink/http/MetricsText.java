package io.tidemark.sink.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The Prometheus text exposition format (version 0.0.4), as far as samples go. Pure. Lines that are
 * not samples are passed over: one metric that can't be read should not hide the others.
 */
public final class MetricsText {
  public interface Sink {
    void sample(String name, Map<String, String> labels, double value);
  }

  private final String line;
  private int position;

  private MetricsText(String line) {
    this.line = line;
  }

  /** Hands over each sample whose name is wanted. */
  public static void parse(byte[] page, Set<String> wanted, Sink sink) {
    int start = 0;
    while (start < page.length) {
      int end = start;
      while (end < page.length && page[end] != '\n') {
        end++;
      }
      if (page[start] != '#') {
        String line = new String(page, start, end - start, StandardCharsets.UTF_8);
        new MetricsText(line.strip()).read(wanted, sink);
      }
      start = end + 1;
    }
  }

  private void read(Set<String> wanted, Sink sink) {
    String name = name();
    if (!wanted.contains(name)) {
      return;
    }
    skipBlanks();
    Map<String, String> labels = Map.of();
    if (at('{')) {
      labels = labels();
      if (labels == null) {
        return;
      }
    }
    skipBlanks();
    int start = position;
    while (position < line.length() && !isBlank(line.charAt(position))) {
      position++;
    }
    Double value = value(line.substring(start, position));
    if (value != null) {
      sink.sample(name, labels, value);
    }
  }

  private String name() {
    int start = position;
    while (position < line.length() && isNamePart(line.charAt(position))) {
      position++;
    }
    return line.substring(start, position);
  }

  /** From the opening to behind the closing brace, or null if there is none. */
  private Map<String, String> labels() {
    var labels = new HashMap<String, String>();
    position++;
    while (position < line.length()) {
      skipBlanks();
      if (at('}')) {
        position++;
        return labels;
      }
      String name = name();
      skipBlanks();
      if (name.isEmpty() || !at('=')) {
        return null;
      }
      position++;
      skipBlanks();
      String value = at('"') ? quoted() : null;
      if (value == null) {
        return null;
      }
      labels.put(name, value);
      skipBlanks();
      if (at(',')) {
        position++;
      }
    }
    return null;
  }

  private String quoted() {
    var text = new StringBuilder();
    for (position++; position < line.length(); position++) {
      char c = line.charAt(position);
      if (c == '"') {
        position++;
        return text.toString();
      }
      if (c == '\\' && ++position < line.length()) {
        c = line.charAt(position) == 'n' ? '\n' : line.charAt(position);
      }
      text.append(c);
    }
    return null;
  }

  private static Double value(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> {
        try {
          yield Double.valueOf(text);
        } catch (NumberFormatException e) {
          yield null;
        }
      }
    };
  }

  private void skipBlanks() {
    while (position < line.length() && isBlank(line.charAt(position))) {
      position++;
    }
  }

  private boolean at(char c) {
    return position < line.length() && line.charAt(position) == c;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean isNamePart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == ':';
  }
}
