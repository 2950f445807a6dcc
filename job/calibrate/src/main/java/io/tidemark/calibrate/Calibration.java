package io.tidemark.calibrate;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.RunException;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.SearchObserver;
import io.tidemark.simulated.SimulatedDatabase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The instrument against databases whose ceiling is known: simulated ones, in this process. Says of
 * each whether it was right.
 *
 * @param outcomes in the order of the cases
 */
public record Calibration(List<Outcome> outcomes, boolean interrupted) {
  /** The shortest step that tells the database's CPU, and the change of the load before. */
  private static final Duration STEP = Duration.ofSeconds(3);

  /** What a search takes beside its sweep: every series once, and what is kept for the proof. */
  private static final Duration BESIDE_SWEEP = Duration.ofSeconds(16);

  /** The first search also measures the job alone, once more where its code is being compiled. */
  private static final Duration JOB_ALONE = Duration.ofSeconds(20);

  /**
   * @param estimated slots, null where they could not be estimated
   * @param sentence what the search said
   */
  public record Outcome(
      String name,
      Cause expected,
      Cause found,
      Integer slots,
      Double estimated,
      Double low,
      Double high,
      boolean right,
      String sentence) {}

  public boolean right() {
    return !interrupted && outcomes.stream().allMatch(Outcome::right);
  }

  /** Names of all cases. */
  public static List<String> names() {
    return Case.all().stream().map(Case::name).toList();
  }

  /**
   * @param which of the cases
   * @param each search takes at most about this long; empty: as its sweep needs, which leaves no
   *     time for interventions
   */
  public static Calibration run(
      Predicate<String> which, Optional<Duration> each, SearchObserver observer) {
    var outcomes = new ArrayList<Outcome>();
    boolean interrupted = false;
    // The same job writes to all of them.
    Double jobCeiling = null;
    try (var flink = EmbeddedFlink.start(2, 0)) {
      for (Case known : Case.all()) {
        if (which.test(known.name()) && !interrupted) {
          observer.note("--- " + known.name());
          Duration most = each.orElse(BESIDE_SWEEP.plus(STEP.multipliedBy(known.steps())));
          Ceiling.Outcome found =
              search(
                  known,
                  flink,
                  jobCeiling == null ? most.plus(JOB_ALONE) : most,
                  jobCeiling,
                  observer);
          interrupted = found.interrupted();
          if (!interrupted) {
            jobCeiling = found.result().jobCeilingSamplesPerSecond();
            outcomes.add(judge(known, found.result()));
          }
        }
      }
    }
    return new Calibration(outcomes, interrupted);
  }

  private static Ceiling.Outcome search(
      Case known, FlinkSession flink, Duration most, Double jobCeiling, SearchObserver observer) {
    try (var database = SimulatedDatabase.start(known.behaviour())) {
      var settings =
          List.of(
              "target.urls=[" + database.url() + "]",
              "source.datagen.series=2000",
              "write.batch-samples=" + known.batchSamples(),
              "write.timeout=10s",
              "parallelism=1");
      var plan =
          new CeilingPlan(
              ConfigLoader.load(Optional.empty(), settings),
              Optional.empty(),
              CeilingPlan.By.IN_FLIGHT,
              most,
              known.mostInFlight(),
              Optional.empty(),
              Instant.now(),
              false);
      return Ceiling.find(plan, flink, jobCeiling, observer);
    } catch (IOException e) {
      throw new RunException("the simulated database did not start: " + e.getMessage(), e);
    }
  }

  private static Outcome judge(Case known, CeilingResult result) {
    var slots = result.slots();
    boolean rightSlots =
        known.slots() == 0
            || slots != null
                && slots.estimated() != null
                && Math.round(slots.estimated()) == known.slots();
    return new Outcome(
        known.name(),
        known.expected(),
        result.cause(),
        known.slots() == 0 ? null : known.slots(),
        slots == null ? null : slots.estimated(),
        slots == null ? null : slots.low(),
        slots == null ? null : slots.high(),
        result.cause() == known.expected() && rightSlots,
        result.sentence());
  }
}
