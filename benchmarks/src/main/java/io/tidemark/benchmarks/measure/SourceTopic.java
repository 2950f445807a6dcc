package io.tidemark.benchmarks.measure;

import io.tidemark.testing.KafkaBroker;
import java.nio.file.Path;

/**
 * A Kafka topic of remote-write records as a Prometheus would send them, in a broker of its own.
 * The same records are repeated, because the job remembers nothing of what it has read.
 */
public final class SourceTopic implements AutoCloseable {
  private static final String NAME = "metrics";
  private static final int PARTITIONS = 4;
  private static final int SAMPLES_PER_RECORD = 500;
  private static final int CAPTURED_SAMPLES = 2_000_000;
  private static final int FEW_SAMPLES = 200_000;

  /** More than a job on two cores reads, even at M = 1. */
  private static final double SAMPLES_PER_SECOND = 5e6;

  private final KafkaBroker broker;
  private final long samples;

  private SourceTopic(KafkaBroker broker, long samples) {
    this.broker = broker;
    this.samples = samples;
  }

  /**
   * @param effort effort of the measurement, during which no job reads all of the topic
   * @param smoke whether to use fewer different samples
   */
  public static SourceTopic fill(Path root, Effort effort, boolean smoke) {
    int different = smoke ? FEW_SAMPLES : CAPTURED_SAMPLES;
    int times = (int) Math.ceil(SAMPLES_PER_SECOND * effort.working().toMillis() / 1e3 / different);
    var captured = CapturedBodies.of(root, records(different));
    var broker = KafkaBroker.start();
    try {
      broker.createTopic(NAME, PARTITIONS);
      broker.produce(NAME, PARTITIONS, captured.bodies(), times);
      return new SourceTopic(broker, (long) times * different);
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  private static JobCase records(int samples) {
    return JobCase.of(
        "remote-write records",
        "amplify.m=1",
        "parallelism=1",
        "write.batch-samples=" + SAMPLES_PER_RECORD,
        "source.datagen.samples=" + samples);
  }

  /** Returns the same job, but reading this topic. */
  public JobCase read(JobCase job) {
    return job.with(
            "source.type=kafka",
            "source.kafka.bootstrap-servers=" + broker.bootstrapServers(),
            "source.kafka.topics=[" + NAME + "]")
        .withSourceOf(samples);
  }

  @Override
  public void close() {
    broker.close();
  }
}
