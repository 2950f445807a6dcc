package io.tidemark.benchmarks.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine on which the figures were measured. */
public record Machine(int cores, String cpu, long memoryBytes, String os) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final Path OS_RELEASE = Path.of("/etc/os-release");

  public static Machine here() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    String kernel = system.getName() + " " + system.getVersion();
    String distribution = valueAfter(OS_RELEASE, "PRETTY_NAME=", "").replace("\"", "");
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        valueAfter(CPU_INFO, "model name\t:", system.getArch()),
        system.getTotalMemorySize(),
        distribution.isEmpty() ? kernel : distribution + ", " + kernel);
  }

  private static String valueAfter(Path file, String key, String otherwise) {
    if (!Files.isReadable(file)) {
      return otherwise;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(key.length()).strip())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
