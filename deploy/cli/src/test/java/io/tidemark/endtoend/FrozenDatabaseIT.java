package io.tidemark.endtoend;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database whose connections stay open, and which answers nothing (SIGSTOP). */
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:sinks/http")
class FrozenDatabaseIT {
  @Test
  void aJobWaitsForADatabaseThatIsStoppedForNinetySeconds() {
    AwayDatabase.losesNothing(
        database -> database.process().freeze(),
        Duration.ofSeconds(90),
        database -> database.process().resume(),
        List.of());
  }

  /** Barriers wait behind batches that nobody takes. */
  @Test
  void checkpointsThatTimeOutRestartNothing() {
    AwayDatabase.losesNothing(
        database -> database.process().freeze(),
        Duration.ofSeconds(10),
        database -> database.process().resume(),
        List.of("flink.execution.checkpointing.timeout=1s"));
  }
}
