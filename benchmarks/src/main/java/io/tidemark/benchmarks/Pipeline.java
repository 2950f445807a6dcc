package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.CapturedBodies;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.testing.KafkaBroker;
import java.util.ArrayList;
import java.util.List;

/** The whole job to a null HTTP server in a process of its own: what the instrument can do. */
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
          JobCase.of("Kafka, M=20, parallelism 1", "parallelism=1"));

  private static final String TOPIC = "metrics";
  private static final int PARTITIONS = 4;
  private static final int SAMPLES_PER_RECORD = 500;
  private static final int CAPTURED_SAMPLES = 2_000_000;
  private static final int SMOKE_SAMPLES = 200_000;

  /** More than the job reads: at M=6 it would have to write 9 M samples a second. */
  private static final double SOURCE_SAMPLES_PER_SECOND = 1.5e6;

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

  /** The same records over and over: the job keeps no memory of what it has read. */
  private static List<Row> fromKafka(Plan plan) {
    try (var broker = KafkaBroker.start()) {
      plan.progress().accept("filling a Kafka topic");
      int samples = plan.smoke() ? SMOKE_SAMPLES : CAPTURED_SAMPLES;
      var captured = CapturedBodies.of(plan.root(), remoteWriteRecords(samples));
      double needed = SOURCE_SAMPLES_PER_SECOND * plan.effort().working().toMillis() / 1e3;
      int times = (int) Math.ceil(needed / samples);
      broker.createTopic(TOPIC, PARTITIONS);
      broker.produce(TOPIC, PARTITIONS, captured.bodies(), times);
      return plan.toNullServer(
          KAFKA.stream().map(job -> reading(broker, job, (long) times * samples)).toList());
    }
  }

  /** As a Prometheus would send them. */
  private static JobCase remoteWriteRecords(int samples) {
    return JobCase.of(
        "remote-write records",
        "amplify.m=1",
        "parallelism=1",
        "write.batch-samples=" + SAMPLES_PER_RECORD,
        "source.datagen.samples=" + samples);
  }

  private static JobCase reading(KafkaBroker broker, JobCase job, long samples) {
    return job.with(
            "source.type=kafka",
            "source.kafka.bootstrap-servers=" + broker.bootstrapServers(),
            "source.kafka.topics=[" + TOPIC + "]")
        .withSourceOf(samples);
  }
}
