package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.peer.AsyncSinkProcess;
import io.tidemark.benchmarks.peer.Vmagent;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.sink.http.NullServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * The same samples through other writers, to a null HTTP server: VictoriaMetrics' agent, which is
 * given them ready-made, and a straightforward Flink job, which amplifies as ours does. CPU seconds
 * are those of the writer's own process.
 */
final class Peers implements Benchmark {
  private static final JobCase JOB = JobCase.of("Tidemark, M=20", "parallelism=2");
  private static final JobCase UNAMPLIFIED =
      JobCase.of("Tidemark, M=1", "parallelism=2", "amplify.m=1");
  private static final String VMAGENT = "vmagent";
  private static final JobCase ASYNC_SINK =
      JobCase.of("Flink job on AsyncSinkBase, M=20", "parallelism=2");

  @Override
  public List<JobCase> jobs() {
    return List.of(JOB, UNAMPLIFIED, ASYNC_SINK);
  }

  @Override
  public List<Row> run(Plan plan) {
    CapturedBodies bodies = plan.capture(JOB);
    try (var server = NullServer.startProcess()) {
      List<Row> rows = plan.alternation().rows(starts(plan, bodies, server.url()));
      var all = new ArrayList<>(rows);
      for (String peer : List.of(VMAGENT, ASYNC_SINK.name())) {
        Row.ratio("Tidemark ÷ " + peer, JobFigures.CPU, rows, JOB.name(), peer).ifPresent(all::add);
      }
      return all;
    }
  }

  private static LinkedHashMap<String, Supplier<Contender>> starts(
      Plan plan, CapturedBodies bodies, URI server) {
    var starts = new LinkedHashMap<String, Supplier<Contender>>();
    for (JobCase job : plan.smoke() ? List.of(JOB) : List.of(JOB, UNAMPLIFIED)) {
      starts.put(
          job.name(), () -> JobProcess.start(plan.root(), job.with("target.urls=" + server)));
    }
    starts.put(VMAGENT, () -> Vmagent.start(vmagent(), bodies, server));
    starts.put(ASYNC_SINK.name(), () -> AsyncSinkProcess.start(ASYNC_SINK, server));
    return starts;
  }

  /** In the same package as the database, beside it. */
  private static String vmagent() {
    String database = System.getenv("TIDEMARK_VICTORIA_METRICS");
    return database.replaceFirst("victoria-metrics([^/]*)$", "vmagent$1");
  }
}
