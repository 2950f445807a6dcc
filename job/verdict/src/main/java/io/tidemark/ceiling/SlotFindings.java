package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;
import static io.tidemark.measure.Amounts.plain;
import static io.tidemark.sink.Concept.INSERT_SLOTS;

import io.tidemark.measure.Window;

/**
 * The questions about the database's insert slots, and about the requests that wait before them or
 * in them.
 */
final class SlotFindings {
  private static final String NO_SLOTS = "it has no insert slots";

  private SlotFindings() {}

  /**
   * Asks whether requests are turned away for another reason than slots, because a request that
   * waited too long for a slot is turned away, too.
   */
  static Finding notForWantOfSlots(Facts facts) {
    String signal = "requests that gave up waiting for an insert slot";
    if (!hasSlots(facts)) {
      return new Finding(signal, NO_SLOTS, "none", true);
    }
    var database = facts.peak().database();
    Double timeouts = database == null ? null : database.slotTimeoutPerSecond();
    return timeouts == null
        ? Finding.missing(signal, "none", DatabaseFindings.remedy(facts))
        : new Finding(signal, plain(timeouts) + "/s", "none", timeouts == 0);
  }

  /**
   * Asks whether the requests inside work side by side. If they hold each other up, more of them
   * would, too, whoever admits them.
   */
  static Finding thoseInsideWorkSideBySide(Facts facts) {
    String signal = "throughput over that of one request in flight";
    String threshold =
        "at least %s of the requests inside the database"
            .formatted(finePercent(Thresholds.SIDE_BY_SIDE));
    Double times = facts.seen().timesOfOne();
    double inside = Signals.workedOn(facts.peak(), facts.capabilities());
    return times == null
        ? new Finding(signal, "not tried", threshold, true)
        : new Finding(
            signal,
            "%s times, with %s inside".formatted(plain(times), plain(inside)),
            threshold,
            times >= Thresholds.SIDE_BY_SIDE * inside);
  }

  static Finding slotsAreTaken(Facts facts) {
    return slotsAreTaken(facts, facts.peak(), "insert slots taken");
  }

  /**
   * Asks whether it is shown what holds the slots: CPU, line or storage, or a time that one request
   * alone is held, too.
   */
  static Finding whatHoldsThemIsShown(Facts facts) {
    double unexplained = facts.fit().unexplained();
    return new Finding(
        "what holds the insert slots",
        "unexplained for %s of their time".formatted(finePercent(unexplained)),
        "less than %s".formatted(finePercent(Thresholds.LITTLE_WAIT)),
        unexplained < Thresholds.LITTLE_WAIT);
  }

  /**
   * Returns the least gain of twice as many slots: a delay passes in twice as many slots at once,
   * but a station that serves one request at a time does not get faster.
   *
   * @param gain the most that twice as many may give
   */
  static double gainAtLeast(Facts facts, double gain) {
    return whatHoldsThemIsShown(facts).isFalse() ? 1 : gain;
  }

  static Finding slotsAreFree(Facts facts) {
    Finding free = areFree(slotsAreTaken(facts));
    return free.isTrue() && Signals.nodesAreMissing(facts.peak())
        ? DatabaseFindings.missingNodes(free.signal(), free.threshold(), facts)
        : free;
  }

  /**
   * Asks whether slots were taken at the knee: slots that were free when the throughput was reached
   * did not stop it.
   */
  static Finding slotsWereTakenAtTheKnee(Facts facts) {
    Window knee = facts.seen().otherLoads().knee();
    var database = facts.peak().database();
    String signal = "requests in flight at the knee";
    String threshold = "as many as there are insert slots";
    if (knee == null) {
      return Finding.missing(signal, threshold, "let a search try less in flight");
    }
    if (database == null || database.slots() == null) {
      return Finding.missing(signal, threshold, DatabaseFindings.remedy(facts));
    }
    return new Finding(
        signal,
        "%s, for %s insert slots".formatted(plain(knee.inFlight().mean()), plain(database.slots())),
        threshold,
        knee.inFlight().mean() >= Thresholds.NEARLY_ALL * database.slots());
  }

  /**
   * Asks whether slots were free when sending was slow. A slow upload holds its slot, too, but then
   * sending is slow before the slots are taken. If no lower load was tried, it shows in how many of
   * the requests that hold a slot are still being sent.
   */
  static Finding slotsWereFreeWhenSendingWasSlow(Facts facts) {
    Finding atPeak = areFree(slotsAreTaken(facts));
    Window knee = facts.seen().otherLoads().knee();
    if (atPeak.isFalse() && knee == null && Boolean.TRUE.equals(facts.seen().mostlySends())) {
      return slotsHeldByUploads(facts.peak(), atPeak);
    }
    boolean slowAtKnee = knee != null && Boolean.TRUE.equals(Signals.mostlySends(knee));
    if (atPeak.isTrue() || !slowAtKnee) {
      return atPeak;
    }
    String signal = "insert slots taken at %d in flight".formatted(knee.load().inFlight());
    Finding atKnee = areFree(slotsAreTaken(facts, knee, signal));
    return atKnee.isFalse() ? slotsHeldByUploads(knee, atKnee) : atKnee;
  }

  /**
   * Asks whether uploads hold the slots, by the requests on the line that can't be among those
   * which wait for a slot.
   */
  private static Finding slotsHeldByUploads(Window window, Finding taken) {
    String signal = "insert slots held by uploads";
    String threshold = "at least %s of them".formatted(finePercent(Thresholds.MUCH_WAIT));
    Double held = Signals.heldByUploads(window);
    if (held == null || held > Thresholds.LITTLE_WAIT && held < Thresholds.MUCH_WAIT) {
      return Finding.missing(signal, threshold, "slots or line: let a search try less in flight");
    }
    return new Finding(
        signal,
        "%s, %s".formatted(finePercent(held), taken.value()),
        threshold,
        held >= Thresholds.MUCH_WAIT);
  }

  private static Finding areFree(Finding taken) {
    return taken.opposite(
        "less than %s, and fewer than %s of the requests found none free"
            .formatted(finePercent(Thresholds.FULL), finePercent(Thresholds.LIMIT_REACHED)));
  }

  private static Finding slotsAreTaken(Facts facts, Window window, String signal) {
    String threshold =
        "at least %s, or %s of the requests found none free"
            .formatted(finePercent(Thresholds.FULL), finePercent(Thresholds.LIMIT_REACHED));
    if (!hasSlots(facts)) {
      return new Finding(signal, NO_SLOTS, threshold, false);
    }
    var database = window.database();
    if (database == null || database.slots() == null) {
      return Finding.missing(signal, threshold, DatabaseFindings.remedy(facts));
    }
    Double ofBusiest = database.busiest().slotsShare();
    return new Finding(
        signal,
        "%s of %s on average%s, %s of the requests found none free"
            .formatted(
                database.slotsInUse() == null ? "unknown" : plain(database.slotsInUse()),
                plain(database.slots()),
                database.busiest().nodes() > 1 && ofBusiest != null
                    ? " (%s%s)"
                        .formatted(
                            finePercent(ofBusiest),
                            DatabaseFindings.ofNode(database, database.busiest().slotsNode()))
                    : "",
                finePercent(Math.min(1, Signals.foundNoneFree(window)))),
        threshold,
        Signals.slotsAreTaken(window, facts.capabilities()));
  }

  private static boolean hasSlots(Facts facts) {
    return facts.capabilities().has(INSERT_SLOTS);
  }

  /**
   * Asks whether requests are in flight that are neither sent nor worked on: they are in a proxy, a
   * load balancer, or on their way.
   */
  static Finding requestsWaitOutside(Facts facts) {
    String signal = "requests that wait before they reach the database";
    String threshold = "at least a third of those in flight";
    var database = facts.peak().database();
    double inFlight = facts.peak().inFlight().mean();
    if (Signals.sessionsWorkOnAll(facts.peak())) {
      return new Finding(
          signal,
          "%s in flight, %s sessions of the database at work"
              .formatted(plain(inFlight), plain(database.sessions().active())),
          threshold,
          false);
    }
    if (!hasSlots(facts) || database == null || database.slotsInUse() == null) {
      return Finding.missing(
          signal,
          threshold,
          "it does not say how many it works on: look at what stands between job and database");
    }
    return new Finding(
        signal,
        "%s in flight, %s in the database's insert slots"
            .formatted(plain(inFlight), plain(database.slotsInUse())),
        threshold,
        inFlight >= Thresholds.WAITING_OUTSIDE * database.slotsInUse());
  }
}
