package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.RunningJob;
import io.tidemark.measure.window.Queried;
import io.tidemark.process.Loopback;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Dashboards and alerts that users made of 0.1's metrics find them. If this fails, a name that they
 * ask for is gone: keep it beside the new one for a minor version.
 */
class KeptMetricsTest {
  private static final String OF_A_JOB = "flink_taskmanager_job_task_operator_tidemark_";
  private static final String OF_A_WATCH = "tidemark_ceiling_";
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  private final List<String> kept = kept();

  /** A running job exports exactly what the page lists: MetricsPageIT. */
  @Test
  void thePageOfMetricsListsThemStill() throws IOException {
    assertThat(kept).hasSizeGreaterThan(60);
    assertThat(listed()).containsAll(kept);
  }

  @Test
  void aWatchServesItsOwnStill() throws IOException {
    List<String> ofAWatch = kept.stream().filter(name -> name.startsWith(OF_A_WATCH)).toList();
    assertThat(ofAWatch).hasSizeGreaterThan(15);
    assertThat(served()).containsAll(ofAWatch);
  }

  private static Set<String> served() throws IOException {
    var scene = new WatchedWindow();
    scene.queried = new Queried(1.0, 8.0, 20.0, 0.0, 0.5);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Loopback.freePort());
    try (VerdictMetrics page = VerdictMetrics.serve(Optional.of(address))) {
      page.begin(new RunningJob(WatchedWindow.JOB, "load"));
      page.show(scene.judgement());
      var url = URI.create("http://127.0.0.1:%d/metrics".formatted(address.getPort())).toURL();
      try (InputStream in = url.openStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.replaceAll("[{ ].*", ""))
            .collect(Collectors.toSet());
      }
    }
  }

  private static Set<String> listed() throws IOException {
    var names = new TreeSet<String>();
    for (String line : Files.readAllLines(Repository.root().resolve("docs/metrics.md"))) {
      if (line.startsWith("| `")) {
        Matcher name = NAME.matcher(line.substring(0, line.indexOf('|', 1)));
        while (name.find()) {
          boolean isWhole = name.group(1).startsWith("tidemark_");
          names.add(isWhole ? name.group(1) : OF_A_JOB + name.group(1));
        }
      }
    }
    return names;
  }

  private static List<String> kept() {
    Path file = Repository.root().resolve("deploy/cli/src/test/resources/kept/metrics-0.1.txt");
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
