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
 * A JVM's use of memory, from two events of its flight recorder: the bytes that each thread has
 * allocated, four times a second, and the heap after each collection. Recording costs almost
 * nothing.
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

  /** Returns the option with which a JVM records into this folder. */
  static String option(Path folder) {
    Path settings = folder.resolve("recording.jfc");
    try {
      Files.writeString(settings, SETTINGS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "-XX:StartFlightRecording=settings=%s,filename=%s".formatted(settings, file(folder));
  }

  /** Reads the recording of a JVM that has ended. */
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

  /**
   * Returns the bytes allocated in the window, whose ends are accurate to a quarter of a second.
   */
  double allocatedBytes(ContenderWindow window) {
    return allocatedUntil(window.to().at()) - allocatedUntil(window.from().at());
  }

  boolean hasCollections() {
    return !heapAfterGc.isEmpty();
  }

  /**
   * Returns the smallest heap after any collection in the window: live objects with the least
   * garbage, because most collections only clear new objects. If there was none, it is that of the
   * last collection before.
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
