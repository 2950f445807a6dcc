package io.tidemark.job.state;

import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.SimpleAccumulator;

/** A text on which all subtasks of a job agree, for the job's result. */
public final class TextAccumulator implements SimpleAccumulator<String> {
  private volatile String text = "";

  @Override
  public void add(String text) {
    this.text = text;
  }

  @Override
  public String getLocalValue() {
    return text;
  }

  @Override
  public void resetLocal() {
    text = "";
  }

  @Override
  public void merge(Accumulator<String, String> other) {
    if (text.isEmpty()) {
      text = other.getLocalValue();
    }
  }

  @Override
  @SuppressWarnings("CloneDoesntCallSuperClone")
  public Accumulator<String, String> clone() {
    var copy = new TextAccumulator();
    copy.add(text);
    return copy;
  }
}
