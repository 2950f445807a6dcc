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
 */
public final class SeriesCounts {
  /** A series without a sample for so long is gone: what Prometheus looks back for one. */
  public static final int ACTIVE_MINUTES = 5;

  public static final String SEEN = "seriesSeen";
  public static final String ACTIVE = "seriesActive";

  private static final ListStateDescriptor<byte[]> STATE =
      new ListStateDescriptor<>("series-seen", BytePrimitiveArraySerializer.INSTANCE);

  private final DistinctSeries seen = new DistinctSeries();
  private final DistinctSeries active = new DistinctSeries();

  /** Those of a minute at its number modulo {@link #ACTIVE_MINUTES}. */
  private final DistinctSeries[] byMinute = new DistinctSeries[ACTIVE_MINUTES];

  private long minute;
  private ListState<byte[]> state;

  public SeriesCounts() {
    for (int i = 0; i < byMinute.length; i++) {
      byMinute[i] = new DistinctSeries();
    }
  }

  /** Adds what former subtasks left to this one. */
  public void restore(OperatorStateStore store) throws Exception {
    state = store.getListState(STATE);
    for (byte[] former : state.get()) {
      seen.merge(former);
    }
  }

  public void publish(RuntimeContext context) {
    context.addAccumulator(SEEN, seen);
    context.addAccumulator(ACTIVE, active);
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
