package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kafka, a session cluster and a database, all real, and each of them failing. */
@Tag("guards:job/pipeline")
@Tag("guards:job/sources")
class FaultToleranceIT {
  private static RealParts parts;

  private enum Faults {
    TASK_MANAGER(false),
    DATABASE(false),
    TASK_MANAGER_THEN_DATABASE(true),
    DATABASE_THEN_TASK_MANAGER(true);

    /** Those of two faults show what one of them does as well: the others run with --all. */
    private final boolean byDefault;

    Faults(boolean byDefault) {
      this.byDefault = byDefault;
    }
  }

  @BeforeAll
  static void start() {
    parts = RealParts.start();
  }

  @AfterAll
  static void stop() {
    parts.close();
  }

  /** Each of two faults once; or one of them many times, as docs/contributing/testing.md says. */
  static Stream<Arguments> cases() {
    Predicate<Faults> wanted =
        Optional.ofNullable(System.getProperty("tidemark.fault"))
            .map(name -> Predicate.<Faults>isEqual(Faults.valueOf(name)))
            .orElse(fault -> fault.byDefault || Boolean.getBoolean("tidemark.all"));
    return IntStream.rangeClosed(1, Integer.getInteger("tidemark.fault-repetitions", 1))
        .boxed()
        .flatMap(n -> Stream.of(Faults.values()).filter(wanted).map(f -> Arguments.of(f, n)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void storesTheSameSetAndCountsExactlyDespite(Faults faults, int repetition) throws Exception {
    String run = faults.name().toLowerCase().replace('_', '-') + "-" + repetition;
    parts.produce(run);
    try (var database = new SlowDatabase(parts.store);
        var job = parts.submit(run, database, 3)) {
      database.slowDown();
      job.awaitAcked(RealParts.AMPLIFIED / 8);
      assertThat(job.hasEnded()).as("ended before the first fault").isFalse();
      switch (faults) {
        case TASK_MANAGER -> parts.loseTaskManager();
        case DATABASE -> database.crash();
        case TASK_MANAGER_THEN_DATABASE -> {
          parts.loseTaskManager();
          job.awaitAcked(RealParts.AMPLIFIED / 4);
          assertThat(job.hasEnded()).as("ended before the second fault").isFalse();
          database.crash();
        }
        case DATABASE_THEN_TASK_MANAGER -> {
          database.crash();
          job.awaitAcked(RealParts.AMPLIFIED / 4);
          assertThat(job.hasEnded()).as("ended before the second fault").isFalse();
          parts.loseTaskManager();
        }
      }
      database.speedUp();
      parts.assertExact(run, job.awaitEnd());
    }
  }

  /** As an operator's upgrade does: main() runs again, and state is spread over more subtasks. */
  @Test
  void anUpgradeAndThenAFaultGoOnToTheSameSamplesAndSeries(@TempDir Path savepoints)
      throws Exception {
    String run = "upgraded";
    parts.produce(run);
    try (var database = new SlowDatabase(parts.store)) {
      String savepoint;
      try (var job = parts.submitByMain(parts.settings(run, database, 2))) {
        database.slowDown();
        job.awaitAcked(RealParts.AMPLIFIED / 8);
        savepoint = job.stopWithSavepoint(savepoints.toUri().toString());
        assertThat(job.awaitEnd().acked()).isLessThan(RealParts.AMPLIFIED);
      }
      try (var job =
          parts.submitByMain(parts.settings(run, database, 3), "--fromSavepoint", savepoint)) {
        job.awaitAcked(RealParts.AMPLIFIED / 4);
        assertThat(job.hasEnded()).as("ended before the fault").isFalse();
        parts.loseTaskManager();
        database.speedUp();
        parts.assertExact(run, job.awaitEnd());
      }
    }
  }

  /** Each sample waits for the next one in state that is lost, restored, and spread anew. */
  @Test
  @Tag("slow")
  void interpolatesAsIfNothingHadHappened(@TempDir Path savepoints) throws Exception {
    String run = "interpolated";
    parts.kafka.createTopic(run, 1); // in which a series' samples lie in order
    parts.kafka.produce(run, 1, RealParts.TRAFFIC.remoteWrite(25));
    int m = 2;
    long all = RealParts.TRAFFIC.points().size() * m;
    try (var database = new SlowDatabase(parts.store)) {
      String savepoint;
      var settings = interpolating(parts.settings(run, database, 2), m);
      try (var job = parts.submit(settings, Optional.empty())) {
        database.slowDown();
        job.awaitAcked(all / 8);
        database.crawl();
        parts.loseTaskManager();
        job.awaitAcked(all / 6);
        savepoint = job.stopWithSavepoint(savepoints.toUri().toString());
        assertThat(job.awaitEnd().acked()).isLessThan(all);
      }
      database.speedUp();
      settings = interpolating(parts.settings(run, database, 3), m);
      try (var job = parts.submit(settings, Optional.of(savepoint))) {
        RealParts.assertCounted(job.awaitEnd(), all);
      }
    }
    parts.store.awaitExactly(
        "{run=\"" + run + "\"}", RealParts.TRAFFIC.interpolated(m, Map.of("run", run)));
  }

  private static List<String> interpolating(List<String> settings, int m) {
    settings.addAll(List.of("amplify.m=" + m, "amplify.value=interpolate"));
    return settings;
  }
}
