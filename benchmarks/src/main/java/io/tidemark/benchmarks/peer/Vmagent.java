package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.ContenderWindow;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.Reading;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.testing.ScrapedPage;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * VictoriaMetrics' agent, which takes remote write from a {@link Replay} of ready-made bodies and
 * forwards it. Its CPU time is that of its own process alone.
 */
public record Vmagent(OwnedProcess agent, OwnedProcess replay, URI metrics) implements Contender {
  private static final String CPU = "cpu";
  private static final String DROPPED = "dropped";
  private static final String PENDING = "pending";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);

  /** Enough connections to keep it busy; more would only fill its queue on disk. */
  private static final int CONNECTIONS = 2;

  /**
   * Bytes that may still wait to be forwarded, about ten requests; with more, the figures would be
   * those of unfinished work.
   */
  private static final double MAX_PENDING_BYTES = 16 << 20;

  /**
   * @param binary path of the agent
   * @param target address to which it forwards
   */
  public static Vmagent start(String binary, CapturedBodies bodies, URI target) {
    if (!Files.isExecutable(Path.of(binary))) {
      throw new IllegalStateException(
          "no vmagent at %s; it comes in VictoriaMetrics' package, beside the database"
              .formatted(binary));
    }
    Path folder = OwnedProcess.newFolder("vmagent");
    URI own = Loopback.http(Loopback.freePort());
    var agent =
        OwnedProcess.start(
            folder,
            List.of(
                binary,
                "-httpListenAddr=" + own.getAuthority(),
                "-remoteWrite.url=" + target.resolve("/api/v1/write"),
                "-remoteWrite.tmpDataPath=" + folder.resolve("queue")));
    URI metrics = own.resolve("/metrics");
    agent.awaitReady(binary, STARTS_WITHIN, () -> ScrapedPage.get(metrics).isPresent());
    return new Vmagent(agent, ReplayProcess.launch(bodies, own, CONNECTIONS), metrics);
  }

  @Override
  public List<LinuxProcess> processes() {
    return List.of(replay.process(), agent.process());
  }

  @Override
  public Reading read() {
    ScrapedPage page = ScrapedPage.required(metrics);
    return Reading.now(
        page.required("vmagent_rows_inserted_total"),
        Map.of(
            CPU, agent.cpuSeconds(),
            DROPPED, page.sum("vmagent_remotewrite_packets_dropped_total").orElse(0),
            PENDING, page.sum("vmagent_remotewrite_pending_data_bytes").orElse(0)));
  }

  @Override
  public Map<String, Figure> figures(List<ContenderWindow> windows) {
    for (ContenderWindow window : windows) {
      double pending = window.to().counters().get(PENDING);
      if (window.growth(DROPPED) > 0 || pending > MAX_PENDING_BYTES) {
        throw new IllegalStateException(
            "vmagent took what it did not forward [pendingBytes=%.0f, bound=%.0f]"
                .formatted(pending, MAX_PENDING_BYTES));
      }
    }
    return JobFigures.throughputAndCpu(windows, CPU).all();
  }

  @Override
  public void close() {
    replay.close();
    agent.close();
  }
}
