package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.SourceTopic;
import io.tidemark.benchmarks.result.Row;
import java.util.ArrayList;
import java.util.List;

/** Measures the most that the whole job can write, to a null HTTP server in a separate process. */
final class Pipeline implements Benchmark {
  private static final List<JobCase> DATAGEN =
      List.of(
          JobCase.of("datagen, M=20, parallelism 2", "parallelism=2"),
          JobCase.of("datagen, M=6, parallelism 2", "amplify.m=6", "parallelism=2"),
          JobCase.of("datagen, M=20, parallelism 1", "parallelism=1"));

  private static final List<JobCase> KAFKA =
      List.of(
          JobCase.of("Kafka, M=20, parallelism 2", "parallelism=2"),
          JobCase.of("Kafka, M=6, parallelism 2", "amplify.m=6", "parallelism=2"),
          JobCase.of("Kafka, M=1, parallelism 2", "amplify.m=1", "parallelism=2"),
          JobCase.of("Kafka, M=20, parallelism 1", "parallelism=1"));

  @Override
  public List<JobCase> jobs() {
    return Benchmark.join(DATAGEN, KAFKA);
  }

  @Override
  public List<Row> run(Plan plan) {
    var rows = new ArrayList<>(plan.toNullServer(DATAGEN));
    Row.ratio(
            "parallelism 2 ÷ 1, datagen, M=20",
            JobFigures.THROUGHPUT,
            rows,
            "datagen, M=20, parallelism 2",
            "datagen, M=20, parallelism 1")
        .ifPresent(rows::add);
    if (!plan.select(KAFKA, JobCase::name).isEmpty()) {
      rows.addAll(fromKafka(plan));
    }
    return rows;
  }

  private static List<Row> fromKafka(Plan plan) {
    plan.progress().accept("filling a Kafka topic");
    try (var topic = SourceTopic.fill(plan.root(), plan.effort(), plan.smoke())) {
      return plan.toNullServer(KAFKA.stream().map(topic::read).toList());
    }
  }
}
