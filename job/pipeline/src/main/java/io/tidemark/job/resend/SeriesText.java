package io.tidemark.job.resend;

import io.tidemark.series.Labels;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a series as {@link Labels#toString} writes it. Pure. */
final class SeriesText {
  private final String text;
  private int position;

  private SeriesText(String text) {
    this.text = text;
  }

  /** Returns the series; empty if the text is none, or could be read in two ways. */
  static Optional<Labels> parse(String text) {
    try {
      Labels labels = new SeriesText(text).labels();
      return labels.toString().equals(text) ? Optional.of(labels) : Optional.empty();
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private Labels labels() {
    var labels = new TreeMap<String, String>();
    position = 1;
    while (text.charAt(position) != '}') {
      int nameEnd = text.indexOf("=\"", position);
      String name = text.substring(position, nameEnd);
      position = nameEnd + 2;
      labels.put(name, value());
      if (text.charAt(position) == ',') {
        position++;
      }
    }
    return Labels.of(labels);
  }

  private String value() {
    var value = new StringBuilder();
    for (char c = text.charAt(position); c != '"'; c = text.charAt(position)) {
      if (c == '\\') {
        position++;
        c = text.charAt(position) == 'n' ? '\n' : text.charAt(position);
      }
      value.append(c);
      position++;
    }
    position++;
    return value.toString();
  }
}
