package io.tidemark.search;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.Start;
import io.tidemark.extent.SearchClock;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Time;
import io.tidemark.process.CoreSpeed;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import io.tidemark.readers.ReadLoad;
import io.tidemark.search.worst.Happening;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Jobs on a Flink, one at a time, and a database under watch.
 *
 * @param from where each job starts
 * @param owned the database, if it was started for this search
 * @param kind the kind of the database
 * @param target the database as it is configured
 * @param database the log of the database, which someone else fills
 * @param readers the readers beside the job
 * @param sharedHost whether the database runs on the job's host
 */
record FlinkUnderTest(
    FlinkSession session,
    Start from,
    Optional<OwnedDatabase> owned,
    Tsdb kind,
    TargetConfig target,
    DatabaseLog database,
    Optional<ReadLoad> readers,
    boolean sharedHost,
    SearchClock clock)
    implements SystemUnderTest {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(60);

  /**
   * Vertices are read at one of so many polls: Flink gathers all metrics of all tasks for that,
   * which takes a twentieth of a core.
   */
  private static final int POLLS_PER_VERTEX_READING = 6;

  @Override
  public Capabilities capabilities() {
    return kind.capabilities(target, database.last());
  }

  @Override
  public Job start(JobConfig config) {
    return start(config, new ObservationLog(database, sharedHost), () -> {});
  }

  @Override
  public Optional<Job> startAlone(JobConfig config) {
    Optional<NullTarget> server = session.isLocal() ? kind.startNullTarget() : Optional.empty();
    return server.map(target -> startInto(target, config));
  }

  private Job startInto(NullTarget target, JobConfig config) {
    try {
      return start(
          config.withTarget(config.target().withUrls(List.of(target.url())).withoutCredentials()),
          new ObservationLog(new DatabaseLog(Time.REAL), true),
          target::close);
    } catch (RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private Job start(JobConfig config, ObservationLog log, Runnable onClose) {
    var job = new Running(session.submit(config, from), log, onClose);
    try {
      job.awaitStart();
      return job;
    } catch (RuntimeException e) {
      job.close();
      throw e;
    }
  }

  @Override
  public boolean hasTaskSlots(int parallelism) {
    return session.hasSlots(parallelism);
  }

  @Override
  public Optional<ChangeableDatabase> changeable() {
    return owned.map(Changeable::new);
  }

  @Override
  public Optional<CoreSpeed> coreSpeed() {
    return sharedHost ? CoreSpeed.measure() : Optional.empty();
  }

  @Override
  public String flinkVersion() {
    return session.flinkVersion();
  }

  private record Changeable(OwnedDatabase database) implements ChangeableDatabase {
    @Override
    public int cores() {
      return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public void useCores(int cores) {
      database.process().pinTo("0-" + (cores - 1));
    }

    @Override
    public void restart(int insertSlots) {
      database.restart(Settings.DEFAULT.withInsertSlots(insertSlots));
    }

    @Override
    public Future<?> beginRestart() {
      return Happening.beside(
          () -> {
            database.restart(Settings.DEFAULT);
            return null;
          });
    }

    @Override
    public Future<?> beginMerge() {
      return Happening.beside(
          () -> {
            if (!database.mergeAll()) {
              throw new RunException("the database did not take the request");
            }
            return null;
          });
    }
  }

  private final class Running implements Job {
    private final FlinkJob job;
    private final ObservationLog log;
    private final Runnable onClose;
    private int reads;

    private Running(FlinkJob job, ObservationLog log, Runnable onClose) {
      this.job = job;
      this.log = log;
      this.onClose = onClose;
    }

    private void awaitStart() {
      long until = clock.millis() + STARTS_WITHIN.toMillis();
      while (clock.millis() < until) {
        requireAlive();
        if (asked(job::runningSinceMillis).isPresent()) {
          read();
          if (!log.isEmpty()) {
            return;
          }
        }
        clock.pause(POLL);
      }
      throw new RunException(
          "the job did not start within %d s%s"
              .formatted(
                  STARTS_WITHIN.toSeconds(),
                  job.lastFailure().map(failure -> "; it failed: " + failure.cause()).orElse("")));
    }

    private void requireAlive() {
      if (asked(job::ended)) {
        throw new RunException(
            "the job ended by itself: "
                + asked(job::lastFailure)
                    .map(FlinkJob.Failure::cause)
                    .orElse(
                        "its source has ended before the search; raise amplify.n or amplify.m, lower --max-duration, or name one file, which is read again"));
      }
    }

    /** Asks Flink. If it does not answer, it is gone, and the job with it. */
    private static <T> T asked(Supplier<T> question) {
      try {
        return question.get();
      } catch (CompletionException e) {
        throw new RunException("Flink can't be asked any more: " + RootCause.of(e), e);
      }
    }

    @Override
    public boolean bound(int inFlight) {
      return asked(() -> job.boundInFlight(inFlight)).done();
    }

    @Override
    public ObservationLog observe(Duration observed) {
      long until = clock.millis() + observed.toMillis();
      read();
      for (long left = observed.toMillis(); left > 0; left = until - clock.millis()) {
        clock.pause(Duration.ofMillis(Math.min(left, POLL.toMillis())));
        read();
      }
      return log;
    }

    private void read() {
      try {
        log.add(job.observations(log.known()));
        if (reads++ % POLLS_PER_VERTEX_READING == 0) {
          log.add(clock.millis(), job.vertices());
        }
      } catch (CompletionException e) {
        // The job may be restarting.
        requireAlive();
      }
    }

    @Override
    public void close() {
      try {
        if (!job.ended()) {
          job.cancel();
          Poll.until(
              StopBudget.ofThisProcess().left(StopBudget.Step.CANCEL, ENDS_WITHIN),
              POLL,
              job::ended);
        }
      } catch (CompletionException e) {
        // Its Flink is gone, or does not answer: no reason to lose what was found.
      } finally {
        onClose.run();
      }
    }
  }
}
