package io.tidemark.job.source;

import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.ImmutableSerializer;
import io.tidemark.job.state.OpaqueType;
import io.tidemark.job.state.VersionedSnapshot;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A generated sample between the generator and the next operator, which crosses no wire unless
 * chaining is off. On the wire it is a {@link SampleBlock} of one sample. It is in no state; what
 * an unaligned checkpoint of a build before 2026-11-30 holds of it is not read.
 */
public final class SourceSampleSerializer extends ImmutableSerializer<SourceSample> {
  public static final SourceSampleSerializer INSTANCE = new SourceSampleSerializer();
  public static final OpaqueType<SourceSample> TYPE =
      new OpaqueType<>(SourceSample.class, INSTANCE);

  private static final SourceSample NOTHING =
      SourceSample.of(SampleSerializer.INSTANCE.createInstance());

  @Override
  public void serialize(SourceSample sample, DataOutputView target) throws IOException {
    var block = new SampleBlock.Builder(sample.source());
    block.add(
        sample.number(), sample.hash(), sample.labels(), sample.timestampMillis(), sample.value());
    SampleBlockSerializer.INSTANCE.serialize(block.take(), target);
  }

  @Override
  public SourceSample deserialize(DataInputView in) throws IOException {
    SampleBlock block = SampleBlockSerializer.INSTANCE.deserialize(in);
    return new SourceSample(
        block.source(),
        block.number(0),
        block.key(),
        block.hasLabels(0) ? block.labels(0) : null,
        block.timestampMillis(0),
        block.value(0));
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    SampleBlockSerializer.INSTANCE.copy(source, target);
  }

  @Override
  public SourceSample createInstance() {
    return NOTHING;
  }

  @Override
  public TypeSerializerSnapshot<SourceSample> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The class and its constructor are public, because Flink makes it by name. */
  public static final class Snapshot extends VersionedSnapshot<SourceSample> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
