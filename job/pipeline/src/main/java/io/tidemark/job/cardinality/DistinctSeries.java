package io.tidemark.job.cardinality;

import com.dynatrace.hash4j.distinctcount.HyperLogLog;
import io.tidemark.job.state.SketchAccumulator;

/**
 * Estimates how many different series there were, as a Flink accumulator: it takes hashes of labels
 * and gives the registers of a HyperLogLog. Merging does not count a series twice, so the number
 * stays right over restarts and changes of parallelism. It has 2^14 registers of 6 bits: 12 KiB, a
 * standard error of 1.04 / √2^14 = 0.8 % (Flajolet et al. 2007). Flink serializes it on another
 * thread while the task adds to it, so it has locks.
 */
public final class DistinctSeries extends SketchAccumulator {
  private static final int PRECISION = 14;

  private transient HyperLogLog sketch = HyperLogLog.create(PRECISION);

  /**
   * @param encoded a value of {@link #getLocalValue}
   * @return the estimated number of series
   */
  public static double count(byte[] encoded) {
    return HyperLogLog.wrap(encoded).getDistinctCountEstimate();
  }

  /** Returns the estimated number of series. */
  public synchronized double count() {
    return sketch.getDistinctCountEstimate();
  }

  /**
   * @param hash the 64-bit hash of a series' labels
   */
  public synchronized void add(long hash) {
    sketch.add(hash);
  }

  @Override
  public void add(Long hash) {
    add(hash.longValue());
  }

  @Override
  public synchronized byte[] getLocalValue() {
    return sketch.getState().clone();
  }

  @Override
  public synchronized void resetLocal() {
    sketch.reset();
  }

  @Override
  public synchronized void merge(byte[] encoded) {
    sketch.add(HyperLogLog.wrap(encoded));
  }

  @Override
  protected SketchAccumulator create() {
    return new DistinctSeries();
  }

  @Override
  protected void become(byte[] encoded) {
    sketch = HyperLogLog.wrap(encoded);
  }
}
