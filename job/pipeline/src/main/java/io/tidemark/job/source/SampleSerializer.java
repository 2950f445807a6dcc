package io.tidemark.job.source;

import io.tidemark.job.state.ImmutableSerializer;
import io.tidemark.job.state.OpaqueType;
import io.tidemark.job.state.VersionedSnapshot;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A sample on the wire between tasks: hash of the labels (8 bytes), size of their encoding (4), the
 * encoding, timestamp (8), bits of the value (8). The hash travels along so that no task computes
 * it again.
 */
public final class SampleSerializer extends ImmutableSerializer<Sample> {
  public static final SampleSerializer INSTANCE = new SampleSerializer();
  static final OpaqueType<Sample> TYPE = new OpaqueType<>(Sample.class, INSTANCE);

  private static final Sample NOTHING = new Sample(Labels.ofEncoded(new byte[0]), 0, 0);

  @Override
  public void serialize(Sample sample, DataOutputView target) throws IOException {
    byte[] labels = sample.labels().encoded();
    target.writeLong(sample.labels().hash());
    target.writeInt(labels.length);
    target.write(labels, 0, labels.length);
    target.writeLong(sample.timestampMillis());
    target.writeLong(Double.doubleToRawLongBits(sample.value()));
  }

  @Override
  public Sample deserialize(DataInputView source) throws IOException {
    long hash = source.readLong();
    byte[] labels = new byte[source.readInt()];
    source.readFully(labels);
    long timestampMillis = source.readLong();
    double value = Double.longBitsToDouble(source.readLong());
    return new Sample(Labels.ofEncoded(labels, hash), timestampMillis, value);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeLong(source.readLong());
    int size = source.readInt();
    target.writeInt(size);
    target.write(source, size + 16);
  }

  @Override
  public Sample createInstance() {
    return NOTHING;
  }

  @Override
  public TypeSerializerSnapshot<Sample> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The class and its constructor are public, because Flink makes it by name. */
  public static final class Snapshot extends VersionedSnapshot<Sample> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
