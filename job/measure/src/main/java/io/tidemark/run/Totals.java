package io.tidemark.run;

import io.tidemark.job.cardinality.DistinctSeries;
import io.tidemark.job.deadletter.FirstRefused;
import io.tidemark.job.state.RunName;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The job's accumulators by their names; what a job has not reported yet is zero. */
public record Totals(Map<String, Object> accumulators) {
  public long count(String name) {
    return accumulators.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Returns the totals without what a savepoint had counted before. */
  Totals since(Map<String, Long> before) {
    if (before.isEmpty()) {
      return this;
    }
    var since = new HashMap<>(accumulators);
    before.forEach(
        (name, count) ->
            since.computeIfPresent(
                name,
                (key, total) -> total instanceof Number now ? now.longValue() - count : total));
    return new Totals(since);
  }

  public long acked() {
    return count("samplesAcked");
  }

  /** Returns the samples that are amplified, but not yet known to be written or refused. */
  public long pending() {
    return count("samplesAmplified") - acked() - count("samplesDeadLettered");
  }

  /**
   * @param name one of {@link io.tidemark.job.cardinality.SeriesCounts}
   * @return the estimated number of the source's series
   */
  double series(String name) {
    return accumulators.get(name) instanceof byte[] encoded ? DistinctSeries.count(encoded) : 0;
  }

  /** Returns the run label of all series; null if they have none. */
  public String runLabel() {
    return accumulators.get(RunName.ACCUMULATOR) instanceof String label && !label.isEmpty()
        ? label
        : null;
  }

  /** Returns the first refused record or sample of each reason. */
  SortedMap<String, String> firstRefused() {
    var lines = new TreeMap<String, String>();
    if (accumulators.get(FirstRefused.NAME) instanceof Map<?, ?> first) {
      first.forEach((reason, line) -> lines.put(reason.toString(), line.toString()));
    }
    return lines;
  }

  /** Returns the coefficient of variation of the samples acknowledged per 100 ms. */
  OptionalDouble smoothness() {
    return accumulators.get("smoothness") instanceof Double value && Double.isFinite(value)
        ? OptionalDouble.of(value)
        : OptionalDouble.empty();
  }

  /** Returns the latencies of whole requests, in microseconds. */
  Optional<Histogram> latencyMicros() {
    if (!(accumulators.get("latency") instanceof byte[] encoded) || encoded.length == 0) {
      return Optional.empty();
    }
    try {
      var histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0);
      return histogram.getTotalCount() == 0 ? Optional.empty() : Optional.of(histogram);
    } catch (DataFormatException e) {
      throw new IllegalStateException("the job's latency histogram can't be read", e);
    }
  }
}
