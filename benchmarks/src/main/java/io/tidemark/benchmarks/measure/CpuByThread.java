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
 * The CPU seconds of a JVM's threads by their purpose, as the kernel counts them to the nanosecond.
 * Only on Linux; empty elsewhere.
 */
enum CpuByThread {
  SOURCE("Source:"),
  /** Threads that read from Kafka. */
  FETCH("Source Data Fet"),
  AMPLIFY("amplify"),
  WRITE("write ("),
  HTTP("tidemark-write"),
  ACKS("acks"),
  /** The thread that reports what each task has counted. */
  OBSERVE("tidemark-observ"),
  /** Threads of the garbage collector, both for pauses and for concurrent work. */
  GC("GC Thread", "G1 "),
  /** Threads of the JVM's compilers. */
  COMPILE("C1 ", "C2 "),
  /** Threads of Flink's coordination, of reporters, and all others. */
  OTHER("");

  private final List<String> names;

  /**
   * @param names beginnings of the threads' names, of which the kernel keeps 15 characters
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
      // The thread has just ended, or this kernel does not count.
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
