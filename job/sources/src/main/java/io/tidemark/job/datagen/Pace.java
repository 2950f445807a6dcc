package io.tidemark.job.datagen;

/**
 * Computes how many samples are due at a rate. Samples that could not be emitted in time are made
 * up for, up to those of one second. Times are nanoseconds of the clock that the caller reads.
 */
public final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Time between two steps, because emitting every single sample at its time would cost a wake-up
   * for each.
   */
  private static final double SECONDS_PER_STEP = 0.005;

  private final double perSecond;
  private final double step;
  private double due;
  private long atNanos;
  private long lateNanos;

  /**
   * @param perSecond rate in samples per second; 0 for no limit
   */
  public Pace(double perSecond, long nowNanos) {
    this.perSecond = perSecond;
    this.step = Math.max(1, perSecond * SECONDS_PER_STEP);
    this.atNanos = nowNanos;
  }

  /** Takes the samples that are due, up to {@code most}; 0 if they are too few for a step. */
  public int take(int most, long nowNanos) {
    if (perSecond == 0) {
      return most;
    }
    due += (nowNanos - atNanos) / NANOS_PER_SECOND * perSecond;
    due = Math.min(due, Math.max(step, perSecond));
    atNanos = nowNanos;
    if (due < step) {
      return 0;
    }
    lateNanos = (long) (due / perSecond * NANOS_PER_SECOND);
    int taken = (int) Math.min(most, due);
    due -= taken;
    return taken;
  }

  /**
   * Returns for how many nanoseconds the first of the samples that {@link #take} returned last had
   * been due; 0 without a rate.
   */
  public long lateNanos() {
    return lateNanos;
  }

  /** Puts back samples that were taken but could not be emitted. */
  public void giveBack(int samples) {
    due += samples;
  }

  /** Returns the nanoseconds from the last {@link #take} until the next step is due. */
  public long nanosToNextStep() {
    return (long) Math.ceil(Math.max(0, step - due) / perSecond * NANOS_PER_SECOND);
  }
}
