package io.tidemark.readers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Keeps all reports of the readers, and computes their results between two reports. Not
 * thread-safe.
 */
final class ReadLog {
  /**
   * A report, and when it came.
   *
   * @param cpuSeconds CPU time of the process; NaN once it has ended
   */
  private record Seen(long millis, Report report, double cpuSeconds) {
    Reader.Count count() {
      return report.reads();
    }

    MarkerProbe.Count marks() {
      return report.marks();
    }
  }

  private final List<Seen> seen = new ArrayList<>();

  void add(long millis, Report report, double cpuSeconds) {
    seen.add(new Seen(millis, report, cpuSeconds));
  }

  /**
   * Returns the number of queries at the latest report that were asked, but neither answered nor
   * given up.
   */
  long outstanding() {
    if (seen.isEmpty()) {
      return 0;
    }
    Reader.Count last = seen.get(seen.size() - 1).count();
    return last.asked() - last.answered() - last.failed();
  }

  /** Returns the results; empty if fewer than two reports came within that time. */
  Optional<Reads> between(long fromMillis, long toMillis) {
    List<Seen> within =
        seen.stream()
            .filter(each -> each.millis() >= fromMillis && each.millis() <= toMillis)
            .toList();
    if (within.size() < 2) {
      return Optional.empty();
    }
    Seen first = within.get(0);
    Seen last = within.get(within.size() - 1);
    List<Seen> since = within.subList(1, within.size());
    Freshness freshness =
        first.marks() == null || last.marks() == null
            ? null
            : freshness(
                first.marks(), last.marks(), together(since, each -> each.marks().micros()));
    return Optional.of(
        reads(first, last, together(since, each -> each.count().latencies()), freshness));
  }

  private static Histogram together(List<Seen> reports, Function<Seen, Histogram> of) {
    Histogram all = of.apply(reports.get(0)).copy();
    reports.subList(1, reports.size()).forEach(each -> all.add(of.apply(each)));
    return all;
  }

  private static Freshness freshness(
      MarkerProbe.Count first, MarkerProbe.Count last, Histogram micros) {
    return new Freshness(
        micros.getTotalCount(),
        percentile(micros, 50),
        percentile(micros, 99),
        percentile(micros, 100),
        last.refused() - first.refused(),
        last.lost() - first.lost(),
        last.unseenMicros() / 1e3,
        last.asked() - first.asked());
  }

  /** Returns the percentile in milliseconds; null if there are no values. */
  private static Double percentile(Histogram micros, double percentile) {
    return micros.getTotalCount() == 0
        ? null
        : Double.valueOf(micros.getValueAtPercentile(percentile) / 1e3);
  }

  private static Reads reads(Seen first, Seen last, Histogram micros, Freshness freshness) {
    double seconds = (last.millis() - first.millis()) / 1e3;
    double cpu = last.cpuSeconds() - first.cpuSeconds();
    Reader.Count now = last.count();
    Reader.Count before = first.count();
    long answered = now.answered() - before.answered();
    return new Reads(
        seconds,
        now.asked() + now.late() - before.asked() - before.late(),
        answered,
        now.failed() - before.failed(),
        now.late(),
        answered / seconds,
        percentile(micros, 50),
        percentile(micros, 99),
        percentile(micros, 100),
        now.bytes() - before.bytes(),
        Double.isFinite(cpu) ? cpu : null,
        failures(before.failures(), now.failures()),
        now.ended(),
        freshness);
  }

  private static Map<String, Long> failures(Map<String, Long> before, Map<String, Long> now) {
    var failures = new LinkedHashMap<String, Long>();
    now.forEach(
        (reason, times) -> {
          long more = times - before.getOrDefault(reason, 0L);
          if (more > 0) {
            failures.put(reason, more);
          }
        });
    return failures;
  }
}
