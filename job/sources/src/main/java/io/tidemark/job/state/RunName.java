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
 * The name of a run. It is chosen at the first start and then kept in state, so the run writes the
 * same series however often it is restarted, resumed or upgraded. A job whose savepoint has no
 * name, because an earlier Tidemark took it, continues without one.
 *
 * @param given name for a run that begins now
 * @param isLabel whether its series have the name as their label {@link RunLabel#KEY}
 * @param resumes whether the name in a savepoint belongs to this run; if not, the savepoint is
 *     another run's
 */
public record RunName(String given, boolean isLabel, boolean resumes) implements Serializable {
  /** Name of the accumulator with the label's value of a running job; "" for none. */
  public static final String ACCUMULATOR = "runLabel";

  /** The name of a job that does not need one. */
  public static final RunName NONE = new RunName("", false, true);

  private static final ListStateDescriptor<String> STATE =
      new ListStateDescriptor<>("run-name", StringSerializer.INSTANCE);

  /** Restores the name; every operator that needs it calls this in {@code initializeState}. */
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

  /** The name in use. */
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

    /** Returns the label's value; "" for no label. */
    public String label() {
      return isLabel ? name : "";
    }

    /** Returns the target with the label. */
    public TargetConfig on(TargetConfig target) {
      return isLabel ? RunLabel.on(target, name) : target;
    }

    /** Writes the name in one subtask only, because every subtask reads the whole state. */
    public void snapshot() throws Exception {
      state.clear();
      if (writes && !name.isEmpty()) {
        state.add(name);
      }
    }
  }
}
