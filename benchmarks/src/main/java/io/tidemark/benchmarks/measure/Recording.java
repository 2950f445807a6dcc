package io.tidemark.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a JVM tells of its memory, by two events of its flight recorder: bytes allocated by each
 * thread, four times a second, and the heap after each collection. They cost it nothing to speak
 * of.
 */
final class Recording {
  private static final String ALLOCATED = "jdk.ThreadAllocationStatistics";
  private static final String HEAP = "jdk.GCHeapSummary";
  private static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0">
        <event name="%s"><setting name="enabled">true</setting><setting name="period">250 ms</setting></event>
        <event name="%s"><setting name="enabled">true</setting></event>
      </configuration>
      """
          .formatted(ALLOCATED, HEAP);

  private final Map<Long, NavigableMap<Instant, Long>> allocatedByThread = new HashMap<>();
  private final NavigableMap<Instant, Long> heapAfterGc = new TreeMap<>();

  private Recording() {}

  /** The option that makes a JVM record into this folder. */
  static String option(Path folder) {
    Path settings = folder.resolve("recording.jfc");
    try {
      Files.writeString(settings, SETTINGS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "-XX:StartFlightRecording=settings=%s,filename=%s".formatted(settings, file(folder));
  }

  /** After the JVM has ended. */
  static Recording in(Path folder) {
    var recording = new Recording();
    try (var events = new RecordingFile(file(folder))) {
      while (events.hasMoreEvents()) {
        recording.add(events.readEvent());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the job's flight recording can't be read", e);
    }
    return recording;
  }

  /** To the quarter of a second. */
  double allocatedBytes(ContenderWindow window) {
    return allocatedUntil(window.to().at()) - allocatedUntil(window.from().at());
  }

  boolean hasCollections() {
    return !heapAfterGc.isEmpty();
  }

  /**
   * The least that any collection of the window left: what is live, and the least garbage with it,
   * for most collections look at new objects only. Of a window without one, what the last before it
   * left.
   */
  double heapAfterGcBytes(ContenderWindow window) {
    Instant to = window.to().at();
    return heapAfterGc.subMap(window.from().at(), true, to, true).values().stream()
        .min(Long::compare)
        .orElseGet(
            () -> {
              var last = heapAfterGc.floorEntry(to);
              return (last == null ? heapAfterGc.firstEntry() : last).getValue();
            });
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case ALLOCATED ->
          allocatedByThread
              .computeIfAbsent(event.getThread("thread").getId(), id -> new TreeMap<>())
              .put(event.getStartTime(), event.getLong("allocated"));
      case HEAP -> {
        if (event.getString("when").equals("After GC")) {
          heapAfterGc.put(event.getStartTime(), event.getLong("heapUsed"));
        }
      }
      default -> {}
    }
  }

  private double allocatedUntil(Instant moment) {
    double bytes = 0;
    for (NavigableMap<Instant, Long> counts : allocatedByThread.values()) {
      var last = counts.floorEntry(moment);
      bytes += last == null ? 0 : last.getValue();
    }
    return bytes;
  }

  private static Path file(Path folder) {
    return folder.resolve("recording.jfr");
  }
}
