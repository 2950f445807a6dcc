package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.queues.Demands;
import java.util.function.DoubleUnaryOperator;

/**
 * What each request asks of everything, so that the model gives what was measured: CPU, line and
 * storage by how much of them the requests used; what else holds a request, by how long one alone
 * takes; the number of those let in, by how many are inside where others wait. Where that explains
 * less time than they took, what is left is put where they are seen: on the line, or inside, where
 * it is CPU that the database is not given.
 *
 * @param demands of all requests, whoever sent them
 * @param coresUnseen whether the database seems to be given fewer cores than it says
 */
record Fit(Demands demands, boolean coresUnseen) {
  /** More than anything has. */
  private static final double PLENTY = 1_024;

  /** Times as many in flight as there are slots, where more was tried and gained nothing. */
  private static final double ENOUGH = 4;

  private static final int BISECTIONS = 18;

  /** Of what was measured: so far host and windows differ by chance. */
  private static final double EXPLAINED = 1.2;

  private static final double FAR_MORE = 1.35;
  private static final double CLEARLY_MORE = 1.1;
  private static final double LESS = 0.9;

  /** Of a request alone: less than this outside is chance, as a gauge was read a few times. */
  private static final double OUTSIDE = 0.2;

  static Fit of(Facts facts) {
    return new Fitting(facts).fit();
  }

  private static final class Fitting {
    private final Facts facts;
    private final Window peak;
    private final Window.Database database;
    private final int read;
    private final int nodes;

    /** Requests per second, also of others that write. */
    private final double all;

    private final double each;

    private Fitting(Facts facts) {
      this.facts = facts;
      this.peak = facts.peak();
      this.database = peak.database();
      Double counted = facts.rowsCounted();
      this.read = database == null ? 1 : Math.max(1, database.busiest().takingWrites());
      double seen = facts.nodesAreMissing() ? counted : 1;
      this.nodes = (int) Math.max(1, Math.round(read / seen));
      this.all = Math.max(1e-3, stored(peak) * (counted == null ? 1 : Math.max(1, counted)));
      this.each = all / nodes;
    }

    private Fit fit() {
      Demands model = new Demands(node(0), job(), host(), inFlight());
      Demands asMeasured = model.withInFlight(inFlightAtBusiest(peak));
      Double alone = heldAlone(model);
      Double now =
          alone == null || limit() < PLENTY
              ? Double.valueOf(heldNow(asMeasured, alone == null))
              : null;
      double held = alone == null ? now : now == null ? alone : Math.max(alone, now);
      if (alone != null && now != null && rate(model, alone) > FAR_MORE * all) {
        held = alone;
      }
      double predicted = rate(model, held);
      if (predicted < LESS * all) {
        held = Math.min(held, held(all, model));
      } else if (predicted > CLEARLY_MORE * all && isOnTheLine()) {
        return new Fit(model.with(model.database().withHeld(held).withLine(1 / each)), false);
      } else if (predicted > EXPLAINED * all && cpu() > 0 && allAreInside()) {
        double given = coresThatExplain(model.with(model.database().withHeld(held)));
        return new Fit(
            model.with(model.database().withHeld(held).withCores(given)),
            given < LESS * model.database().cores() && !sessionsHaveTheirCores());
      } else if (predicted > EXPLAINED * all) {
        return new Fit(asMeasured.with(node(held(all, asMeasured))), false);
      }
      return new Fit(model.with(model.database().withHeld(held)), false);
    }

    /** Where cores are full they are held for want of those, as far as no less was tried. */
    private double heldNow(Demands model, boolean nothingElseTells) {
      boolean full = facts.sharesFullHost() || DatabaseFindings.ownCpuIsFull(facts);
      return full && nothingElseTells ? 0 : held(all, model.with(tireless()));
    }

    private Demands.Database node(double held) {
      return new Demands.Database(
          nodes, slots(), limit(), cores(), cpu(), cpuOfAll(), line(), storage(), held, outside());
    }

    private static double rate(Demands model, double held) {
      return model.with(model.database().withHeld(held)).calls();
    }

    private double slots() {
      return hasSlots() ? database.slots() / read : PLENTY;
    }

    private boolean hasSlots() {
      return database != null && database.slots() != null && SlotFindings.hasSlots(facts);
    }

    /** Those that the busiest node works on; null if that is not known. */
    private Double inside() {
      if (!hasSlots()) {
        return refuses() ? sessionsAtWork() : null;
      }
      if (database.slotsInUse() == null) {
        return null;
      }
      Double share = database.busiest().slotsShare();
      return Math.max(database.slotsInUse() / read, share == null ? 0 : share * slots());
    }

    /** Of a database that limits connections, those are all that it lets in. */
    private Double sessionsAtWork() {
      var sessions = database == null ? null : database.sessions();
      return sessions == null ? null : Double.valueOf(sessions.active() / read);
    }

    private boolean slotsAreTaken() {
      return SlotFindings.slotsAreTaken(facts).isTrue();
    }

    private double cores() {
      if (database == null || database.cores() == null) {
        return PLENTY;
      }
      double cores = coresOfBusiest();
      return DatabaseFindings.waitsForCpu(facts) ? Math.min(cores, cpu() * each) : cores;
    }

    private double cpu() {
      return database == null || database.cpuShare() == null || database.cores() == null
          ? 0
          : database.cpuShare() * coresOfBusiest() / each;
    }

    /** Insert and storage nodes may have been given as many, or not. */
    private double coresOfBusiest() {
      Double told = database.busiest().cpuCores();
      return told == null ? database.cores() / read : told;
    }

    private double cpuOfAll() {
      return database == null || database.cpuCoresUsed() == null
          ? 0
          : database.cpuCoresUsed() * nodes / read / all;
    }

    /** A link whose process waits for a core is sending for as long as that takes. */
    private double storage() {
      boolean known =
          database != null
              && database.linkShare() != null
              && !DatabaseFindings.ownCpuIsFull(facts)
              && !facts.sharesFullHost();
      return known ? database.linkShare() / each : 0;
    }

    /**
     * Full where bodies wait in the client's hands; else as long as one request alone is on it. Not
     * known of a job that collects garbage instead of sending.
     */
    private double line() {
      if (facts.mostlyCollects()) {
        return 0;
      }
      Double inClient = peak.requests().sendShare();
      boolean waits = peak.inFlight().use() >= Thresholds.FULL && !facts.clientIsFull();
      if (waits && inClient != null && inClient >= Thresholds.MUCH_WAIT && !slotsAreTaken()) {
        return 1 / each;
      }
      Double alone = facts.lineShare();
      if (alone != null) {
        return Math.min(1, alone) / each;
      }
      Double share = peak.inFlight().unacknowledgedShare();
      if (share == null) {
        return 0;
      }
      Double held = SlotFindings.heldByUploads(peak);
      double sent =
          held == null
              ? share * peak.inFlight().mean() / facts.lines()
              : held * Math.min(peak.inFlight().mean(), database.slotsInUse()) / facts.lines();
      return Math.min(1, sent) / each;
    }

    /** Whether more wait outside than are let in, and the line is not where. */
    private boolean waitOutside() {
      return inside() != null
          && !facts.mayHoldItselfUp()
          && !slotsAreTaken()
          && !mayWaitForCpu()
          && storage() * each <= Thresholds.NEARLY_ALL
          && (refuses()
              || !facts.sharesFullHost()
                  && peak.inFlight().use() >= Thresholds.FULL
                  && inFlightAtBusiest(peak) >= Thresholds.WAITING_OUTSIDE * inside());
    }

    /** Where those inside are what fills the cores, one each, others wait for something else. */
    private boolean mayWaitForCpu() {
      Double waiting = database.cpuWaitingShare();
      boolean eachHasACore =
          inside() >= LESS * cpu() * each
              && inside() <= CLEARLY_MORE * coresOfBusiest()
              && (waiting == null || waiting < Thresholds.LITTLE_WAIT);
      return DatabaseFindings.ownCpuIsFull(facts) && !eachHasACore;
    }

    private boolean refuses() {
      return facts.otherLoads().beyond() != null
          || peak.requests().throttledShare() > Thresholds.THROTTLED;
    }

    private boolean lineIsBusy() {
      return line() * each > Thresholds.NEARLY_ALL;
    }

    private boolean moreGainedNothing() {
      return Boolean.FALSE.equals(facts.otherLoads().gainedByMore());
    }

    /** Requests let in at once by what stands before a node. */
    private double limit() {
      boolean limited = waitOutside() && (refuses() || moreGainedNothing() && !lineIsBusy());
      return limited ? Math.max(1, inside()) : PLENTY;
    }

    private double outside() {
      if (!waitOutside() || lineIsBusy() && !refuses()) {
        return 0;
      }
      if (limit() == PLENTY) {
        return (inFlightAtBusiest(peak) - inside()) / each;
      }
      Window least = facts.otherLoads().least();
      if (least == null || least.database() == null || least.database().slotsInUse() == null) {
        return 0;
      }
      double inFlight = least.inFlight().mean();
      double waiting = Math.max(0, inFlight - least.database().slotsInUse());
      return waiting < OUTSIDE * inFlight ? 0 : waiting / Math.max(1e-3, stored(least));
    }

    private double inFlight() {
      double most = peak.inFlight().bound() * ofBusiest(peak);
      double mean = Math.max(most, inFlightAtBusiest(peak));
      return moreGainedNothing() ? Math.max(mean, ENOUGH * Math.min(256, slots())) : mean;
    }

    private double inFlightAtBusiest(Window window) {
      return window.inFlight().mean() * ofBusiest(window);
    }

    /** By Little's law, of the slowest address. */
    private double ofBusiest(Window window) {
      double sum = 0;
      double most = 0;
      for (Window.Endpoint endpoint : window.requests().endpoints()) {
        double inFlight = endpoint.callsPerSecond() * endpoint.meanMillis();
        sum += inFlight;
        most = Math.max(most, inFlight);
      }
      return sum > 0 ? Math.max(most / sum, 1.0 / nodes) : 1.0 / nodes;
    }

    private Demands.Job job() {
      double asked =
          facts.rateAsked() && peak.load().sourceSamplesPerSecond() > 0
              ? peak.load().expectedSamplesPerSecond() / perCall()
              : Double.POSITIVE_INFINITY;
      return new Demands.Job(
          perCall() / jobAlone(), peak.job().cpuCores() / all, peak.job().cores(), asked);
    }

    private double perCall() {
      return peak.throughput().samplesPerSecond() / all;
    }

    /** Samples per second of its busiest thread: as now, where it waits for nothing. */
    private double jobAlone() {
      double now = Math.max(1e-3, peak.throughput().samplesPerSecond());
      if (JobFindings.waitsForNothing(facts) && !facts.hostIsFull()) {
        return now;
      }
      // In collections a thread does nothing.
      double busy = facts.busiestThread() / (1 - Math.min(0.99, peak.job().gcShare()));
      return facts.jobCeiling() == null
          ? now / Math.max(1e-3, busy)
          : Math.max(facts.jobCeiling().value(), now / Math.max(Thresholds.WORKING_THREAD, busy));
    }

    private Demands.Host host() {
      return facts.databaseCoresOnHost() > 0
          ? new Demands.Host(peak.host().cores(), facts.othersCoresOnHost())
          : Demands.Host.NONE;
    }

    /** A job that no thread holds up: what is left is the database. */
    private Demands.Job tireless() {
      Demands.Job job = job();
      return new Demands.Job(0, job.cpuSeconds(), job.cores(), job.asked());
    }

    /** Beside its CPU, line and storage, with the least in flight; null if that is not known. */
    private Double heldAlone(Demands model) {
      Window least = facts.otherLoads().least();
      if (least == null || stored(least) <= 0) {
        return null;
      }
      Double rows = Facts.rowsCounted(least);
      double rate = stored(least) * (rows == null ? 1 : Math.max(1, rows));
      if (cpuIsTakenByOthers(least, rate)) {
        return null;
      }
      double inFlight = Math.max(inFlightAtBusiest(least), 1e-3);
      if (rows != null && rows > Thresholds.MORE_ROWS && least.database().slotsInUse() != null) {
        inFlight = Math.max(inFlight, least.database().slotsInUse() / read);
      }
      return held(rate, model.withInFlight(inFlight));
    }

    /** One request alone that waits for CPU, too, says nothing of what else holds it. */
    private boolean cpuIsTakenByOthers(Window least, double rate) {
      Window.Database then = least.database();
      return then != null
          && then.cpuShare() != null
          && then.cpuCoresUsed() != null
          && then.cpuShare() >= Thresholds.NEARLY_ALL
          && then.cpuCoresUsed() > 2 * cpuOfAll() * rate;
    }

    private boolean isOnTheLine() {
      Double uploads = SlotFindings.heldByUploads(peak);
      return !facts.mostlyCollects()
          && NetworkFindings.mostlySends(facts).isTrue()
          && (!slotsAreTaken() || uploads == null || uploads >= Thresholds.MUCH_WAIT);
    }

    /** Sessions may wait for what they do not report; that they are not stopped was seen. */
    private boolean sessionsHaveTheirCores() {
      return database.sessions() != null
          && database.cpuWaitingShare() != null
          && database.cpuWaitingShare() < Thresholds.LITTLE_WAIT;
    }

    /** Nobody else's, and none that is on its way again after it was turned away. */
    private boolean allAreInside() {
      if (refuses() || facts.othersWrite()) {
        return false;
      }
      return inside() == null
          || slotsAreTaken()
          || database.slotsInUse() >= Thresholds.FULL * peak.inFlight().mean();
    }

    /** No longer than Little's law leaves to so many requests at such a rate. */
    private double held(double rate, Demands model) {
      double most = model.inFlight() * nodes / rate;
      return falling(rate, most, held -> rate(model, held));
    }

    private double coresThatExplain(Demands model) {
      double low = cpu() * each;
      double high = Math.max(low, model.database().cores());
      for (int i = 0; i < BISECTIONS; i++) {
        double cores = (low + high) / 2;
        boolean more = model.with(model.database().withCores(cores)).calls() > all;
        low = more ? low : cores;
        high = more ? cores : high;
      }
      return high;
    }

    /** Where a rate that falls reaches this one. */
    private static double falling(double rate, double most, DoubleUnaryOperator of) {
      double low = 0;
      double high = most;
      for (int i = 0; i < BISECTIONS; i++) {
        double at = (low + high) / 2;
        boolean more = of.applyAsDouble(at) > rate;
        low = more ? at : low;
        high = more ? high : at;
      }
      return low;
    }

    /** Requests per second that were acknowledged, were they as large as at the peak. */
    private double stored(Window window) {
      var requests = peak.requests();
      double lost = requests.throttledShare() + requests.failedShare() + requests.rejectedShare();
      double calls = peak.throughput().callsPerSecond() * Math.max(0, 1 - lost);
      double peakRate = Math.max(1e-3, peak.throughput().samplesPerSecond());
      return calls * window.throughput().samplesPerSecond() / peakRate;
    }
  }
}
