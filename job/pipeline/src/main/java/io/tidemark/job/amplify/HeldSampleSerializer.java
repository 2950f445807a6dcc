package io.tidemark.job.amplify;

import io.tidemark.job.source.SampleSerializer;
import io.tidemark.job.state.ImmutableSerializer;
import io.tidemark.job.state.VersionedSnapshot;
import io.tidemark.series.Sample;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes held samples to state like {@link SampleSerializer}, then times (4 bytes), since (8). */
public final class HeldSampleSerializer extends ImmutableSerializer<HeldSample> {
  static final HeldSampleSerializer INSTANCE = new HeldSampleSerializer();

  private static final HeldSample NOTHING =
      new HeldSample(SampleSerializer.INSTANCE.createInstance(), 0, 0);

  @Override
  public HeldSample createInstance() {
    return NOTHING;
  }

  @Override
  public void serialize(HeldSample held, DataOutputView target) throws IOException {
    SampleSerializer.INSTANCE.serialize(held.sample(), target);
    target.writeInt(held.times());
    target.writeLong(held.sinceMillis());
  }

  @Override
  public HeldSample deserialize(DataInputView source) throws IOException {
    Sample sample = SampleSerializer.INSTANCE.deserialize(source);
    return new HeldSample(sample, source.readInt(), source.readLong());
  }

  @Override
  public TypeSerializerSnapshot<HeldSample> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The class and its constructor are public, because Flink makes it by name. */
  public static final class Snapshot extends VersionedSnapshot<HeldSample> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
