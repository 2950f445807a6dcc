package io.tidemark.job.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness closes with InterruptedException
class ExactTotalsTest {
  private static final int MAX_PARALLELISM = 8;

  @Test
  void countsOnFromWhatTheSnapshotHeld() throws Exception {
    OperatorSubtaskState snapshot;
    try (var before = started(1, 0, null)) {
      process(before, 3, 4);
      snapshot = before.snapshot(1, 1);
      process(before, 100);
    }
    try (var after = started(1, 0, snapshot)) {
      process(after, 5);
      assertThat(accumulators(after)).isEqualTo(Map.of("records", 3L, "sum", 12L));
    }
  }

  @Test
  void addsUpWhenThereAreFewerSubtasks() throws Exception {
    OperatorSubtaskState whole = snapshotOfThreeSubtasks();
    try (var only = started(1, 0, share(whole, 3, 1, 0))) {
      assertThat(accumulators(only)).isEqualTo(Map.of("records", 3L, "sum", 111L));
    }
  }

  @Test
  void countsNothingTwiceWhenThereAreMoreSubtasks() throws Exception {
    OperatorSubtaskState whole = snapshotOfThreeSubtasks();
    var sum = new HashMap<String, Long>();
    for (int subtask = 0; subtask < 5; subtask++) {
      try (var harness = started(5, subtask, share(whole, 3, 5, subtask))) {
        accumulators(harness).forEach((name, value) -> sum.merge(name, value, Long::sum));
      }
    }
    assertThat(sum).isEqualTo(Map.of("records", 3L, "sum", 111L));
  }

  private static OperatorSubtaskState snapshotOfThreeSubtasks() throws Exception {
    try (var a = started(3, 0, null);
        var b = started(3, 1, null);
        var c = started(3, 2, null)) {
      process(a, 1);
      process(b, 10);
      process(c, 100);
      return AbstractStreamOperatorTestHarness.repackageState(
          a.snapshot(1, 1), b.snapshot(1, 1), c.snapshot(1, 1));
    }
  }

  private static OperatorSubtaskState share(
      OperatorSubtaskState whole, int oldParallelism, int newParallelism, int subtask) {
    return AbstractStreamOperatorTestHarness.repartitionOperatorState(
        whole, MAX_PARALLELISM, oldParallelism, newParallelism, subtask);
  }

  private static OneInputStreamOperatorTestHarness<Long, Long> started(
      int parallelism, int subtask, OperatorSubtaskState state) throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<Long, Long>(
            new ProcessOperator<>(new Summing()), MAX_PARALLELISM, parallelism, subtask);
    if (state == null) {
      harness.initializeEmptyState();
    } else {
      harness.initializeState(state);
    }
    harness.open();
    return harness;
  }

  private static void process(OneInputStreamOperatorTestHarness<Long, Long> harness, long... values)
      throws Exception {
    for (long value : values) {
      harness.processElement(value, 0);
    }
  }

  private static Map<String, Long> accumulators(
      OneInputStreamOperatorTestHarness<Long, Long> harness) throws Exception {
    var values = new HashMap<String, Long>();
    harness
        .getEnvironment()
        .getAccumulatorRegistry()
        .getSnapshot()
        .deserializeUserAccumulators(ExactTotalsTest.class.getClassLoader())
        .forEach((name, accumulator) -> values.put(name, (Long) accumulator.getLocalValue()));
    return values;
  }

  private static final class Summing extends ProcessFunction<Long, Long>
      implements CheckpointedFunction {
    private transient ExactTotals totals;

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
      totals = new ExactTotals(java.util.List.of("records", "sum"));
      totals.restore(context.getOperatorStateStore());
      totals.publish(getRuntimeContext());
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      totals.snapshot();
    }

    @Override
    public void processElement(Long value, Context context, Collector<Long> out) {
      totals.add(0, 1);
      totals.add(1, value);
    }
  }
}
