package io.tidemark.job.state;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;

/**
 * Totals of an operator that stay exact across restarts and changes of parallelism. They are in
 * operator state, beside what they count, and are published as Flink accumulators, whose sum over
 * the subtasks of the current attempt is the job's total since its first start.
 *
 * <p>Flink drops the operator state of a subtask that has finished from later checkpoints, so the
 * totals stay exact only if no checkpoint is taken once a subtask is done ({@code
 * execution.checkpointing.checkpoints-after-tasks-finish: false}).
 *
 * <p>An operator creates them in {@code initializeState} and calls {@link #restore}, then {@link
 * #publish}, and {@link #snapshot} in {@code snapshotState}. Only the task's thread uses them; an
 * operator has at most one such object.
 */
public final class ExactTotals {
  /** Names of the totals of the source's parser, in their order in state. */
  public static final List<String> OF_SOURCE =
      List.of("recordsRead", "samplesRead", "recordsRejected", "fileBytesRead", "filesBroken");

  /** Names of the totals of the amplifier, in their order in state. */
  public static final List<String> OF_AMPLIFIER = List.of("samplesAmplified", "recordsRejected");

  public static final ListStateDescriptor<long[]> STATE =
      new ListStateDescriptor<>("exact-totals", LongPrimitiveArraySerializer.INSTANCE);

  private final List<String> names;
  private final LongCounter[] totals;
  private ListState<long[]> state;

  /**
   * @param names names of the accumulators, unique in the job, in the order of the state; a new one
   *     has to be appended
   */
  public ExactTotals(List<String> names) {
    this.names = List.copyOf(names);
    totals = new LongCounter[names.size()];
    for (int i = 0; i < totals.length; i++) {
      totals[i] = new LongCounter();
    }
  }

  /** Adds up all totals that earlier subtasks left to this one. */
  public void restore(OperatorStateStore store) throws Exception {
    state = store.getListState(STATE);
    for (long[] former : state.get()) {
      requireKnown(former, names);
      for (int i = 0; i < former.length; i++) {
        totals[i].add(former[i]);
      }
    }
  }

  /**
   * @throws IOException if a later version, with more totals, wrote these counts
   */
  public static void requireKnown(long[] counts, List<String> names) throws IOException {
    if (counts.length > names.size()) {
      StateVersion.require("totals", counts.length, names.size());
    }
  }

  public void publish(RuntimeContext context) {
    for (int i = 0; i < totals.length; i++) {
      context.addAccumulator(names.get(i), totals[i]);
    }
  }

  public void snapshot() throws Exception {
    long[] values = new long[totals.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = get(i);
    }
    state.clear();
    state.add(values);
  }

  /** Adds to a total, which costs no more than adding to a field. */
  public void add(int index, long delta) {
    totals[index].add(delta);
  }

  /** Returns this subtask's share of a total. */
  public long get(int index) {
    return totals[index].getLocalValuePrimitive();
  }
}
