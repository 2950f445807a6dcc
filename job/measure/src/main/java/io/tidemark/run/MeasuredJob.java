package io.tidemark.run;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.file.BrokenFiles;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SecondRates;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobStatus;

/**
 * Watches one job from its submission to its end, and stops it when its time is over or someone
 * wants it to.
 */
public final class MeasuredJob {
  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * Progress is asked for this much more rarely than the state: for each answer Flink gathers the
   * whole job, beside a database that needs the cores.
   */
  private static final int POLLS_PER_PROGRESS = 10;

  private static final int POLLS_PER_PROGRESS_UNSEEN = 50;

  /** A run of seconds has to end at once, so it is polled often; later that does not matter. */
  private static final int POLLS_OF_A_SHORT_RUN = 50;

  private static final int POLLS_PER_STATUS = 5;

  private static final int POLLS_PER_STATUS_UNSEEN = 10;

  private static final Duration STOP_AGAIN_AFTER = Duration.ofSeconds(1);

  /**
   * If a task is not up yet, the savepoint is tried again this often; if a folder is full, that
   * does not help.
   */
  private static final int MAX_SAVEPOINT_ATTEMPTS = 5;

  private static final String TASKS_NOT_UP = "Not all required tasks are currently running";

  /** The job may end before the request that stopped it is answered, which is waited for. */
  private static final Duration STOP_ANSWERS_WITHIN = Duration.ofSeconds(20);

  private static final StopBudget BUDGET = StopBudget.ofThisProcess();

  /** Stopping takes this long beyond the last batch's retries. */
  private static final Duration STOP_GRACE = Duration.ofMinutes(1);

  /**
   * How a job ended.
   *
   * @param failures for each restart the reason, in one line
   * @param stopped whether it was stopped before its source ended
   * @param lastAckMillis the Unix time of the last acknowledgement in milliseconds, 0 if there was
   *     none
   * @param checkpoint the last checkpoint of a cancelled job, if there was one and its cluster
   *     keeps it
   */
  public record Ended(
      RunResult result,
      List<String> failures,
      boolean stopped,
      long lastAckMillis,
      Optional<String> checkpoint) {}

  private enum State {
    STARTING,
    RUNNING,
    STOPPING,
    CANCELLED
  }

  private final FlinkSession session;
  private final JobPlan plan;
  private final Optional<ObservationLog> log;
  private final Observer observer;
  private final List<String> failures = new ArrayList<>();
  private final SeriesLog series;
  private final SecondRates rates = new SecondRates();
  private final Notices notices;

  private State state = State.STARTING;
  private long runningNanos;
  private long endedNanos;
  private long startMillis;
  private double startCpuSeconds;
  private RunResult.Baseline baseline = RunResult.Baseline.NONE;
  private long lastFailureMillis;
  private long stopNanos;
  private CompletableFuture<String> stop;
  private long stopTriedNanos;
  private int savepointAttempts;
  private String savepointFailure;
  private String noSavepoint;
  private boolean stopTooLate;
  private long filesBroken;
  private volatile Map<String, Object> lastSeen = Map.of();

  /** This tells whether a cancelled job has to be left before it has ended. */
  private boolean isLeft;

  private volatile Optional<String> checkpoint = Optional.empty();

  /**
   * @param log takes what the tasks report several times a second. Without it, the result says how
   *     even the run was, for which a report a second is enough
   */
  public MeasuredJob(
      FlinkSession session, JobPlan plan, Optional<ObservationLog> log, Observer observer) {
    this.session = session;
    this.plan = plan;
    this.log = log;
    this.observer = observer;
    this.series = new SeriesLog(session.reportsWithin());
    this.notices = new Notices(plan.config());
  }

  /**
   * @throws RunException if the job failed, or could not be stopped as it should
   */
  public Ended run(StoreReadings store, Interrupts interrupts) {
    store.before();
    startCpuSeconds = session.cpuSeconds();
    FlinkJob job = session.submit(plan.config(), plan.start());
    watch(job, interrupts);
    FlinkJob.Ended ended = isLeft ? asLastSeen() : job.result();
    if (state != State.CANCELLED && !isLeft && job.status() == JobStatus.CANCELED) {
      throw new RunException("the job was cancelled, and not by this command");
    }
    if (stopTooLate) {
      throw new RunException(
          "the job did not stop within %s (write.retry.deadline and a minute) and was cancelled; its last failure: %s"
              .formatted(DurationText.format(stopsWithin()), lastFailure()));
    }
    if (noSavepoint != null) {
      throw new RunException(
          "no savepoint could be made in %s, so the job was ended without one: %s"
              .formatted(plan.savepointFolder().orElseThrow(), noSavepoint));
    }
    if (startMillis == 0) {
      startMillis = isLeft ? ended.endMillis() : job.runningSinceMillis().orElse(ended.endMillis());
    }
    double cpuSeconds =
        (isLeft ? session.cpuSeconds() : session.finalCpuSeconds()) - startCpuSeconds;
    double seconds = seconds(ended.endMillis());
    Totals totals = new Totals(ended.totals()).since(plan.countedBefore());
    notices.of(totals, Instant.ofEpochMilli(ended.endMillis())).forEach(observer::warn);
    return new Ended(
        RunResult.of(
            plan.config(),
            totals,
            series.result(seconds, totals, plan.config().amplify().fleet()),
            seconds,
            baseline,
            rates.stability(),
            cpuSeconds,
            interrupts.count() > 0 ? store.afterStop() : store.after(),
            interrupts.count() > 0,
            plan.savepointFolder().isPresent() && succeeded(stop) ? stop.join() : null,
            session.flinkVersion()),
        List.copyOf(failures),
        state == State.STOPPING || state == State.CANCELLED,
        new Totals(ended.totals()).count("lastAckMillis"),
        checkpoint);
  }

  /** Returns the last known end of a job whose Flink does not answer, or that ends too late. */
  private FlinkJob.Ended asLastSeen() {
    observer.warn(
        "the job was told to end and is left to its Flink, which did not end it in time; totals are those last reported");
    return new FlinkJob.Ended(lastSeen, System.currentTimeMillis());
  }

  /**
   * Notes the last checkpoint: before the job is cancelled, because there may be no time for it
   * then, and when it has ended.
   */
  private void noticeCheckpoint(FlinkJob job) {
    try {
      checkpoint = job.lastCheckpoint();
    } catch (RuntimeException e) {
      // What was known before stays.
    }
  }

  private double seconds(long endMillis) {
    double byClock = (endMillis - startMillis) / 1e3;
    // A job that was never seen running was over at once.
    double steady = runningNanos == 0 ? byClock : (endedNanos - runningNanos) / 1e9;
    var elapsed = new Elapsed(byClock, steady);
    elapsed.warning().ifPresent(observer::warn);
    return elapsed.seconds();
  }

  /** Returns what is known of a run that is over before it could say so. */
  String unfinished() {
    return "as last reported, %d samples were pending"
        .formatted(new Totals(lastSeen).since(plan.countedBefore()).pending());
  }

  /** Returns the last checkpoint of a job that is being cancelled. */
  Optional<String> checkpoint() {
    return checkpoint;
  }

  private void watch(FlinkJob job, Interrupts interrupts) {
    try {
      for (int polls = 0; !isLeft && !ended(job, polls); polls++) {
        log.ifPresent(all -> read(all, job));
        steer(job, interrupts.count());
        if (polls % pollsPer(polls, POLLS_PER_PROGRESS, POLLS_PER_PROGRESS_UNSEEN) == 0) {
          if (log.isEmpty()) {
            read(rates, job);
          }
          observer.progress(progress(job));
          noticeFailure(job);
        }
        isLeft = state == State.CANCELLED && BUDGET.isOver(StopBudget.Step.CANCEL);
        Poll.pause(POLL);
      }
      endedNanos = System.nanoTime();
      if (isLeft) {
        return;
      }
      noticeFailure(job);
      if (state == State.CANCELLED) {
        noticeCheckpoint(job);
      }
      if (stop != null) {
        Poll.until(BUDGET.left(StopBudget.Step.CANCEL, STOP_ANSWERS_WITHIN), POLL, stop::isDone);
      }
    } catch (RuntimeException e) {
      // A session cluster would continue to write with nobody watching.
      cancelAfter(e, job);
      if (!BUDGET.isRunning()) {
        throw e;
      }
      observer.warn(RootCause.of(e));
      state = State.CANCELLED;
      isLeft = true;
    } finally {
      observer.ended();
    }
  }

  private boolean ended(FlinkJob job, int polls) {
    boolean mayWait = state == State.RUNNING && polls > POLLS_OF_A_SHORT_RUN;
    int every = pollsPer(polls, POLLS_PER_STATUS, POLLS_PER_STATUS_UNSEEN);
    return (!mayWait || polls % every == 0) && job.ended();
  }

  private int pollsPer(int polls, int seen, int unseen) {
    return polls < POLLS_OF_A_SHORT_RUN || observer.looksOn() ? seen : unseen;
  }

  /** Reads the log; a job that has not begun, or has just ended, reports nothing. */
  private static void read(ObservationLog log, FlinkJob job) {
    try {
      log.add(job.observations(log.known()));
    } catch (RuntimeException e) {
      // It is asked again soon.
    }
  }

  private static void read(SecondRates rates, FlinkJob job) {
    try {
      rates.add(job.peek(rates.known()));
    } catch (RuntimeException e) {
      // It is asked again soon.
    }
  }

  private static void cancelAfter(RuntimeException failure, FlinkJob job) {
    try {
      job.cancel();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private void steer(FlinkJob job, int interrupts) {
    switch (state) {
      case STARTING -> {
        noticeStart(job);
        stopOrCancel(job, interrupts);
      }
      case RUNNING -> stopOrCancel(job, interrupts);
      case STOPPING -> {
        stopTooLate = System.nanoTime() - stopNanos > stopsWithin().toNanos();
        if (stopTooLate || BUDGET.isOver(StopBudget.Step.WRITE)) {
          cancel(job);
        } else if (stop.isCompletedExceptionally()
            && System.nanoTime() - stopTriedNanos > STOP_AGAIN_AFTER.toNanos()) {
          stop(job);
        }
      }
      case CANCELLED -> {}
    }
  }

  private void noticeStart(FlinkJob job) {
    job.runningSinceMillis()
        .ifPresent(
            since -> {
              startMillis = since;
              runningNanos = System.nanoTime();
              startCpuSeconds = session.cpuSeconds();
              state = State.RUNNING;
            });
  }

  /** Notes each restart once. The totals stay exact, but the rate is lower than without it. */
  private void noticeFailure(FlinkJob job) {
    job.lastFailure()
        .filter(failure -> failure.timestampMillis() > lastFailureMillis)
        .ifPresent(
            failure -> {
              lastFailureMillis = failure.timestampMillis();
              failures.add(failure.cause());
              if (!job.ended()) {
                observer.warn("the job failed and is restarted: " + failure.cause());
              }
            });
  }

  private String lastFailure() {
    return failures.isEmpty() ? "none" : failures.get(failures.size() - 1);
  }

  private void stopOrCancel(FlinkJob job, int interrupts) {
    if (interrupts > 1) {
      cancel(job);
    } else if (interrupts == 1) {
      observer.note(
          "stopping: writing what was read, for %d s at most; interrupt again to cancel"
              .formatted(
                  BUDGET.left(StopBudget.Step.WRITE, stopsWithin()).plusMillis(999).toSeconds()));
      beginStop(job);
    } else if (state == State.RUNNING && timeIsOver()) {
      beginStop(job);
    }
  }

  private boolean timeIsOver() {
    return plan.limit().isPresent() && elapsed().compareTo(plan.limit().get()) >= 0;
  }

  private void beginStop(FlinkJob job) {
    state = State.STOPPING;
    stopNanos = System.nanoTime();
    stop(job);
  }

  /**
   * Stops the job. That can fail because a task is not up yet, or is being restarted, and is then
   * tried again. Flink continues to run a job whose savepoint can't be written.
   */
  private void stop(FlinkJob job) {
    stopTriedNanos = System.nanoTime();
    if (savepointAttempts > 0) {
      noticeNoSavepoint();
    }
    if (plan.savepointFolder().isPresent() && noSavepoint == null) {
      savepointAttempts++;
      stop = job.stopWithSavepoint(plan.savepointFolder().get());
    } else {
      stop = job.stopWithDrain().thenApply(done -> "");
    }
  }

  /**
   * Notes that a savepoint failed. Flink restarts the job from its last checkpoint when a savepoint
   * fails that should have ended it; while it does, further ones fail because of that, which
   * explains nothing.
   */
  private void noticeNoSavepoint() {
    String why = cause(stop);
    if (savepointFailure == null || !why.contains(TASKS_NOT_UP)) {
      savepointFailure = why;
    }
    if (savepointAttempts == 1) {
      observer.warn(
          "no savepoint could be made in %s (%s); the job goes on, and it is tried again"
              .formatted(plan.savepointFolder().orElseThrow(), why));
    }
    if (savepointAttempts == MAX_SAVEPOINT_ATTEMPTS) {
      noSavepoint = savepointFailure;
    }
  }

  private void cancel(FlinkJob job) {
    observer.note("cancelling" + (failed(stop) ? "; stopping failed: " + cause(stop) : ""));
    state = State.CANCELLED;
    noticeCheckpoint(job);
    job.cancel();
  }

  private Observer.Progress progress(FlinkJob job) {
    boolean started = runningNanos != 0;
    lastSeen = started ? job.accumulators() : Map.of();
    var totals = new Totals(lastSeen).since(plan.countedBefore());
    if (plan.resumes() && baseline == RunResult.Baseline.NONE && totals.acked() > 0) {
      baseline = new RunResult.Baseline(totals.acked(), elapsed().toMillis() / 1e3);
    }
    if (started) {
      series.look(elapsed(), totals);
      notices.of(totals, Instant.now()).forEach(observer::warn);
    }
    noticeBrokenFiles(totals);
    return new Observer.Progress(
        started ? Optional.of(elapsed()) : Optional.empty(),
        plan.limit(),
        totals,
        FilesRead.share(plan.config().source(), totals),
        state == State.STOPPING || state == State.CANCELLED);
  }

  /** Notes broken files early, because writing what can be read may take hours. */
  private void noticeBrokenFiles(Totals totals) {
    long broken = totals.count("filesBroken");
    if (broken > filesBroken) {
      filesBroken = broken;
      String first = totals.firstRefused().get(BrokenFiles.REASON);
      observer.warn(
          "a file of the source can't be read to its end%s; the others go on"
              .formatted(first == null ? "" : ": " + first));
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - runningNanos);
  }

  private Duration stopsWithin() {
    return plan.config().write().retry().deadline().plus(STOP_GRACE);
  }

  private static boolean succeeded(CompletableFuture<String> stop) {
    return stop != null && stop.isDone() && !stop.isCompletedExceptionally();
  }

  private static boolean failed(CompletableFuture<String> stop) {
    return stop != null && stop.isCompletedExceptionally();
  }

  private static String cause(CompletableFuture<String> stop) {
    return stop.handle((path, thrown) -> RootCause.of(thrown)).join();
  }
}
