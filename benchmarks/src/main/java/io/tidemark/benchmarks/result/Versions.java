package io.tidemark.benchmarks.result;

import io.tidemark.build.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * The versions of what was measured.
 *
 * @param tidemark version and git's description of the sources
 * @param victoriaMetrics version of VictoriaMetrics; null if none took part
 */
public record Versions(String tidemark, String flink, String jdk, String victoriaMetrics) {
  /**
   * Debian's build does not know its version, but its package does, whether installed or unpacked.
   */
  private static final String DEBIAN_VERSION =
      """
      dpkg-query -W -f '${Version}' victoria-metrics && exit
      share=$(dirname "$1")/../share/doc/victoria-metrics
      zcat "$share"/changelog.Debian.*.gz "$share"/changelog.Debian.gz | sed 's/^[^(]*(\\([^)]*\\)).*/\\1/; q'
      """;

  public static Versions of(Path root) {
    return new Versions(
        Version.TIDEMARK + describe(root),
        EnvironmentInformation.getVersion(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        askVictoriaMetrics());
  }

  /** Returns the version; null if there is no VictoriaMetrics. */
  private static String askVictoriaMetrics() {
    String named = System.getenv("TIDEMARK_VICTORIA_METRICS");
    String program = named == null ? "victoria-metrics" : named;
    String version = answer(null, program, "-version");
    if (version.isBlank()) {
      version = answer(null, "sh", "-c", DEBIAN_VERSION, "sh", program);
    }
    return version.isBlank() ? null : version.strip().replaceFirst("^victoria-metrics-", "");
  }

  private static String describe(Path root) {
    String text = answer(root, "git", "describe", "--always", "--tags", "--dirty");
    return text.isBlank() ? "" : " (" + text.strip() + ")";
  }

  /** Returns what a program prints; nothing if it is missing. */
  private static String answer(Path folder, String... command) {
    try {
      var process =
          new ProcessBuilder(command)
              .directory(folder == null ? null : folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
