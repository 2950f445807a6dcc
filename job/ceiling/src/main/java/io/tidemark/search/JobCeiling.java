package io.tidemark.search;

import io.tidemark.ceiling.result.Phase;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Measured;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.statistics.Estimate;
import java.time.Duration;
import java.util.Optional;

/**
 * Measures the job's own ceiling: its throughput into a null target. A verdict that names the
 * database needs a throughput below it.
 */
final class JobCeiling {

  private static final int IN_FLIGHT = 16;
  private static final Duration MIN = Duration.ofSeconds(5);

  /** The time of a repetition, in which the job's code is compiled. */
  private static final Duration AGAIN = Duration.ofSeconds(3);

  private static final Duration MAX = Duration.ofSeconds(20);

  /** The measurement takes one of so many parts of the search's time. */
  private static final int PART = 9;

  private JobCeiling() {}

  /** Returns the job's ceiling in samples per second; null if it can't be measured here. */
  static Estimate measure(SearchContext context) {
    if (context.knownJobCeiling() != null) {
      double known = context.knownJobCeiling();
      return new Estimate(known, known, known);
    }
    context.journal().begin("the job alone, into a server that throws everything away");
    Duration time = context.clock().most().dividedBy(PART);
    Duration least = time.compareTo(MIN) < 0 ? MIN : time.dividedBy(2);
    Duration most = time.compareTo(MAX) > 0 ? MAX : time;
    return alone(
        context, "the job alone", IN_FLIGHT, least, most.compareTo(least) < 0 ? least : most);
  }

  /**
   * Tells whether the job has written more to the database than its ceiling: its code was still
   * being compiled when that was measured, or more in flight would have gained there, too.
   *
   * @param before the ceiling that was measured; null if it was not
   * @param written the samples per second that the job wrote to the database
   */
  static boolean isContradicted(SearchContext context, Estimate before, double written) {
    return before != null
        && context.knownJobCeiling() == null
        && written > before.high()
        && context.clock().hasTimeFor(AGAIN.multipliedBy(2));
  }

  /**
   * Measures the ceiling again, and returns the higher one.
   *
   * @param inFlight the requests in flight with which more was written
   */
  static Estimate again(SearchContext context, Estimate before, int inFlight) {
    context.journal().begin("the job alone once more: it wrote more beside the database");
    Duration time = context.clock().hasTimeFor(MIN.multipliedBy(2)) ? MIN : AGAIN;
    Estimate now = alone(context, "the job alone, compiled", inFlight, time, time);
    return now == null || now.value() < before.value() ? before : now;
  }

  private static Estimate alone(
      SearchContext context, String name, int inFlight, Duration least, Duration most) {
    JobConfig config = unpaced(context.config());
    config = config.withWrite(config.write().withInFlight(inFlight));
    Optional<SystemUnderTest.Job> alone = context.system().startAlone(context.time().next(config));
    if (alone.isEmpty()) {
      context
          .journal()
          .warn(
              "the job's own ceiling is not measured: there is no server for this database that throws everything away, or none that the cluster's machines can reach");
      return null;
    }
    Registration registration = context.registration();
    try (var job =
        new ObservedJob(alone.get(), context.clock(), registration.newInAnother(config))) {
      job.watchUntilWritten(registration.samples(config), most);
      if (job.registers()) {
        context
            .journal()
            .warn(
                registration
                    .progress(config, 0, job.samplesAcked(), most.toMillis())
                    .alone(context.clock().most()));
      }
      Measured measured = job.step(SearchContext.load(config), least, most);
      context.journal().add(Phase.JOB_CEILING, name, measured);
      boolean doubtful = !measured.window().valid() || !measured.window().marks().isEmpty();
      if (doubtful && context.clock().hasTimeFor(least.plus(context.reserve()))) {
        // Code that is still being compiled is slow, and what is slow is no ceiling.
        measured = job.step(SearchContext.load(config), least, most);
        context.journal().add(Phase.JOB_CEILING, name + ", once more", measured);
      }
      return measured.samplesPerSecond() > 0 ? measured.window().throughput().estimate() : null;
    }
  }

  static JobConfig unpaced(JobConfig config) {
    return config.source().type() == JobConfig.SourceType.DATAGEN
        ? config.withSource(config.source().withDatagen(config.source().datagen().withRate(0)))
        : config;
  }
}
