package io.tidemark.job.datagen;

/**
 * How many samples are due at a rate. What could not be emitted in time is made up for by at most a
 * second's worth. Time is whatever clock the caller reads, in nanoseconds.
 */
public final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Emitting for each single sample would cost a wake-up each. */
  private static final double SECONDS_PER_STEP = 0.005;

  private final double perSecond;
  private final double step;
  private double due;
  private long atNanos;
  private long lateNanos;

  /**
   * @param perSecond 0 for no bound
   */
  public Pace(double perSecond, long nowNanos) {
    this.perSecond = perSecond;
    this.step = Math.max(1, perSecond * SECONDS_PER_STEP);
    this.atNanos = nowNanos;
  }

  /** Takes what is due, up to {@code most}; 0 until it is worth a step. */
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

  /** Since when the first of those that {@link #take} gave last was due; 0 without a bound. */
  public long lateNanos() {
    return lateNanos;
  }

  /** Puts back what was taken and could not be emitted. */
  public void giveBack(int samples) {
    due += samples;
  }

  /** From the last {@link #take} until the next step is due. */
  public long nanosToNextStep() {
    return (long) Math.ceil(Math.max(0, step - due) / perSecond * NANOS_PER_SECOND);
  }
}
