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
  /** Seconds of sending that wait to be sent: one that keeps up has less. */
  private static final double BACKLOG_SECONDS = 5;

  /** What is less waits for a block to be full. */
  private static final double FEW_BYTES = 1 << 20;

  /** Of what is sent: by so much more is to be sent. */
  private static final double GROWING = 0.05;

  /** That the newest sample is older than what could be sent: one that keeps up has less. */
  private static final double LATE_SECONDS = 30;

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

  /** Per second, over all parts; NaN where none tells. */
  double rate(Quantity quantity, long from, long to) {
    return sum(rates(quantity, from, to));
  }

  /** Of the part where that is most; NaN where none tells. */
  double mostOf(Quantity quantity, long from, long to) {
    return rates(quantity, from, to).max().orElse(Double.NaN);
  }

  /** How many parts tell of it. */
  long parts(Quantity quantity, long from, long to) {
    return rates(quantity, from, to).count();
  }

  /** Over all parts; NaN where none tells. */
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

  /** Whether anything was sent, by its counters. */
  boolean sendsIn(long from, long to) {
    return rate(Quantity.BYTES, from, to) > 0 || rate(Quantity.REQUESTS, from, to) > 0;
  }

  /**
   * Whether more is to be sent than what it sends at once, so that nothing but answers bounds it.
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
