package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Task;
import io.tidemark.queues.Demands;
import io.tidemark.queues.Residual;
import java.util.function.DoubleUnaryOperator;

/**
 * Fits the service demands of a request so that the model gives what was measured. CPU, line and
 * storage follow from how much of them the requests used; the time that something else holds a
 * request, from how long one request alone takes; the admission limit, from how many requests are
 * inside while others wait outside. If that explains less time than requests took, the remainder
 * counts where the requests are seen: on the line, or inside the database, as CPU that it is not
 * given.
 *
 * @param demands the demands of all requests, whoever sent them
 * @param coresUnseen whether the database seems to be given fewer cores than it says
 * @param unexplained the share of the time in a slot that no signal explains
 */
record Fit(Demands demands, boolean coresUnseen, double unexplained) {
  private static final int BISECTIONS = 18;

  /**
   * The measured time is explained if the model gives it within this factor, by which host and
   * windows differ by chance.
   */
  private static final double EXPLAINED = 1.2;

  private static final double FAR_MORE = 1.35;

  static Fit of(Seen seen, BusiestNode node, Residual residual) {
    var fitting = new Fitting(seen, node);
    return residual == Residual.AS_SEEN ? fitting.fit() : fitting.fit(residual);
  }

  private static final class Fitting {
    private final Seen seen;
    private final Window peak;
    private final BusiestNode node;

    private Fitting(Seen seen, BusiestNode node) {
      this.seen = seen;
      this.peak = seen.peak();
      this.node = node;
    }

    private Fit fit() {
      Fit fit = fitted();
      double held = fit.demands.database().seconds().held();
      double slots = Math.min(node.slots(), node.inFlightAtBusiest(peak));
      boolean told = seen.otherLoads().least() != null;
      double share = told ? 0 : held * node.all / node.nodes / Math.max(1e-3, slots);
      return new Fit(fit.demands, fit.coresUnseen, Math.min(1, share));
    }

    private Fit fitted() {
      Demands asRead = new Demands(node.holding(0), job(), host(), node.inFlight());
      Demands model = asRead.with(asRead.database().withInTurn(inTurn(asRead)));
      Demands asMeasured = model.withInFlight(node.inFlightAtBusiest(peak));
      Double alone = heldAlone(model);
      Double now =
          alone == null || node.limit() < BusiestNode.PLENTY
              ? Double.valueOf(heldNow(asMeasured, alone == null))
              : null;
      double held = alone == null ? now : now == null ? alone : Math.max(alone, now);
      if (alone != null && now != null && rate(model, alone) > FAR_MORE * node.all) {
        held = alone;
      }
      double predicted = rate(model, held);
      if (predicted < BusiestNode.LESS * node.all) {
        held = Math.min(held, held(node.all, model));
      } else if (predicted > BusiestNode.CLEARLY_MORE * node.all && node.isOnTheLine()) {
        return new Fit(
            model.with(model.database().withHeld(held).withLine(node.fullLine())), false, 0);
      } else if (predicted > EXPLAINED * node.all && node.cpu() > 0 && node.allAreInside()) {
        double given = coresThatExplain(model.with(model.database().withHeld(held)));
        return new Fit(
            model.with(model.database().withHeld(held).withCores(given)),
            given < BusiestNode.LESS * model.database().limits().cores()
                && !node.sessionsHaveTheirCores(),
            0);
      } else if (predicted > EXPLAINED * node.all) {
        return new Fit(asMeasured.with(node.holding(held(node.all, asMeasured))), false, 0);
      }
      return new Fit(model.with(model.database().withHeld(held)), false, 0);
    }

    /**
     * Returns a fit that counts all unexplained time as one thing, beside what one request alone
     * shows.
     */
    private Fit fit(Residual residual) {
      Demands asRead = new Demands(node.holding(0), job(), host(), node.inFlight());
      Demands model = asRead.with(asRead.database().withInTurn(inTurn(asRead)));
      Double alone = heldAlone(model);
      Demands explained = model.with(model.database().withHeld(alone == null ? 0 : alone));
      if (explained.calls() <= EXPLAINED * node.all) {
        return new Fit(explained, false, 0);
      }
      return switch (residual) {
        case AS_SEEN, DELAY -> new Fit(withDelay(model), false, 0);
        case SERIAL_STATION ->
            new Fit(explained.with(explained.database().withStorage(node.fullLine())), false, 0);
        case FEWER_CORES ->
            new Fit(
                explained.with(explained.database().withCores(coresThatExplain(explained))),
                true,
                0);
      };
    }

    private Demands withDelay(Demands model) {
      Demands asMeasured = model.withInFlight(node.inFlightAtBusiest(peak));
      return asMeasured.with(
          asMeasured.database().withHeld(held(node.all, asMeasured.with(tireless()))));
    }

    /**
     * Returns the time that requests are held now. If the cores are full, requests wait for these,
     * unless a lower load was tried and says more.
     */
    private double heldNow(Demands model, boolean nothingElseTells) {
      boolean full = Signals.sharesFullHost(peak) || Signals.ownCpuIsFull(peak);
      return full && nothingElseTells ? 0 : held(node.all, model.with(tireless()));
    }

    /**
     * Returns the share of a request's CPU and storage for which its slot can have waited. If all
     * of them take longer than the slot was held, the rest goes on beside it.
     */
    private double inTurn(Demands model) {
      Demands alone = model.with(tireless()).with(Demands.Host.NONE);
      Demands.Database database = alone.database();
      return rate(alone, 0) >= BusiestNode.LESS * node.all
          ? 1
          : falling(node.all, 1, share -> rate(alone.with(database.withInTurn(share)), 0));
    }

    private static double rate(Demands model, double held) {
      return model.with(model.database().withHeld(held)).calls();
    }

    private Demands.Job job() {
      double asked =
          seen.rateAsked() && peak.load().sourceSamplesPerSecond() > 0
              ? peak.load().expectedSamplesPerSecond() / perCall()
              : Double.POSITIVE_INFINITY;
      return new Demands.Job(
          perCall() / jobAlone(),
          peak.job().cpuCores() / node.all,
          Signals.jobIsThrottled(peak)
              ? Math.min(peak.job().cores(), peak.job().cpuCores())
              : peak.job().cores(),
          asked,
          collecting(),
          skew());
    }

    private double collecting() {
      return Math.min(0.99, peak.job().gcShare());
    }

    private double skew() {
      return Signals.measured(peak)
          .filter(task -> task.parallelism() > 1 && task.cpuSkew() != null)
          .mapToDouble(Task::cpuSkew)
          .max()
          .orElse(1);
    }

    private double perCall() {
      return peak.throughput().samplesPerSecond() / node.all;
    }

    /**
     * Returns the samples per second of the job's busiest thread; they are the present ones if only
     * the thread itself holds it up.
     */
    private double jobAlone() {
      double now = Math.max(1e-3, peak.throughput().samplesPerSecond());
      boolean bySelf = Signals.waitsForNothing(peak) || seen.isAsFastAsWithoutDatabase();
      if (bySelf && !Signals.hostIsFull(peak)) {
        return now;
      }
      // A thread does nothing during garbage collections.
      double busy = seen.busiestThread() / (1 - collecting());
      return seen.jobCeiling() == null
          ? now / Math.max(1e-3, busy)
          : Math.max(seen.jobCeiling().value(), now / Math.max(Thresholds.WORKING_THREAD, busy));
    }

    private Demands.Host host() {
      return Signals.databaseCoresOnHost(peak) > 0
          ? new Demands.Host(peak.host().cores(), Signals.othersCoresOnHost(peak))
          : Demands.Host.NONE;
    }

    /** Returns a job that no thread holds up, so that only the database is left. */
    private Demands.Job tireless() {
      Demands.Job job = job();
      return job.withSeconds(0, job.cpuSeconds());
    }

    /**
     * Returns the time that a request is held beside its CPU, line and storage, with the fewest
     * requests in flight; null if that is not known.
     */
    private Double heldAlone(Demands model) {
      Window least = seen.otherLoads().least();
      if (least == null || node.stored(least) <= 0) {
        return null;
      }
      Double rows = Signals.rowsCounted(least);
      double rate = node.stored(least) * (rows == null ? 1 : Math.max(1, rows));
      if (cpuIsTakenByOthers(least, rate)) {
        return null;
      }
      double inFlight = Math.max(node.inFlightAtBusiest(least), 1e-3);
      if (rows != null && rows > Thresholds.MORE_ROWS && least.database().slotsInUse() != null) {
        inFlight = Math.max(inFlight, least.database().slotsInUse() / node.read);
      }
      return held(rate, model.withInFlight(inFlight));
    }

    /**
     * Tells whether even a lone request waits for CPU; it then shows nothing of what else holds it.
     */
    private boolean cpuIsTakenByOthers(Window least, double rate) {
      Database then = least.database();
      return then != null
          && then.cpuShare() != null
          && then.cpuCoresUsed() != null
          && then.cpuShare() >= Thresholds.NEARLY_ALL
          && then.cpuCoresUsed() > 2 * node.cpuOfAll() * rate;
    }

    /**
     * Returns the time that a request is held at a rate, at most what Little's law leaves to so
     * many requests.
     */
    private double held(double rate, Demands model) {
      double most = model.inFlight() * node.nodes / rate;
      return falling(rate, most, held -> rate(model, held));
    }

    private double coresThatExplain(Demands model) {
      double low = node.coresInUse();
      double high = Math.max(low, model.database().limits().cores());
      for (int i = 0; i < BISECTIONS; i++) {
        double cores = (low + high) / 2;
        boolean more = model.with(model.database().withCores(cores)).calls() > node.all;
        low = more ? low : cores;
        high = more ? cores : high;
      }
      return high;
    }

    /** Returns where a falling rate reaches this one. */
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
  }
}
