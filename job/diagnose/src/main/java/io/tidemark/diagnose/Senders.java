package io.tidemark.diagnose;

import io.tidemark.diagnose.Interval.Sending;
import io.tidemark.sink.http.SenderTable.Quantity;
import io.tidemark.statistics.Known;
import java.util.Map;

/** Adds up what senders did between two moments. */
final class Senders {
  /** A Tidemark job has more to send if a writer waits for a permit for this share of the time. */
  private static final double WAITS = 0.5;

  /** A sender has more to send if it uses this share of its in-flight limit. */
  private static final double USED_UP = 0.95;

  private double samples = Double.NaN;
  private double requests = Double.NaN;
  private double turnedAway;
  private double inVain;
  private double dropped;
  private double inFlight = Double.NaN;
  private double bound = Double.NaN;
  private double waiting = Double.NaN;
  private double cores = Double.NaN;
  private double coresShare = Double.NaN;
  private boolean behind;
  private String busiest;
  private double most = -1;
  private boolean boundKnown = true;

  private Senders() {}

  /** Returns what those did together that sent anything. */
  static Sending between(Map<String, SenderLog> senders, long from, long to) {
    var sums = new Senders();
    senders.forEach(
        (process, log) -> {
          if (log.sendsIn(from, to)) {
            sums.add(process, log, from, to);
          }
        });
    double all = Math.max(sums.requests, 1e-9);
    return new Sending(
        Known.finite(sums.samples),
        Known.finite(sums.requests),
        orZero(Math.min(1, sums.turnedAway / all)),
        orZero(Math.min(1, sums.inVain / all)),
        orZero(Math.min(1, sums.dropped / all)),
        Known.finite(sums.inFlight),
        sums.boundKnown ? Known.finite(sums.bound) : null,
        Known.finite(sums.waiting),
        Known.finite(sums.cores),
        Known.finite(sums.coresShare),
        sums.behind,
        sums.busiest);
  }

  private void add(String process, SenderLog log, long from, long to) {
    double sent = log.rate(Quantity.SAMPLES, from, to);
    double again = log.rate(Quantity.SAMPLES_AGAIN, from, to);
    double calls = log.rate(Quantity.REQUESTS, from, to);
    requests = plus(requests, calls);
    double repeated = again > 0 ? orZero(calls) * again / (orZero(sent) + again) : 0;
    double given = orZero(log.rate(Quantity.SAMPLES_DROPPED, from, to));
    double gone =
        orZero(log.rate(Quantity.REQUESTS_DROPPED, from, to))
            + (given > 0 ? orZero(calls) * Math.min(1, given / orZero(sent)) : 0);
    double refused = orZero(log.rate(Quantity.TURNED_AWAY, from, to));
    double failed = log.rate(Quantity.FAILED, from, to);
    // A sender that does not count failed attempts counts the samples that it sends again.
    double failing =
        refused + (Double.isNaN(failed) ? repeated + gone : Math.max(gone, failed + repeated));
    turnedAway += refused;
    inVain += failing;
    dropped += gone;
    double done = gone > 0 ? 1 - Math.min(1, gone / (orZero(calls) - failing + gone)) : 1;
    samples = plus(samples, sent * done);
    double flying = log.rate(Quantity.IN_FLIGHT_SECONDS, from, to);
    double atMost = log.mean(Quantity.BOUND, from, to);
    inFlight = plus(inFlight, flying);
    bound = plus(bound, atMost);
    boundKnown &= Double.isFinite(atMost);
    double used = log.rate(Quantity.CPU_SECONDS, from, to);
    cores = plus(cores, used);
    coresShare = Math.max(orZero(coresShare), used / log.mean(Quantity.CORES, from, to));
    coresShare = threads(log, coresShare, from, to);
    double waits =
        log.rate(Quantity.WAIT_SECONDS, from, to)
            / Math.max(1, log.parts(Quantity.WAIT_SECONDS, from, to));
    waiting = Double.isNaN(waiting) ? waits : Math.max(waiting, orZero(waits));
    boolean late = log.isBehind(from, to) || waits > WAITS || flying >= USED_UP * atMost;
    behind |= late;
    double use = (late ? 1 : 0) + orZero(flying / atMost);
    if (use > most) {
      most = use;
      busiest = process;
    }
  }

  /**
   * Returns the cores of the busiest thread if each of the sender's threads does a part of its own;
   * else the share until now.
   */
  private double threads(SenderLog log, double share, long from, long to) {
    double thread = log.mostOf(Quantity.THREAD_SECONDS, from, to);
    if (Double.isNaN(thread)) {
      return share;
    }
    cores = plus(cores, log.rate(Quantity.THREAD_SECONDS, from, to));
    return Math.max(orZero(share), thread);
  }

  private static double plus(double sum, double more) {
    return Double.isNaN(sum) ? more : sum + orZero(more);
  }

  private static double orZero(double value) {
    return Double.isNaN(value) ? 0 : value;
  }
}
