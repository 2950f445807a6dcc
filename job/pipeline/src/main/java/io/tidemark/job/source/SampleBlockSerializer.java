package io.tidemark.job.source;

import io.tidemark.job.split.SampleBlock;
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
 * Writes blocks of samples on the wire between tasks: key (8 bytes), ~size (4), source (4), samples
 * (4), checksum (8), the bytes of all samples. Earlier builds wrote a single sample without a
 * number as {@link SampleSerializer} does, whose size is not negative; their unaligned checkpoints
 * may hold such samples, so these are still read.
 */
public final class SampleBlockSerializer extends ImmutableSerializer<SampleBlock> {
  public static final SampleBlockSerializer INSTANCE = new SampleBlockSerializer();
  public static final OpaqueType<SampleBlock> TYPE = new OpaqueType<>(SampleBlock.class, INSTANCE);

  private static final int HEADER_BYTES = 16;

  private static final SampleBlock NOTHING =
      SampleBlock.of(SampleSerializer.INSTANCE.createInstance());

  @Override
  public void serialize(SampleBlock block, DataOutputView target) throws IOException {
    byte[] bytes = block.bytes();
    target.writeLong(block.key());
    target.writeInt(~bytes.length);
    target.writeInt(block.source());
    target.writeInt(block.count());
    target.writeLong(block.checksum());
    target.write(bytes, 0, bytes.length);
  }

  @Override
  public SampleBlock deserialize(DataInputView in) throws IOException {
    long key = in.readLong();
    int size = in.readInt();
    if (size >= 0) {
      byte[] labels = new byte[size];
      in.readFully(labels);
      long timestampMillis = in.readLong();
      double value = Double.longBitsToDouble(in.readLong());
      return SampleBlock.of(new Sample(Labels.ofEncoded(labels, key), timestampMillis, value));
    }
    int source = in.readInt();
    int count = in.readInt();
    long checksum = in.readLong();
    byte[] bytes = new byte[~size];
    in.readFully(bytes);
    return new SampleBlock(key, source, count, checksum, bytes);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeLong(source.readLong());
    int size = source.readInt();
    target.writeInt(size);
    target.write(source, size >= 0 ? size + 16 : HEADER_BYTES + ~size);
  }

  @Override
  public SampleBlock createInstance() {
    return NOTHING;
  }

  @Override
  public TypeSerializerSnapshot<SampleBlock> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The class and its constructor are public, because Flink makes it by name. */
  public static final class Snapshot extends VersionedSnapshot<SampleBlock> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
