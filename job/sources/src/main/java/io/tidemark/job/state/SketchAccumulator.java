package io.tidemark.job.state;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.apache.flink.api.common.accumulators.Accumulator;

/**
 * Counts with a sketch, whose bytes travel from the tasks to the reader of the result. A task adds
 * values while another thread reads, so subclasses synchronize.
 */
public abstract class SketchAccumulator implements Accumulator<Long, byte[]> {
  /** Adds the counts of another accumulator, from its {@link #getLocalValue}. */
  public abstract void merge(byte[] encoded);

  /** Returns an empty accumulator of the same kind. */
  protected abstract SketchAccumulator create();

  /** Replaces its counts by those of another accumulator, from its {@link #getLocalValue}. */
  protected abstract void become(byte[] encoded);

  @Override
  public final void merge(Accumulator<Long, byte[]> other) {
    merge(other.getLocalValue());
  }

  @Override
  @SuppressWarnings("CloneDoesntCallSuperClone")
  public final Accumulator<Long, byte[]> clone() {
    SketchAccumulator copy = create();
    copy.merge(getLocalValue());
    return copy;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    byte[] encoded = getLocalValue();
    out.writeInt(encoded.length);
    out.write(encoded);
  }

  private void readObject(ObjectInputStream in) throws IOException {
    byte[] encoded = new byte[in.readInt()];
    in.readFully(encoded);
    become(encoded);
  }
}
