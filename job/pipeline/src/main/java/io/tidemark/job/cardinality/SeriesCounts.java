package io.tidemark.job.cardinality;

import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;

/**
 * The source's series that one amplifier met, since the job first began and in the last {@value
 * #ACTIVE_MINUTES} minutes. Published as accumulators {@code seriesSeen} and {@code seriesActive},
 * whose values {@link DistinctSeries#count} reads. Used by the task's thread alone.
 *
 * <p>Where instances have different numbers of copies, there is another one ({@link #withMore}) of
 * the series that have one more; its accumulators and state end with {@value #WITH_MORE}.
 */
public final class SeriesCounts {
  /** A series without a sample for so long is gone: what Prometheus looks back for one. */
  public static final int ACTIVE_MINUTES = 5;

  public static final String SEEN = "seriesSeen";
  public static final String ACTIVE = "seriesActive";

  public static final String WITH_MORE = "WithMore";

  private static final String STATE = "series-seen";

  private final DistinctSeries seen = new DistinctSeries();
  private final DistinctSeries active = new DistinctSeries();

  /** Those of a minute at its number modulo {@link #ACTIVE_MINUTES}. */
  private final DistinctSeries[] byMinute = new DistinctSeries[ACTIVE_MINUTES];

  private final String suffix;
  private long minute;
  private ListState<byte[]> state;

  public SeriesCounts() {
    this("");
  }

  /** Of those that have one copy more than others. */
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
   * A series had a sample. Costs tens of nanoseconds, so it is called once for each series and
   * minute.
   *
   * @param hash of its labels
   * @param now minutes since 1970
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
    // A clock that was set back begins anew: what is ahead of it would never be over.
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
