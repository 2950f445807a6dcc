package io.tidemark.job.write;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.flink.metrics.HistogramStatistics;

/**
 * Latencies of calls since the task began, in microseconds, as a Flink metric: three significant
 * digits up to an hour, longer ones counted as an hour. Thread-safe.
 */
final class LatencyHistogram implements org.apache.flink.metrics.Histogram {
  static final long MAX_MICROS = 3_600_000_000L;
  static final int DIGITS = 3;

  private final ConcurrentHistogram histogram = new ConcurrentHistogram(MAX_MICROS, DIGITS);

  @Override
  public void update(long micros) {
    histogram.recordValue(Math.min(Math.max(0, micros), MAX_MICROS));
  }

  void updateNanos(long nanos) {
    update(nanos / 1000);
  }

  @Override
  public long getCount() {
    return histogram.getTotalCount();
  }

  @Override
  public HistogramStatistics getStatistics() {
    // A concurrent histogram takes a lock for each read of each bucket, and Flink asks for a dozen
    // values.
    var plain = new Histogram(MAX_MICROS, DIGITS);
    plain.add(histogram);
    return new Statistics(plain);
  }

  private static final class Statistics extends HistogramStatistics {
    private final Histogram histogram;

    Statistics(Histogram histogram) {
      this.histogram = histogram;
    }

    @Override
    public double getQuantile(double quantile) {
      return histogram.getValueAtPercentile(100 * quantile);
    }

    /** Flink's interface asks for all values, but only their distribution is kept. */
    @Override
    public long[] getValues() {
      return new long[0];
    }

    @Override
    public int size() {
      return (int) Math.min(Integer.MAX_VALUE, histogram.getTotalCount());
    }

    @Override
    public double getMean() {
      return histogram.getMean();
    }

    @Override
    public double getStdDev() {
      return histogram.getStdDeviation();
    }

    @Override
    public long getMax() {
      return histogram.getMaxValue();
    }

    @Override
    public long getMin() {
      return histogram.getMinValue();
    }
  }
}
