package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.peer.ReplayProcess;
import io.tidemark.benchmarks.result.Row;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * Compares the whole job into a real VictoriaMetrics with a plain replay of the same bodies from
 * memory, at the same number of requests in flight. Each has a database of its own.
 */
final class Ingest implements Benchmark {
  private static final int IN_FLIGHT = 16;
  private static final String REPLAY = "replay of ready-made bodies";

  private static final JobCase JOB =
      JobCase.of("Tidemark", "parallelism=2", "write.in-flight=" + IN_FLIGHT)
          .with(Realism.WITHIN_A_DAY);

  @Override
  public List<JobCase> jobs() {
    return List.of(JOB);
  }

  /** The job's code is compiled later than usual, because a database takes most of the machine. */
  @Override
  public Effort effort() {
    return Effort.FULL.withWarmUp(Duration.ofSeconds(120));
  }

  @Override
  public List<Row> run(Plan plan) {
    CapturedBodies bodies = plan.capture(JOB);
    var starts = new LinkedHashMap<String, Supplier<Contender>>();
    starts.put(JOB.name(), () -> JobProcess.startWithDatabase(plan.root(), JOB));
    starts.put(REPLAY, () -> ReplayProcess.start(bodies, IN_FLIGHT));
    List<Row> rows = plan.alternation().rows(starts);
    return Row.ratio("Tidemark ÷ replay", JobFigures.STORED, rows, JOB.name(), REPLAY)
        .map(ratio -> Benchmark.join(rows, List.of(ratio)))
        .orElse(rows);
  }
}
