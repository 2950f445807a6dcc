package io.tidemark.search;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseWatch;
import io.tidemark.measure.Measured;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TargetConfig.Auth;
import io.tidemark.sink.http.NullServerProcess;
import java.time.Duration;
import java.util.List;

/** What the same job reaches when nothing holds it up: a database verdict needs to be below it. */
final class JobCeiling {
  static final String PHASE = "job-ceiling";

  private static final int IN_FLIGHT = 16;
  private static final Duration MIN = Duration.ofSeconds(5);
  private static final Duration MAX = Duration.ofSeconds(30);

  /** Of the whole search. */
  private static final int PART = 6;

  private JobCeiling() {}

  /** Samples per second; null if it can't be measured here. */
  static Double measure(Bench bench) {
    if (bench.knownJobCeiling() != null) {
      return bench.knownJobCeiling();
    }
    if (!bench.session().isLocal()) {
      bench
          .journal()
          .warn(
              "the job's own ceiling is not measured: the cluster runs on other machines, which can't reach a server of this one");
      return null;
    }
    Duration time = bench.clock().most().dividedBy(PART);
    Duration least = time.compareTo(MIN) < 0 ? MIN : time.dividedBy(2);
    Duration most = time.compareTo(MAX) > 0 ? MAX : time;
    bench.journal().begin("the job alone, into a server that throws everything away");
    try (var server = NullServerProcess.start();
        var nothing = new DatabaseWatch(discarding(bench.config().target()))) {
      JobConfig config =
          unpaced(bench.config())
              .withTarget(withoutSecrets(bench.config().target(), server))
              .withWrite(bench.config().write().withInFlight(IN_FLIGHT));
      try (var job =
          ObservedJob.start(
              bench.session(),
              bench.time().next(config),
              bench.from(),
              nothing.log(),
              true,
              bench.clock())) {
        Measured measured =
            job.step(Bench.load(config), least, most.compareTo(least) < 0 ? least : most);
        bench.journal().add(PHASE, "the job alone", measured);
        return measured.samplesPerSecond() > 0 ? measured.samplesPerSecond() : null;
      }
    }
  }

  private static JobConfig unpaced(JobConfig config) {
    return config.source().type() == JobConfig.SourceType.DATAGEN
        ? config.withSource(config.source().withDatagen(config.source().datagen().withRate(0)))
        : config;
  }

  private static TargetConfig discarding(TargetConfig target) {
    return new TargetConfig(
        "null",
        List.of(),
        "",
        target.extraLabels(),
        target.compression(),
        List.of(),
        target.auth(),
        target.tls());
  }

  private static TargetConfig withoutSecrets(TargetConfig target, NullServerProcess server) {
    return new TargetConfig(
        target.type(),
        List.of(server.url()),
        target.tenant(),
        target.extraLabels(),
        target.compression(),
        List.of(),
        new Auth("", "", "", "", ""),
        target.tls());
  }
}
