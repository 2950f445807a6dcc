package io.tidemark.diagnose;

import io.tidemark.diagnose.Interval.Sending;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Cuts the time of saved pages into intervals, and makes a window of each. */
final class Intervals {
  /** The fewest steps between readings in an interval: few say little, many hide a short stop. */
  private static final int READINGS = 4;

  /** The most intervals. */
  private static final int MOST = 48;

  /** Samples that are taken for one request if nobody counts requests; any number would do. */
  private static final double NOMINAL_BATCH = 1000;

  /**
   * What senders and database count is as good as equal if it differs by no more than this share.
   */
  private static final double ALIKE = 0.25;

  /** The in-flight limit of senders without pages is taken to be between these two. */
  private static final int LEAST_IN_FLIGHT = 32;

  private static final int MOST_IN_FLIGHT = 128;

  /** A time between two pages is a gap if it is more than this times the usual one. */
  private static final double GAP = 3;

  private final Site site;
  private final List<Long> moments;

  private Intervals(Site site) {
    this.site = site;
    this.moments = site.moments();
  }

  static List<Interval> of(Site site) {
    return new Intervals(site).all();
  }

  /** Returns the usual seconds between two pages; 0 if there are not two. */
  static double secondsApart(List<Long> moments) {
    long[] apart = new long[Math.max(0, moments.size() - 1)];
    for (int i = 0; i < apart.length; i++) {
      apart[i] = moments.get(i + 1) - moments.get(i);
    }
    Arrays.sort(apart);
    return apart.length == 0 ? 0 : apart[apart.length / 2] / 1e3;
  }

  private List<Interval> all() {
    int steps = moments.size() - 1;
    int count = Math.max(1, Math.min(MOST, steps / READINGS));
    var all = new ArrayList<Interval>();
    for (int i = 0; i < count && steps > 0; i++) {
      int first = i * steps / count;
      int last = (i + 1) * steps / count;
      all.add(between(first, last));
    }
    return all;
  }

  private Interval between(int first, int last) {
    // Other processes were read a little before or after.
    double usual = secondsApart(moments);
    long slack = Math.round(1e3 * usual / 2);
    long from = moments.get(first) - (first == 0 ? slack : 0);
    long to = moments.get(last) + (last == moments.size() - 1 ? slack : 0);
    for (int i = first; i < last; i++) {
      long apart = moments.get(i + 1) - moments.get(i);
      if (apart > GAP * 1e3 * usual && 2 * apart > moments.get(last) - moments.get(first)) {
        return Interval.leftOut(
            from, to, "nothing was read for %s s of it".formatted(Amounts.whole(apart / 1e3)));
      }
    }
    if (site.senders().values().stream().anyMatch(log -> log.restarted(from, to))) {
      return Interval.leftOut(from, to, "a sender was restarted");
    }
    Database read = site.database().in(from, to, null, UnaryOperator.identity());
    if (site.hasDatabase() && read == null) {
      return Interval.leftOut(from, to, "nothing was read of the database");
    }
    if (read != null && read.restarted()) {
      return Interval.leftOut(from, to, "a process of the database was restarted");
    }
    Sending sending = Senders.between(site.senders(), from, to);
    if (wentBack(read, sending)) {
      return Interval.leftOut(from, to, "counters began anew");
    }
    Double samples = samples(read, sending);
    if (orZero(samples) <= 0) {
      return Interval.leftOut(from, to, "nothing was written");
    }
    Double counted = site.hasDatabase() ? site.database().requestsPerSecond(from, to) : null;
    boolean sees = sees(sending, samples, counted);
    double share =
        sees ? 1 : sending.samples() == null ? 0 : Math.min(10, samples / sending.samples());
    return new Interval(
        from, to, window(from, to, samples, counted, share, read, sending), sending, sees, null);
  }

  private static boolean wentBack(Database read, Sending sending) {
    boolean database =
        read != null
            && (isNegative(read.rowsPerSecond())
                || isNegative(read.cpuCoresUsed())
                || isNegative(read.slotLimitPerSecond())
                || isNegative(read.diskShare())
                || isNegative(read.linkShare()));
    return database
        || isNegative(sending.samples())
        || isNegative(sending.requests())
        || isNegative(sending.inFlight())
        || isNegative(sending.cores());
  }

  private static boolean isNegative(Double value) {
    return value != null && value < 0;
  }

  private static Double samples(Database read, Sending sending) {
    return read != null && read.rowsPerSecond() != null ? read.rowsPerSecond() : sending.samples();
  }

  /**
   * @param counted requests per second that the database counts; null if it does not count them
   * @param share what is written here, over what the senders with pages send: others may write
   *     here, too, and these may write elsewhere, too
   */
  private static Window window(
      long from,
      long to,
      double samples,
      Double counted,
      double share,
      Database read,
      Sending sending) {
    double sent = orZero(sending.requests()) * share;
    double requests =
        counted != null && counted > 0 ? counted : sent > 0 ? sent : samples / NOMINAL_BATCH;
    double inFlight = inFlight(read, sending, share);
    boolean asked = !sending.behind();
    var load =
        new Load(
            bound(orZero(sending.bound()) * share, inFlight),
            1,
            1,
            (int) Math.max(1, Math.round(samples / requests)),
            1,
            asked ? Math.max(1, Math.round(samples)) : 0);
    double waiting =
        sending.behind() ? Math.max(orZero(sending.waiting()), 1) : orNaN(sending.waiting());
    return new Window(
        load,
        (to - from) / 1e3,
        0,
        new Throughput(samples, null, null, null, null, requests, Double.NaN),
        new Requests(
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            sending.turnedAway(),
            // The queueing model makes failed requests again, which those that are dropped are not.
            sending.inVain() - sending.turnedAway() - sending.dropped(),
            0,
            List.of()),
        new InFlight(inFlight, load.inFlight(), waiting, null, null, null, null, 0, 0),
        sending.coresShare() == null
            ? List.of()
            : List.of(
                new Task(
                    "sender", 1, null, null, null, sending.cores(), sending.coresShare(), 1.0)),
        new Job(1, Double.POSITIVE_INFINITY, orNaN(sending.cores()), Double.NaN, null, null),
        null,
        read,
        List.of(),
        List.of(),
        null);
  }

  /**
   * Tells whether the senders with pages are the ones who write: by requests, or else by samples,
   * of which senders count some that they have not sent yet.
   */
  private static boolean sees(Sending sending, double samples, Double counted) {
    if (!sending.isSeen()) {
      return false;
    }
    return counted != null && isAlike(counted, sending.requests())
        || sending.samples() == null
        || isAlike(samples, sending.samples());
  }

  private static boolean isAlike(double here, Double sent) {
    return sent != null && Math.abs(here / sent - 1) <= ALIKE;
  }

  /**
   * Returns the requests in flight; without pages of senders, at least those in the slots or at the
   * cores.
   */
  private static double inFlight(Database read, Sending sending, double share) {
    double sent = orZero(sending.inFlight()) * share;
    if (sent > 0) {
      return sent;
    }
    double inside = read == null ? 0 : orZero(read.slotsInUse());
    double computing = read == null ? 0 : orZero(read.cpuCoresUsed());
    return Math.max(0.01, Math.max(inside, computing));
  }

  private static int bound(double known, double inFlight) {
    return known > 0
        ? (int) Math.max(1, Math.max(Math.round(known), Math.ceil(inFlight)))
        : (int) Math.max(LEAST_IN_FLIGHT, Math.min(MOST_IN_FLIGHT, 8 * inFlight));
  }

  private static double orZero(Double value) {
    return value == null ? 0 : value;
  }

  /** Returns NaN for null: a window can't be without some values. */
  private static double orNaN(Double value) {
    return value == null ? Double.NaN : value;
  }
}
