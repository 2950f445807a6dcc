package io.tidemark.diagnose;

import io.tidemark.measure.window.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the time in which the load, and what was busy, were about the same.
 *
 * @param begins what happened then; null if nothing is known of that
 */
record Regime(List<Interval> intervals, String begins) {
  /** Of the load: by more than this it is another one, times. */
  private static final double LOAD = 1.3;

  /** Of a share: by more than this it is another one. */
  private static final double SHARE = 0.25;

  /** One that is alone is a disturbance. */
  private static final int LEAST = 2;

  /** Each is asked for by itself. */
  private static final int MOST = 6;

  /** In their order; one if nothing changed for long, none if nothing counts. */
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

  /** What is looked at; what is not known is 0 all the time. */
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

  /** A restart or a gap before it, or that a day of the database's begins with it. */
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
    return newDay ? "with the day (UTC): databases begin an index for each" : null;
  }

  /** Without what is unlike the rest, as an interval in which it changes is. */
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
