package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.codec.DevopsSeries;
import io.tidemark.benchmarks.listen.Agent;
import io.tidemark.benchmarks.listen.Pages;
import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.ContenderWindow;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.Reading;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.sink.prometheus.OwnedPrometheus;
import io.tidemark.testing.ScrapedPage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Runs {@code ./tidemark capture --listen} while a real agent scrapes 100,000 samples a second and
 * sends them there. Fails if the file has fewer samples than the agent counts as sent.
 */
final class Listen implements Benchmark {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(120);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** The time for a request in flight. */
  private static final Duration SENDS_WITHIN = Duration.ofSeconds(5);

  private static final String CPU = "cpu";
  private static final String AGENT_CPU = "agent CPU";

  /** The full load: 500,000 series every 5 s. */
  private static final Load FULL = new Load(10_000, 50, 5);

  private static final Load SMOKE = new Load(1_000, 2, 1);

  /**
   * @param series number of series of one target
   */
  private record Load(int series, int targets, int intervalSeconds) {}

  /**
   * @param agent starts an agent, given what to scrape and where to send
   */
  private record Case(String name, BiFunction<String, URI, Agent> agent) {
    static Case prometheus(String name, String message) {
      return new Case(
          name, (scrape, url) -> Agent.prometheus(OwnedPrometheus.binary(), scrape, message, url));
    }
  }

  private static final List<Case> TABLE =
      List.of(
          Case.prometheus("Prometheus, remote write 1", ""),
          Case.prometheus("Prometheus, remote write 2", "io.prometheus.write.v2.Request"),
          new Case("vmagent", (scrape, url) -> Agent.vmagent(Peers.vmagent(), scrape, url)));

  @Override
  public List<JobCase> jobs() {
    return List.of();
  }

  @Override
  public Effort effort() {
    return new Effort(Duration.ofSeconds(30), Duration.ofSeconds(0), Duration.ofSeconds(20), 3);
  }

  @Override
  public String method(Plan plan) {
    Load load = plan.smoke() ? SMOKE : FULL;
    return "One agent after the other, on the same machine, scrapes %d targets of %d series (11 labels and 3 that it adds) every %d s: after %d s of warm-up %d windows of %d s; median ± relative standard deviation. What is in the file came until the end, what was counted as sent some seconds before."
        .formatted(
            load.targets(),
            load.series(),
            load.intervalSeconds(),
            plan.effort().warmUp().toSeconds(),
            plan.effort().rounds(),
            plan.effort().window().toSeconds());
  }

  @Override
  public List<Row> run(Plan plan) {
    Load load = plan.smoke() ? SMOKE : FULL;
    var rows = new ArrayList<Row>();
    for (Case each : plan.select(TABLE, Case::name)) {
      plan.progress().accept(each.name());
      rows.add(row(plan, load, each));
    }
    return rows;
  }

  private static Row row(Plan plan, Load load, Case of) {
    URI url = Loopback.http(Loopback.freePort());
    var series =
        IntStream.range(0, load.series()).mapToObj(i -> DevopsSeries.series(i, 11)).toList();
    try (var capture = capture(plan, url)) {
      capture.awaitReady(
          "capture", STARTS_WITHIN, () -> ScrapedPage.get(url.resolve("/health")).isPresent());
      try (var pages = new Pages(series);
          Agent agent =
              of.agent().apply(pages.scrapeConfig(load.targets(), load.intervalSeconds()), url)) {
        Poll.pause(plan.effort().warmUp());
        var windows = new ArrayList<ContenderWindow>();
        Reading from = read(capture, agent);
        for (int i = 0; i < plan.effort().rounds(); i++) {
          Poll.pause(plan.effort().window());
          Reading to = read(capture, agent);
          windows.add(new ContenderWindow(from, to));
          from = to;
        }
        double sent = agent.sent();
        pages.stop();
        awaitSent(agent);
        return new Row(of.name(), figures(windows), counted(capture, sent));
      }
    }
  }

  private static OwnedProcess capture(Plan plan, URI url) {
    var folder = OwnedProcess.newFolder("capture");
    return OwnedProcess.start(
        folder,
        List.of(
            "env",
            "TIDEMARK_SKIP_BUILD=1",
            plan.root().resolve("tidemark").toString(),
            "capture",
            "--listen",
            url.getAuthority(),
            "--to",
            folder.resolve("agents.capture").toString(),
            "--for",
            "1h",
            "--json",
            "-q"));
  }

  private static Reading read(OwnedProcess capture, Agent agent) {
    return Reading.now(
        agent.sent(), Map.of(CPU, capture.cpuSeconds(), AGENT_CPU, agent.process().cpuSeconds()));
  }

  private static Map<String, Figure> figures(List<ContenderWindow> windows) {
    return JobFigures.throughputAndCpu(windows, CPU)
        .add("capture", "cores", LOWER, window -> window.perSecond(CPU))
        .add("agent", "cores", NEITHER, window -> window.perSecond(AGENT_CPU))
        .all();
  }

  /** Waits until the agent has sent everything that it had counted before. */
  private static void awaitSent(Agent agent) {
    Poll.pause(SENDS_WITHIN);
    if (!Poll.until(ENDS_WITHIN, LOOK_AGAIN, agent::isDone)) {
      throw new IllegalStateException("the agent still has samples to send: " + agent.page());
    }
  }

  private static Map<String, String> counted(OwnedProcess capture, double sent) {
    if (!capture.process().end(ENDS_WITHIN)) {
      throw new IllegalStateException("the capture does not end: " + capture.logEnds());
    }
    String log = capture.log();
    try {
      JsonNode result = new ObjectMapper().readTree(log.substring(Math.max(0, log.indexOf('{'))));
      long written = result.path("samplesWritten").asLong(-1);
      if (written < sent) {
        throw new IllegalStateException(
            "the file lacks samples that were sent [sent=%.0f, written=%d]: %s"
                .formatted(sent, written, result));
      }
      var counted = new LinkedHashMap<String, String>();
      counted.put("counted as sent", "%.0f".formatted(sent));
      counted.put("in the file", Long.toString(written));
      return counted;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no result: " + capture.logEnds(), e);
    }
  }
}
