package io.tidemark.benchmarks.soak;

import io.tidemark.process.ProcessResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The state of a JVM on this machine, read from outside.
 *
 * @param heapBytes heap in use after a full collection
 * @param residentBytes resident memory, including shared pages
 * @param threads number of threads that the kernel counts
 * @param connections number of sockets, including listening ones
 */
record JvmVitals(
    double heapBytes,
    double residentBytes,
    double threads,
    double descriptors,
    double connections) {
  /** Used heap in the output of {@code GC.heap_info}, for any collector. */
  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  /** Reads the state after a full garbage collection. */
  static JvmVitals of(long process) throws IOException {
    jcmd(process, "GC.run");
    String heap = jcmd(process, "GC.heap_info");
    Path own = Path.of("/proc", Long.toString(process));
    OptionalDouble resident = new ProcessResources(process).residentBytes();
    double descriptors = 0;
    double sockets = 0;
    try (Stream<Path> links = Files.list(own.resolve("fd"))) {
      for (Path link : links.toList()) {
        descriptors++;
        sockets += isSocket(link) ? 1 : 0;
      }
    }
    return new JvmVitals(
        1024 * heapKilobytes(heap),
        resident.orElseThrow(() -> new IOException("it has ended")),
        Double.parseDouble(ProcessResources.status(process, "Threads")),
        descriptors,
        sockets);
  }

  /**
   * Returns the used heap: the sum of generations or a single total. The lines after it are about
   * classes.
   */
  static double heapKilobytes(String info) throws IOException {
    double kilobytes = 0;
    for (String line : info.lines().toList()) {
      if (line.contains("Metaspace")) {
        break;
      }
      Matcher used = USED.matcher(line);
      if (used.find() && !line.contains("space")) {
        kilobytes += Double.parseDouble(used.group(1));
      }
    }
    if (kilobytes == 0) {
      throw new IOException("no heap in: " + info);
    }
    return kilobytes;
  }

  private static boolean isSocket(Path link) throws IOException {
    try {
      return Files.readSymbolicLink(link).toString().startsWith("socket:");
    } catch (NoSuchFileException closed) {
      return false;
    }
  }

  private static String jcmd(long process, String command) throws IOException {
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process),
                command)
            .redirectErrorStream(true)
            .start();
    return new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
