package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.result.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One command's measurement. */
interface Benchmark {
  List<Row> run(Plan plan);

  /** How the figures came about, in a sentence. */
  default String method(Plan plan) {
    return plan.effort().describe();
  }

  /**
   * @param root of the repository
   * @param kafka address of a broker; empty: one is started
   */
  record Plan(Path root, Effort effort, Optional<String> kafka) {
    /** So far back that a generator does not reach the present while it runs faster than it. */
    private static final String START = "source.datagen.start=2020-01-01T00:00:00Z";

    /** Whether only to see that it works. */
    boolean isSmoke() {
      return effort.equals(Effort.SMOKE);
    }

    /** The job of the main case: M = 20, N = 1, 20,000 series of 11 labels, Snappy, by time. */
    JobProcess.Setup job() {
      return new JobProcess.Setup(root, List.of(START, "amplify.m=20"), "");
    }
  }
}
