package io.tidemark.job.config;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads and writes Kafka offsets as text: {@code metrics:0=1200,metrics:1=1187}. With {@code hold}
 * before them a source that has reached them waits there and does not end.
 */
public final class OffsetsText {
  private static final Pattern ENTRY = Pattern.compile("([\\w.-]+):(\\d{1,9})=(\\d{1,18})");

  private static final String HOLD = "hold ";

  private OffsetsText() {}

  /** One partition of a topic. */
  public record Partition(String topic, int partition) implements Comparable<Partition> {
    @Override
    public int compareTo(Partition other) {
      int byTopic = topic.compareTo(other.topic);
      return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    @Override
    public String toString() {
      return topic + ":" + partition;
    }
  }

  /**
   * @throws IllegalArgumentException if the text has no offsets, or names a partition twice
   */
  public static SortedMap<Partition, Long> parse(String text) {
    var offsets = new TreeMap<Partition, Long>();
    for (String part : (holds(text) ? text.substring(HOLD.length()) : text).split(",", -1)) {
      Matcher entry = ENTRY.matcher(part.strip());
      if (!entry.matches()) {
        throw new IllegalArgumentException(
            "expected offsets such as metrics:0=1200,metrics:1=1187");
      }
      var partition = new Partition(entry.group(1), Integer.parseInt(entry.group(2)));
      if (offsets.put(partition, Long.parseLong(entry.group(3))) != null) {
        throw new IllegalArgumentException("%s is named twice".formatted(partition));
      }
    }
    return offsets;
  }

  public static boolean isOffsets(String text) {
    try {
      parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Tells whether a source waits at these offsets. */
  public static boolean holds(String text) {
    return text.startsWith(HOLD);
  }

  public static String formatHold(Map<Partition, Long> offsets) {
    return HOLD + format(offsets);
  }

  public static String format(Map<Partition, Long> offsets) {
    return new TreeMap<>(offsets)
        .entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
  }
}
