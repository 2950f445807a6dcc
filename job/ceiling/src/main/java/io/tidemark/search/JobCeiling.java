package io.tidemark.search;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Measured;
import io.tidemark.measure.SystemUnderTest;
import java.time.Duration;
import java.util.Optional;

/** What the same job reaches when nothing holds it up: a database verdict needs to be below it. */
final class JobCeiling {
  static final String PHASE = "job-ceiling";

  private static final int IN_FLIGHT = 16;
  private static final Duration MIN = Duration.ofSeconds(5);
  private static final Duration MAX = Duration.ofSeconds(20);

  /** Of the whole search. */
  private static final int PART = 9;

  private JobCeiling() {}

  /** Samples per second; null if it can't be measured here. */
  static Double measure(SearchContext context) {
    if (context.knownJobCeiling() != null) {
      return context.knownJobCeiling();
    }
    context.journal().begin("the job alone, into a server that throws everything away");
    JobConfig config = unpaced(context.config());
    config = config.withWrite(config.write().withInFlight(IN_FLIGHT));
    Optional<SystemUnderTest.Job> alone = context.system().startAlone(context.time().next(config));
    if (alone.isEmpty()) {
      context
          .journal()
          .warn(
              "the job's own ceiling is not measured: there is no server for this database that throws everything away, or none that the cluster's machines can reach");
      return null;
    }
    try (var job = new ObservedJob(alone.get(), context.clock())) {
      Duration time = context.clock().most().dividedBy(PART);
      Duration least = time.compareTo(MIN) < 0 ? MIN : time.dividedBy(2);
      Duration most = time.compareTo(MAX) > 0 ? MAX : time;
      Measured measured =
          job.step(SearchContext.load(config), least, most.compareTo(least) < 0 ? least : most);
      context.journal().add(PHASE, "the job alone", measured);
      return measured.samplesPerSecond() > 0 ? measured.samplesPerSecond() : null;
    }
  }

  private static JobConfig unpaced(JobConfig config) {
    return config.source().type() == JobConfig.SourceType.DATAGEN
        ? config.withSource(config.source().withDatagen(config.source().datagen().withRate(0)))
        : config;
  }
}
