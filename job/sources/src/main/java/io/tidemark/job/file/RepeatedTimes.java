package io.tidemark.job.file;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Computes the timestamps of a file that is read again and again, in milliseconds of Unix time. The
 * first pass is shifted so that its first sample has a given time. Each later pass is shifted
 * further, by the time from the file's earliest sample to its latest and one interval, so that no
 * sample, nor a copy of it within the interval, coincides with one of another pass. Operator state
 * keeps the shift, so a restored job continues with the same times. A sample costs a few
 * operations. Not thread-safe.
 */
public final class RepeatedTimes {
  private static final ListStateDescriptor<long[]> STATE =
      new ListStateDescriptor<>(
          "repeated-times", PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO);

  private final Repetition repetition;
  private final LongSupplier clock;
  private ListState<long[]> state;

  /** Whether a sample was read, in this task or before a restore. */
  private boolean begun;

  /** The shift of the first pass. */
  private long moved;

  private long earliest = Long.MAX_VALUE;
  private long latest = Long.MIN_VALUE;
  private int pass;

  /** The shift of the current pass. */
  private long movedNow;

  /**
   * The settings of the repetition.
   *
   * @param start time of the first sample
   * @param interval time from the last sample of a pass to the first one of the next
   * @param ahead time ahead of the clock up to which the database accepts samples
   */
  public record Repetition(Instant start, Duration interval, Duration ahead)
      implements Serializable {
    /** Returns the settings; null if no file repeats. */
    public static Repetition of(JobConfig config, Instant now) {
      if (!config.source().file().repeat()) {
        return null;
      }
      JobConfig started = GeneratorTime.started(config, now);
      return new Repetition(
          Instant.parse(started.source().start()),
          config.amplify().interval(),
          GeneratorTime.ahead(config));
    }
  }

  public RepeatedTimes(Repetition repetition, LongSupplier clock) {
    this.repetition = repetition;
    this.clock = clock;
  }

  /** Restores what tasks before a restart wrote, if there were any. Called before anything else. */
  public void restore(OperatorStateStore store) throws Exception {
    state = store.getUnionListState(STATE);
    for (long[] before : state.get()) {
      begun = true;
      moved = before[0];
      earliest = Math.min(earliest, before[1]);
      latest = Math.max(latest, before[2]);
    }
    movedNow = moved;
  }

  public void snapshot() throws Exception {
    state.clear();
    if (begun) {
      state.add(new long[] {moved, earliest, latest});
    }
  }

  /**
   * Begins a pass; samples of it follow.
   *
   * @throws SuppressRestartsException if its last samples would be further ahead of the clock than
   *     the database accepts
   */
  public void begin(int pass) {
    if (pass == this.pass || !begun) {
      return;
    }
    this.pass = pass;
    long span = latest - earliest;
    double last = (double) latest + moved + pass * ((double) span + repetition.interval.toMillis());
    if (last > clock.getAsLong() + repetition.ahead.toMillis()) {
      throw new SuppressRestartsException(
          new ConfigException(
              "source.file.repeat: the file was read %d times, of %s each, and the next time would lie further ahead of the clock than limits.future lets the database take; raise amplify.n, or set an earlier source.file.start"
                  .formatted(pass, DurationText.format(Duration.ofMillis(span)))));
    }
    movedNow = moved + pass * (span + repetition.interval.toMillis());
  }

  /** Returns the time that a sample of the file has in this pass. */
  public long of(long timestampMillis) {
    if (!begun) {
      begun = true;
      moved = repetition.start.toEpochMilli() - timestampMillis;
      movedNow = moved;
    }
    earliest = Math.min(earliest, timestampMillis);
    latest = Math.max(latest, timestampMillis);
    return timestampMillis + movedNow;
  }
}
