package io.tidemark.diagnose;

import io.tidemark.sink.http.SenderTable.Quantity;
import io.tidemark.statistics.Counters;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What one process that sends to a database reported of itself. Not thread-safe. */
final class SenderLog {
  /** A sender is behind if more waits to be sent than it sends in this many seconds. */
  private static final double BACKLOG_SECONDS = 5;

  /** Less than this is no backlog: it waits for a block to be full. */
  private static final double FEW_BYTES = 1 << 20;

  /** A sender is behind if its backlog grows by more than this share of what it sends. */
  private static final double GROWING = 0.05;

  /** A sender is behind if what it sent is so much older than its newest sample. */
  private static final double LATE_SECONDS = 30;

  /** What was read of each part, e.g. of each destination. */
  private final Map<String, Map<Quantity, Counters>> parts = new TreeMap<>();

  void add(long millis, Map<String, Map<Quantity, Double>> page) {
    page.forEach(
        (part, quantities) ->
            quantities.forEach(
                (quantity, value) -> {
                  if (Double.isFinite(value)) {
                    parts
                        .computeIfAbsent(part, name -> new EnumMap<>(Quantity.class))
                        .computeIfAbsent(quantity, name -> new Counters())
                        .add(millis, value);
                  }
                }));
  }

  /** Returns the growth per second, summed over all parts; NaN if no part tells it. */
  double rate(Quantity quantity, long from, long to) {
    return sum(rates(quantity, from, to));
  }

  /** Returns the growth per second of the part where it is most; NaN if no part tells it. */
  double mostOf(Quantity quantity, long from, long to) {
    return rates(quantity, from, to).max().orElse(Double.NaN);
  }

  /** Returns the number of parts that tell a quantity. */
  long parts(Quantity quantity, long from, long to) {
    return rates(quantity, from, to).count();
  }

  /** Returns the mean, summed over all parts; NaN if no part tells it. */
  double mean(Quantity quantity, long from, long to) {
    return sum(all(quantity).mapToDouble(each -> each.mean(from, to)).filter(Double::isFinite));
  }

  private DoubleStream rates(Quantity quantity, long from, long to) {
    return all(quantity).mapToDouble(each -> each.ratePerSecond(from, to)).filter(Double::isFinite);
  }

  private Stream<Counters> all(Quantity quantity) {
    return parts.values().stream()
        .filter(of -> of.containsKey(quantity))
        .map(of -> of.get(quantity));
  }

  private static double sum(DoubleStream values) {
    return values.reduce((one, other) -> one + other).orElse(Double.NaN);
  }

  boolean readIn(long from, long to) {
    return parts.values().stream()
        .flatMap(of -> of.values().stream())
        .anyMatch(counters -> counters.any(from, to));
  }

  boolean restarted(long from, long to) {
    return all(Quantity.START_SECONDS)
        .anyMatch(
            start -> {
              double before = start.last(from);
              return Double.isFinite(before) && before != start.last(to);
            });
  }

  /** Tells whether anything was sent, by its counters. */
  boolean sendsIn(long from, long to) {
    return rate(Quantity.BYTES, from, to) > 0 || rate(Quantity.REQUESTS, from, to) > 0;
  }

  /**
   * Tells whether the process is behind: it has a backlog, so that nothing but answers bounds what
   * it sends.
   */
  boolean isBehind(long from, long to) {
    return parts.values().stream().anyMatch(part -> isBehind(part, from, to));
  }

  private static boolean isBehind(Map<Quantity, Counters> part, long from, long to) {
    Counters pending = part.get(Quantity.PENDING_BYTES);
    Counters bytes = part.get(Quantity.BYTES);
    if (pending != null && bytes != null) {
      double sent = bytes.ratePerSecond(from, to);
      double waits = pending.mean(from, to);
      double more = 1e3 * (pending.last(to) - pending.level(from)) / (to - from);
      if (waits > FEW_BYTES && (waits > BACKLOG_SECONDS * sent || more > GROWING * sent)) {
        return true;
      }
    }
    Counters newest = part.get(Quantity.NEWEST_SECONDS);
    Counters sent = part.get(Quantity.SENT_SECONDS);
    return newest != null
        && sent != null
        && sent.last(to) > 0
        && newest.last(to) - sent.last(to) > LATE_SECONDS;
  }
}
