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
 * Runs searches against databases whose ceiling is known, because they are simulated in this
 * process, and says of each whether the verdict was right.
 *
 * @param outcomes results in the order of the cases
 */
public record Calibration(List<Outcome> outcomes, boolean interrupted) {
  /**
   * The shortest step from which the database's CPU use can be told, including the change of load
   * before it.
   */
  private static final Duration STEP = Duration.ofSeconds(3);

  /**
   * Time of a search in addition to its sweep: to write every series once, and reserved for the
   * proof.
   */
  private static final Duration BESIDE_SWEEP = Duration.ofSeconds(16);

  /**
   * Additional time of the first search, which also measures the job alone, and does so again if
   * the JVM is still compiling its code.
   */
  private static final Duration JOB_ALONE = Duration.ofSeconds(20);

  /**
   * @param slots known number of slots; null if they are not the limit
   * @param estimated estimated number of slots; null if it could not be estimated
   * @param sentence verdict of the search in one sentence
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

  /** Returns the names of all cases. */
  public static List<String> names() {
    return Case.all().stream().map(Case::name).toList();
  }

  /**
   * @param which tells whether to run the case with this name
   * @param each time that each search may take, about; empty for the time of its sweep, which
   *     leaves none for interventions
   */
  public static Calibration run(
      Predicate<String> which, Optional<Duration> each, SearchObserver observer) {
    var outcomes = new ArrayList<Outcome>();
    boolean interrupted = false;
    // The job's own ceiling is measured only once, because the same job writes to all databases.
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
