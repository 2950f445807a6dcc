package io.tidemark.endtoend;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a job needs on both sides fails: the broker that it reads, and the JobManager it has. */
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:job/sources")
class BrokerAndJobManagerIT {
  private static RealParts parts;

  @BeforeAll
  static void start() {
    parts = RealParts.startHighlyAvailable();
  }

  @AfterAll
  static void stop() {
    parts.close();
  }

  private interface Failure {
    void happen() throws Exception;
  }

  private static void storesAllDespite(String run, Failure failure) throws Exception {
    parts.produce(run);
    try (var database = new SlowDatabase(parts.store);
        var job = parts.submit(run, database, 3)) {
      job.awaitAcked(RealParts.AMPLIFIED / 4);
      failure.happen();
      parts.assertExact(run, job.awaitEnd());
    }
  }

  @Test
  void goesOnWhenTheBrokerIsKilledAndComesBack() throws Exception {
    storesAllDespite("broker-killed", parts.kafka::restart);
  }

  /** The partitions get another leader, which has the records before it leads. */
  @Test
  void goesOnWhenPartitionsMoveToAnotherBroker() throws Exception {
    String run = "partitions-moved";
    try (var second = parts.kafka.startSecond()) {
      storesAllDespite(
          run,
          () -> {
            parts.kafka.move(run, RealParts.PARTITIONS, second);
            parts.kafka.move(run, RealParts.PARTITIONS, parts.kafka);
          });
    }
  }

  @Test
  void goesOnWhenTheJobManagerIsKilledAndAnotherTakesOver() throws Exception {
    storesAllDespite("job-manager-killed", parts.cluster::restartJobManager);
  }
}
