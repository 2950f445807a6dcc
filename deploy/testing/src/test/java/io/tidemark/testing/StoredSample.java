package io.tidemark.testing;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One point of a database, for comparing sets of them.
 *
 * @param series every label with the name among them, sorted: {@code __name__=cpu,host=a}
 */
public record StoredSample(String series, long timestampMillis, double value) {

  public static String series(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }
}
