package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;
import static io.tidemark.measure.Amounts.plain;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Task;
import java.util.Comparator;

/** The questions about the job. */
final class JobFindings {
  private JobFindings() {}

  /** Asks whether the job waits for answers, and not for itself to take them. */
  static Finding waitsForAnswers(Facts facts) {
    var inFlight = facts.peak().inFlight();
    double wait = inFlight.permitWaitShare();
    boolean waits = wait >= Thresholds.MUCH_WAIT || inFlight.use() >= Thresholds.FULL;
    return new Finding(
        "the job waits for answers",
        "%s of its writers' time, %s of its in-flight limit%s"
            .formatted(finePercent(wait), finePercent(inFlight.use()), ofItself(facts)),
        "at least %s of the time, or %s of the limit"
            .formatted(finePercent(Thresholds.MUCH_WAIT), finePercent(Thresholds.FULL)),
        waits && !facts.seen().jobHoldsItselfUp());
  }

  /** Asks whether answers hold nothing up; bursts may wait now and then. */
  static Finding answersHoldNothingUp(Facts facts) {
    Finding free =
        waitsForAnswers(facts)
            .opposite(
                "less than %s of the time, and less than %s of the limit"
                    .formatted(finePercent(Thresholds.MUCH_WAIT), finePercent(Thresholds.FULL)));
    return orRateIsKept(free, facts);
  }

  private static String ofItself(Facts facts) {
    if (facts.seen().clientIsFull()) {
      return ", but the client's own threads are full (%s of a core)"
          .formatted(finePercent(clientCores(facts)));
    }
    if (Signals.mostlyCollects(facts.peak())) {
      return ", but it collects garbage %s of the time"
          .formatted(finePercent(facts.peak().job().gcShare()));
    }
    return facts.seen().jobHoldsItselfUp()
        ? ", but it writes %s of what it reaches without a database"
            .formatted(finePercent(facts.seen().ofJobCeiling().value()))
        : "";
  }

  static Finding boundUsedUp(Facts facts) {
    var inFlight = facts.peak().inFlight();
    return new Finding(
        "requests in flight",
        "%s of %d".formatted(plain(inFlight.mean()), inFlight.bound()),
        "at least %s".formatted(finePercent(Thresholds.FULL)),
        inFlight.use() >= Thresholds.FULL);
  }

  static Finding boundNotUsedUp(Facts facts) {
    Finding notUsedUp =
        boundUsedUp(facts).opposite("less than %s".formatted(finePercent(Thresholds.FULL)));
    return orRateIsKept(notUsedUp, facts);
  }

  /** Answers yes if all of the asked rate is written, because then waiting holds nothing up. */
  private static Finding orRateIsKept(Finding finding, Facts facts) {
    boolean kept = facts.seen().rateAsked() && sourceGivesNoMore(facts).isTrue();
    return kept
        ? new Finding(
            finding.signal(),
            finding.value(),
            finding.threshold() + ", or the full rate is written",
            true)
        : finding;
  }

  static Finding waitsLittle(Facts facts) {
    double wait = facts.peak().inFlight().permitWaitShare();
    return new Finding(
        "writers wait for a permit",
        finePercent(wait) + ofItself(facts),
        "less than %s, or it is the job that they wait for"
            .formatted(finePercent(Thresholds.LITTLE_WAIT)),
        wait < Thresholds.LITTLE_WAIT
            || facts.seen().mayHoldItselfUp()
            || hasMostOfFullHost(facts));
  }

  static Finding sourceGivesNoMore(Facts facts) {
    Window peak = facts.peak();
    if (facts.seen().rateAsked() && peak.load().sourceSamplesPerSecond() > 0) {
      double kept = peak.throughput().samplesPerSecond() / peak.load().expectedSamplesPerSecond();
      return new Finding(
          "the rate that the source was asked for",
          "%s of it is written".formatted(finePercent(kept)),
          "at least %s, give or take one request".formatted(finePercent(Thresholds.RATE_KEPT)),
          kept
              >= Thresholds.RATE_KEPT
                  - 1 / Math.max(1, peak.throughput().callsPerSecond() * peak.seconds()));
    }
    String signal = "the source is idle";
    String threshold =
        "at least %s, and no thread is full".formatted(finePercent(Thresholds.IDLE_SOURCE));
    Double idle = peak.tasks().isEmpty() ? null : peak.tasks().get(0).idle();
    if (idle == null) {
      return sourceByThreads(facts, signal, threshold);
    }
    boolean full =
        jobIsFull(facts).isTrue()
            || oneSubtaskIsFull(facts).isTrue()
            || Signals.hostIsFull(facts.peak());
    return new Finding(
        signal,
        finePercent(idle)
            + " of the time"
            + (full ? ", but a thread of the job, or its host, is full" : ""),
        threshold,
        idle >= Thresholds.IDLE_SOURCE && !full);
  }

  /**
   * Asks the threads if Flink reports too rarely: threads that use little CPU, and do not wait,
   * lack work.
   */
  private static Finding sourceByThreads(Facts facts, String signal, String threshold) {
    double thread = facts.seen().busiestThread();
    // This tells whether the job's threads are given less CPU than they want.
    boolean held = Signals.jobHasNoMoreCores(facts.peak()) || Signals.hostIsFull(facts.peak());
    boolean lacksNothing = waitsLittle(facts).isTrue() && collectsMuch(facts).isFalse();
    boolean clear =
        held
            || thread >= Thresholds.FULL_THREAD
            || thread < Thresholds.WORKING_THREAD && lacksNothing;
    if (Signals.measured(facts.peak()).findAny().isEmpty() || !clear) {
      return Finding.missing(
          signal, threshold, "Flink must refresh it often: metrics.fetcher.update-interval=1000");
    }
    return new Finding(
        signal,
        "unknown, but the job's busiest thread uses %s of a core%s"
            .formatted(finePercent(thread), held ? ", and has no more of its cores" : ""),
        threshold,
        thread < Thresholds.WORKING_THREAD && !held);
  }

  static Finding sourceMayGiveMore(Facts facts) {
    return sourceGivesNoMore(facts).opposite("the source is not the slow part");
  }

  static Finding highestLoadWritten(Facts facts) {
    return new Finding(
        "highest planned load",
        facts.seen().highestLoadSustained() ? "written" : "not written, or none planned",
        "all of it is written",
        facts.seen().highestLoadSustained());
  }

  static Finding collectsMuch(Facts facts) {
    double share = facts.peak().job().gcShare();
    return new Finding(
        "garbage collection of the job",
        finePercent(share) + " of the time",
        "more than %s".formatted(finePercent(Thresholds.MUCH_GC)),
        share > Thresholds.MUCH_GC);
  }

  /** Asks whether the busiest subtask of a task with several is full. */
  static Finding oneSubtaskIsFull(Facts facts) {
    Task task =
        Signals.measured(facts.peak())
            .filter(t -> t.parallelism() > 1 && t.cpuSkew() != null)
            .max(Comparator.comparingDouble(Task::cpuCoresMax))
            .orElse(null);
    String threshold =
        "at least %s of a core and %s times the mean"
            .formatted(finePercent(Thresholds.FULL_THREAD), Thresholds.SKEWED);
    if (task == null) {
      boolean several = facts.peak().tasks().stream().anyMatch(t -> t.parallelism() > 1);
      return several
          ? Finding.missing(
              "the busiest subtask", threshold, "no TaskManager showed its threads' CPU time")
          : new Finding("the busiest subtask", "each task has one", threshold, false);
    }
    return new Finding(
        "the busiest subtask of " + task.name(),
        "%s of a core, %s times the mean"
            .formatted(finePercent(task.cpuCoresMax()), plain(task.cpuSkew())),
        threshold,
        (task.cpuCoresMax() >= Thresholds.FULL_THREAD || Signals.alwaysWorks(task))
            && task.cpuSkew() > Thresholds.SKEWED);
  }

  /**
   * Asks whether a thread fills its core, or the processes fill their cores, or they use most of a
   * full host.
   */
  static Finding jobIsFull(Facts facts) {
    var job = facts.peak().job();
    Task task = Signals.busiestTask(facts.peak());
    boolean working = task != null && Signals.alwaysWorks(task);
    double thread = facts.seen().busiestThread();
    boolean mostOfHost = hasMostOfFullHost(facts);
    return new Finding(
        "CPU of the job",
        "%s of %s cores%s%s, its busiest thread %s of one%s"
            .formatted(
                plain(job.cpuCores()),
                plain(job.cores()),
                Signals.jobIsThrottled(facts.peak())
                    ? " (a quota stops it in %s of its periods)"
                        .formatted(finePercent(job.throttledShare()))
                    : "",
                mostOfHost ? " (most of a full host)" : "",
                finePercent(thread),
                working
                    ? ", busy %s of the time".formatted(finePercent(Signals.busyOfBusiest(task)))
                    : ""),
        "a thread at %s of a core; at %s and busy %s of the time, or as fast as without a database; or all cores at %s"
            .formatted(
                finePercent(Thresholds.FULL_THREAD),
                finePercent(Thresholds.WORKING_THREAD),
                finePercent(Thresholds.ALWAYS_BUSY),
                finePercent(Thresholds.FULL)),
        // A thread does nothing during garbage collections.
        thread >= Thresholds.FULL_THREAD * (1 - job.gcShare())
            || working
            || facts.seen().mayHoldItselfUp()
            || Signals.jobHasNoMoreCores(facts.peak())
            || mostOfHost
            || Signals.sharesFullHost(facts.peak()) && Signals.waitsForNothing(facts.peak()));
  }

  static Finding atJobCeiling(Facts facts) {
    String signal = "throughput, of what the job reaches without a database";
    String threshold = "at least %s".formatted(finePercent(Thresholds.FULL));
    if (facts.seen().ofJobCeiling() == null) {
      boolean full =
          facts.seen().busiestThread() >= Thresholds.FULL_THREAD
              || facts.peak().job().cpuCores() >= Thresholds.FULL * facts.peak().job().cores();
      return full ? byThreads(facts, signal, threshold) : jobCeilingIsMissing(signal, threshold);
    }
    double share = facts.seen().ofJobCeiling().value();
    if (Signals.sharesFullHost(facts.peak())) {
      return takenByTheDatabase(signal, share);
    }
    return facts.seen().mayBeAtJobCeiling()
        ? Finding.missing(
            signal,
            threshold,
            "%s, too close to tell; a longer search can".formatted(finePercent(share)))
        : new Finding(signal, finePercent(share), threshold, facts.seen().isAtJobCeiling());
  }

  /**
   * Asks the threads if the job's own ceiling was not measured: it is left open only whether one of
   * them is full, and none is that lacks half of a core's work.
   */
  static Finding belowJobCeiling(Facts facts) {
    Finding at = atJobCeiling(facts);
    String threshold = "less than %s".formatted(finePercent(Thresholds.FULL));
    boolean known = facts.seen().ofJobCeiling() != null;
    if (known) {
      return Signals.sharesFullHost(facts.peak()) ? at : at.opposite(threshold);
    }
    boolean threadsAreKnown = Signals.measured(facts.peak()).findAny().isPresent();
    boolean hasRoom =
        threadsAreKnown
            && facts.seen().busiestThread() < Thresholds.WORKING_THREAD
            && jobIsFull(facts).isFalse();
    return hasRoom || Signals.sharesFullHost(facts.peak())
        ? byThreads(facts, at.signal(), threshold)
        : jobCeilingIsMissing(at.signal(), threshold);
  }

  /**
   * A full thread is the job's ceiling, and if it has room the ceiling is higher; nobody need
   * measure that.
   */
  private static Finding byThreads(Facts facts, String signal, String threshold) {
    return new Finding(
        signal,
        "not measured, but the job's busiest thread uses %s of a core"
            .formatted(finePercent(facts.seen().busiestThread())),
        threshold,
        true);
  }

  private static Finding jobCeilingIsMissing(String signal, String threshold) {
    return Finding.missing(signal, threshold, "a search with the job on this machine measures it");
  }

  /** What the job reaches with a host for itself says nothing of a host that it shares. */
  private static Finding takenByTheDatabase(String signal, double share) {
    return new Finding(
        signal,
        finePercent(share) + ", measured with the whole host, which it now shares",
        "any",
        true);
  }

  /**
   * Asks what a doubling of the bound gave; only that can tell a low bound from slow answers. One
   * request alone waits for no other request of the job.
   */
  static Finding moreInFlightMayGain(Facts facts) {
    Finding gains = moreInFlightGains(facts);
    boolean alone = facts.peak().inFlight().bound() <= Signals.lines(facts.peak());
    return gains.isMissing() && alone
        ? new Finding(
            gains.signal(),
            "not tried, but one request alone waits for no other",
            gains.threshold() + ", or one request alone",
            true)
        : gains;
  }

  static Finding moreInFlightGains(Facts facts) {
    String signal = "what twice the requests in flight would gain";
    String threshold = "at least %s times".formatted(plain(Thresholds.WORTH_IT));
    Double gain = facts.seen().otherLoads().gainOfMore();
    return gain == null
        ? Finding.missing(signal, threshold, "raise write.in-flight, or let a search do it")
        : new Finding(
            signal, plain(gain) + " times", threshold, facts.seen().otherLoads().moreMayGain());
  }

  static Finding moreInFlightGainsNothing(Facts facts) {
    return moreInFlightGains(facts)
        .opposite("less than %s times".formatted(plain(Thresholds.WORTH_IT)));
  }

  private static double clientCores(Facts facts) {
    return Signals.clientCores(facts.peak(), facts.capabilities());
  }

  private static boolean hasMostOfFullHost(Facts facts) {
    return Signals.hasOfFullHost(
        facts.peak(), Thresholds.LARGER_PART, facts.peak().job().cpuCores());
  }

  static Finding clientHasRoom(Facts facts) {
    return new Finding(
        "the client's threads",
        finePercent(clientCores(facts)) + " of a core",
        "less than %s".formatted(finePercent(Thresholds.FULL_THREAD)),
        !facts.seen().clientIsFull());
  }
}
