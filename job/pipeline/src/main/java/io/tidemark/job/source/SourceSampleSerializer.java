package io.tidemark.job.source;

import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.ImmutableSerializer;
import io.tidemark.job.state.OpaqueType;
import io.tidemark.job.state.VersionedSnapshot;
import io.tidemark.series.Labels;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A generated sample between the generator and the next operator, which crosses no wire unless
 * chaining is off: hash of the labels (8 bytes); size (4); unless the size is not negative, source
 * (4) and number (4); unless the size is {@link #NO_LABELS}, the labels' encoding; timestamp (8),
 * bits of the value (8). Without a number it is what {@link SampleSerializer} writes, which is what
 * an unaligned checkpoint may hold.
 */
public final class SourceSampleSerializer extends ImmutableSerializer<SourceSample> {
  public static final SourceSampleSerializer INSTANCE = new SourceSampleSerializer();
  public static final OpaqueType<SourceSample> TYPE =
      new OpaqueType<>(SourceSample.class, INSTANCE);

  private static final int NO_LABELS = -1;

  private static final SourceSample NOTHING =
      SourceSample.of(SampleSerializer.INSTANCE.createInstance());

  @Override
  public void serialize(SourceSample sample, DataOutputView target) throws IOException {
    target.writeLong(sample.hash());
    Labels labels = sample.labels();
    if (labels == null) {
      target.writeInt(NO_LABELS);
      writeNumber(sample, target);
    } else {
      byte[] encoded = labels.encoded();
      if (sample.isNumbered()) {
        target.writeInt(NO_LABELS - 1 - encoded.length);
        writeNumber(sample, target);
      } else {
        target.writeInt(encoded.length);
      }
      target.write(encoded, 0, encoded.length);
    }
    target.writeLong(sample.timestampMillis());
    target.writeLong(Double.doubleToRawLongBits(sample.value()));
  }

  private static void writeNumber(SourceSample sample, DataOutputView target) throws IOException {
    target.writeInt(sample.source());
    target.writeInt(sample.number());
  }

  @Override
  public SourceSample deserialize(DataInputView in) throws IOException {
    long hash = in.readLong();
    int size = in.readInt();
    int source = size < 0 ? in.readInt() : 0;
    int number = size < 0 ? in.readInt() : SourceSample.UNNUMBERED;
    Labels labels = null;
    if (size != NO_LABELS) {
      byte[] encoded = new byte[labelBytes(size)];
      in.readFully(encoded);
      labels = Labels.ofEncoded(encoded, hash);
    }
    long timestampMillis = in.readLong();
    double value = Double.longBitsToDouble(in.readLong());
    return new SourceSample(source, number, hash, labels, timestampMillis, value);
  }

  /** 0 where there are none. */
  private static int labelBytes(int size) {
    return size >= 0 ? size : NO_LABELS - 1 - Math.min(size, NO_LABELS - 1);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeLong(source.readLong());
    int size = source.readInt();
    target.writeInt(size);
    target.write(source, labelBytes(size) + (size < 0 ? 8 : 0) + 16);
  }

  @Override
  public SourceSample createInstance() {
    return NOTHING;
  }

  @Override
  public TypeSerializerSnapshot<SourceSample> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Public and with a public constructor, because Flink makes it by name. */
  public static final class Snapshot extends VersionedSnapshot<SourceSample> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
