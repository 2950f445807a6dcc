package io.tidemark.job.state;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.apache.flink.api.common.accumulators.Accumulator;

/**
 * Counts in a sketch, whose bytes travel from the tasks to who asks. A task adds while another
 * thread reads, so subclasses synchronize.
 */
public abstract class SketchAccumulator implements Accumulator<Long, byte[]> {
  /** Adds what {@link #getLocalValue} of another gave. */
  public abstract void merge(byte[] encoded);

  /** One of the same kind in which nothing is. */
  protected abstract SketchAccumulator create();

  /** Forgets what it has, or never had, for what {@link #getLocalValue} of another gave. */
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
