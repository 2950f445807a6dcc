package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.measure.SourceTopic;
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
 * Sends the same samples through other writers to a null HTTP server: VictoriaMetrics' agent, which
 * gets them ready-made, and a straightforward Flink job, which amplifies them itself. CPU seconds
 * are those of the writer's process alone.
 */
final class Peers implements Benchmark {
  private static final JobCase JOB = JobCase.of("Tidemark, M=20", "parallelism=2");
  private static final JobCase UNAMPLIFIED =
      JobCase.of("Tidemark, M=1", "parallelism=2", "amplify.m=1");
  private static final JobCase FROM_KAFKA =
      JobCase.of("Tidemark, M=6 from Kafka", "parallelism=2", "amplify.m=6");
  private static final String VMAGENT = "vmagent";
  private static final JobCase ASYNC_SINK =
      JobCase.of("Flink job on AsyncSinkBase, M=20", "parallelism=2");

  @Override
  public List<JobCase> jobs() {
    return List.of(JOB, FROM_KAFKA, UNAMPLIFIED, ASYNC_SINK);
  }

  @Override
  public List<Row> run(Plan plan) {
    CapturedBodies bodies = plan.capture(JOB);
    if (plan.smoke()) {
      return measured(plan, bodies, List.of(JOB));
    }
    plan.progress().accept("filling a Kafka topic");
    try (var topic = SourceTopic.fill(plan.root(), plan.effort(), false)) {
      return measured(plan, bodies, List.of(JOB, topic.read(FROM_KAFKA), UNAMPLIFIED));
    }
  }

  private static List<Row> measured(Plan plan, CapturedBodies bodies, List<JobCase> jobs) {
    try (var server = NullServer.startProcess()) {
      List<Row> rows = plan.alternation().rows(starts(plan, bodies, jobs, server.url()));
      var all = new ArrayList<>(rows);
      for (JobCase job : jobs) {
        all.addAll(ratio(rows, job.name(), VMAGENT));
      }
      all.addAll(ratio(rows, JOB.name(), ASYNC_SINK.name()));
      return all;
    }
  }

  private static List<Row> ratio(List<Row> rows, String job, String peer) {
    return Row.ratio(job + " ÷ " + peer, JobFigures.CPU, rows, job, peer).stream().toList();
  }

  private static LinkedHashMap<String, Supplier<Contender>> starts(
      Plan plan, CapturedBodies bodies, List<JobCase> jobs, URI server) {
    var starts = new LinkedHashMap<String, Supplier<Contender>>();
    for (JobCase job : jobs) {
      starts.put(
          job.name(), () -> JobProcess.start(plan.root(), job.with("target.urls=" + server)));
    }
    starts.put(VMAGENT, () -> Vmagent.start(vmagent(), bodies, server));
    starts.put(ASYNC_SINK.name(), () -> AsyncSinkProcess.start(ASYNC_SINK, server));
    return starts;
  }

  /** Returns the path of vmagent, which is in the database's package, beside it. */
  static String vmagent() {
    String database = System.getenv("TIDEMARK_VICTORIA_METRICS");
    return database.replaceFirst("victoria-metrics([^/]*)$", "vmagent$1");
  }
}
