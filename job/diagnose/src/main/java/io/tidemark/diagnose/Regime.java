package io.tidemark.diagnose;

import io.tidemark.measure.window.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A period in which the load, and what was busy, were about the same.
 *
 * @param intervals its intervals that count, in order
 * @param begins what happened when it began; null if nothing is known of that
 */
record Regime(List<Interval> intervals, String begins) {
  /** Another regime begins if the load changes by more than this factor. */
  private static final double LOAD = 1.3;

  /** Another regime begins if the busy share of something changes by more than this. */
  private static final double SHARE = 0.25;

  /** A regime has at least this many intervals: a single one is a disturbance. */
  private static final int LEAST = 2;

  /** The most regimes, because the model is asked about each of them. */
  private static final int MOST = 6;

  /** Returns the regimes in order: one if nothing changed for long, none if nothing counts. */
  static List<Regime> of(List<Interval> all) {
    List<Interval> counting = all.stream().filter(Interval::counts).toList();
    double times = 1;
    List<List<Interval>> groups = grouped(counting, times);
    while (groups.size() > MOST) {
      times *= 1.25;
      groups = grouped(counting, times);
    }
    return groups.stream().map(group -> new Regime(group, begins(group.get(0), all))).toList();
  }

  private static List<List<Interval>> grouped(List<Interval> counting, double times) {
    var groups = new ArrayList<List<Interval>>();
    List<Interval> current = new ArrayList<>();
    for (int i = 0; i < counting.size(); i++) {
      List<Interval> next = counting.subList(i, Math.min(counting.size(), i + LEAST));
      boolean changes =
          current.size() >= LEAST
              && next.size() == LEAST
              && isAnother(Seen.mean(current), Seen.mean(next), times)
              && !isAnother(Seen.of(next.get(0)), Seen.of(next.get(1)), times);
      if (changes) {
        groups.add(current);
        current = new ArrayList<>();
      }
      current.add(counting.get(i));
    }
    if (!current.isEmpty()) {
      groups.add(current);
    }
    return groups;
  }

  /** What regimes may differ in; a share that is not known is 0 all the time. */
  private record Seen(double load, double cpu, double slots, double storage, double behind) {
    private static Seen of(Interval interval) {
      Database read = interval.window().database();
      return new Seen(
          Math.log(interval.samplesPerSecond()),
          read == null ? 0 : orZero(read.cpuShare()),
          read == null ? 0 : orZero(read.busiest().slotsShare()),
          read == null ? 0 : Math.max(orZero(read.linkShare()), orZero(read.diskShare())),
          interval.sending().behind() ? 1 : 0);
    }

    private static Seen mean(List<Interval> of) {
      List<Seen> all = of.stream().map(Seen::of).toList();
      return new Seen(
          all.stream().mapToDouble(Seen::load).average().orElse(0),
          all.stream().mapToDouble(Seen::cpu).average().orElse(0),
          all.stream().mapToDouble(Seen::slots).average().orElse(0),
          all.stream().mapToDouble(Seen::storage).average().orElse(0),
          all.stream().mapToDouble(Seen::behind).average().orElse(0));
    }

    private static double orZero(Double share) {
      return share == null ? 0 : share;
    }
  }

  private static boolean isAnother(Seen one, Seen other, double times) {
    return Math.abs(one.load - other.load) > times * Math.log(LOAD)
        || Math.abs(one.cpu - other.cpu) > times * SHARE
        || Math.abs(one.slots - other.slots) > times * SHARE
        || Math.abs(one.storage - other.storage) > times * SHARE
        || Math.abs(one.behind - other.behind) > times * 2 * SHARE;
  }

  /**
   * Returns what a regime begins with, in words: a restart, a gap, or a day (UTC); null if none.
   */
  private static String begins(Interval first, List<Interval> all) {
    int index = all.indexOf(first);
    if (index > 0 && all.get(index - 1).leftOut() != null) {
      return "after " + all.get(index - 1).leftOut();
    }
    Instant from = Instant.ofEpochMilli(first.from());
    Duration ofDay =
        Duration.ofSeconds(from.atOffset(ZoneOffset.UTC).toLocalTime().toSecondOfDay());
    long interval = Math.max(1, (first.to() - first.from()) / 1000);
    boolean newDay =
        index > 0
            && (ofDay.toSeconds() <= interval
                || ofDay.toSeconds() >= Duration.ofDays(1).toSeconds() - interval);
    return newDay ? "at midnight UTC, when some databases begin a new index" : null;
  }

  /**
   * Returns its intervals without those that are unlike the rest, as one is in which it changes.
   */
  List<Interval> typical() {
    Seen mean = Seen.mean(intervals);
    List<Interval> alike =
        intervals.stream().filter(each -> !isAnother(Seen.of(each), mean, 1)).toList();
    return alike.isEmpty() ? intervals : alike;
  }

  long from() {
    return intervals.get(0).from();
  }

  long to() {
    return intervals.get(intervals.size() - 1).to();
  }

  double samplesPerSecond() {
    return intervals.stream().mapToDouble(Interval::samplesPerSecond).average().orElse(0);
  }
}
