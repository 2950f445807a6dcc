package io.tidemark.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * CPU seconds of a JVM's threads by what they work for, as the kernel counts them to the
 * nanosecond. Linux only; empty elsewhere.
 */
enum CpuByThread {
  SOURCE("Source:"),
  /** Reads from Kafka. */
  FETCH("Source Data Fet"),
  AMPLIFY("amplify"),
  WRITE("write ("),
  HTTP("tidemark-write"),
  ACKS("acks"),
  /** Tells whoever watches what each task has counted. */
  OBSERVE("tidemark-observ"),
  /** Pauses and concurrent work alike. */
  GC("GC Thread", "G1 "),
  /** Of the compilers. */
  COMPILE("C1 ", "C2 "),
  /** Flink's coordination, reporters, everything else. */
  OTHER("");

  private final List<String> names;

  /**
   * @param names how the threads' names begin, of which the kernel keeps 15 characters
   */
  CpuByThread(String... names) {
    this.names = List.of(names);
  }

  String counter() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Map<String, Double> of(long pid) {
    var seconds = new TreeMap<String, Double>();
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    if (!Files.isDirectory(tasks)) {
      return seconds;
    }
    for (CpuByThread group : values()) {
      seconds.put(group.counter(), 0.0);
    }
    try (Stream<Path> threads = Files.list(tasks)) {
      threads.forEach(thread -> add(thread, seconds));
      return seconds;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(Path thread, Map<String, Double> seconds) {
    try {
      String name = Files.readString(thread.resolve("comm"));
      String onCpu = Files.readString(thread.resolve("schedstat")).split(" ")[0];
      seconds.merge(of(name).counter(), Long.parseLong(onCpu) / 1e9, Double::sum);
    } catch (NoSuchFileException e) {
      // It has ended between the listing and now, or this kernel does not count.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CpuByThread of(String threadName) {
    return Arrays.stream(values())
        .filter(group -> group.names.stream().anyMatch(threadName::startsWith))
        .findFirst()
        .orElseThrow();
  }
}
