package io.tidemark.job.cardinality;

import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;

/**
 * The source's series that one amplifier met, since the job first began and in the last {@value
 * #ACTIVE_MINUTES} minutes. They are published as accumulators {@code seriesSeen} and {@code
 * seriesActive}, whose values {@link DistinctSeries#count} reads. Only the task's thread uses it.
 *
 * <p>If instances have different numbers of copies, another one ({@link #withMore}) counts the
 * series with one more; its accumulators and state end with {@value #WITH_MORE}.
 */
public final class SeriesCounts {
  /** A series without a sample for so long is gone; Prometheus looks back as far for one. */
  public static final int ACTIVE_MINUTES = 5;

  public static final String SEEN = "seriesSeen";
  public static final String ACTIVE = "seriesActive";

  public static final String WITH_MORE = "WithMore";

  private static final String STATE = "series-seen";

  private final DistinctSeries seen = new DistinctSeries();
  private final DistinctSeries active = new DistinctSeries();

  /** The series of each minute, at its number modulo {@link #ACTIVE_MINUTES}. */
  private final DistinctSeries[] byMinute = new DistinctSeries[ACTIVE_MINUTES];

  private final String suffix;
  private long minute;
  private ListState<byte[]> state;

  public SeriesCounts() {
    this("");
  }

  /** Returns counts of the series that have one copy more than others. */
  public static SeriesCounts withMore() {
    return new SeriesCounts(WITH_MORE);
  }

  private SeriesCounts(String suffix) {
    this.suffix = suffix;
    for (int i = 0; i < byMinute.length; i++) {
      byMinute[i] = new DistinctSeries();
    }
  }

  /** Adds what former subtasks left to this one. */
  public void restore(OperatorStateStore store) throws Exception {
    state =
        store.getListState(
            new ListStateDescriptor<>(STATE + suffix, BytePrimitiveArraySerializer.INSTANCE));
    for (byte[] former : state.get()) {
      seen.merge(former);
    }
  }

  public void publish(RuntimeContext context) {
    context.addAccumulator(SEEN + suffix, seen);
    context.addAccumulator(ACTIVE + suffix, active);
  }

  public void snapshot() throws Exception {
    state.update(List.of(seen.getLocalValue()));
  }

  /**
   * Counts a series that had a sample. It takes tens of nanoseconds, so it is called once for each
   * series and minute.
   *
   * @param hash the hash of its labels
   * @param now the minutes since 1970
   */
  public void met(long hash, long now) {
    if (now != minute) {
      begin(now);
    }
    seen.add(hash);
    active.add(hash);
    byMinute[slot(now)].add(hash);
  }

  private void begin(long now) {
    // If the clock was set back, all begins anew: minutes ahead of it would never be over.
    long passed = now < minute ? ACTIVE_MINUTES : Math.min(now - minute, ACTIVE_MINUTES);
    for (long over = now - passed + 1; over <= now; over++) {
      byMinute[slot(over)].resetLocal();
    }
    minute = now;
    active.resetLocal();
    for (DistinctSeries one : byMinute) {
      active.merge(one);
    }
  }

  private static int slot(long minute) {
    return (int) (minute % ACTIVE_MINUTES);
  }
}
