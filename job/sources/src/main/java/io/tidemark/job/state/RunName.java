package io.tidemark.job.state;

import io.tidemark.job.config.RunLabel;
import io.tidemark.sink.TargetConfig;
import java.io.Serializable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.ManagedInitializationContext;

/**
 * The name of a run: given at its first start, then kept in state, so that it writes the same
 * series however often it is restarted, resumed or upgraded. A job whose savepoint has none, of a
 * Tidemark that gave none, goes on without.
 *
 * @param given for a run that begins here
 * @param isLabel whether its series bear it, as {@link RunLabel#KEY}
 * @param resumes whether the name in a savepoint is this run's; else the savepoint is another's
 */
public record RunName(String given, boolean isLabel, boolean resumes) implements Serializable {
  /** Of an accumulator: the label's value of a running job, "" for none. */
  public static final String ACCUMULATOR = "runLabel";

  /** Of a job that nobody asks for it. */
  public static final RunName NONE = new RunName("", false, true);

  private static final ListStateDescriptor<String> STATE =
      new ListStateDescriptor<>("run-name", StringSerializer.INSTANCE);

  /** In {@code initializeState} of every operator that wants to know it. */
  public Kept restore(ManagedInitializationContext context, TaskInfo task) throws Exception {
    ListState<String> state = context.getOperatorStateStore().getUnionListState(STATE);
    String name = given;
    if (resumes && context.isRestored()) {
      name = "";
      for (String former : state.get()) {
        name = former;
      }
    }
    return new Kept(name, isLabel, state, task.getIndexOfThisSubtask() == 0);
  }

  /** The name in force. */
  public static final class Kept {
    private final String name;
    private final boolean isLabel;
    private final ListState<String> state;
    private final boolean writes;

    private Kept(String name, boolean isLabel, ListState<String> state, boolean writes) {
      this.name = name;
      this.isLabel = isLabel;
      this.state = state;
      this.writes = writes;
    }

    /** The label's value; "" for no label. */
    public String label() {
      return isLabel ? name : "";
    }

    /** The target with that label. */
    public TargetConfig on(TargetConfig target) {
      return isLabel ? RunLabel.on(target, name) : target;
    }

    /** Every subtask reads all of it, so one writes it. */
    public void snapshot() throws Exception {
      state.clear();
      if (writes && !name.isEmpty()) {
        state.add(name);
      }
    }
  }
}
