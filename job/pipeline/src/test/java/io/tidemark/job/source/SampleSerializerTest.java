package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SampleSerializerTest {
  private static final long STALE_MARKER = 0x7ff0000000000002L;
  private static final Sample SAMPLE =
      new Sample(
          Labels.of(Map.of("__name__", "up", "job", "node")),
          1_700_000_000_123L,
          Double.longBitsToDouble(STALE_MARKER));

  @Test
  void readsBackWhatItWroteToTheBit() throws Exception {
    var out = new DataOutputSerializer(64);
    SampleSerializer.INSTANCE.serialize(SAMPLE, out);
    SampleSerializer.INSTANCE.serialize(SAMPLE, out);

    var in = new DataInputDeserializer(out.getCopyOfBuffer());
    for (int i = 0; i < 2; i++) {
      Sample read = SampleSerializer.INSTANCE.deserialize(in);
      assertThat(read.labels()).isEqualTo(SAMPLE.labels());
      assertThat(read.timestampMillis()).isEqualTo(SAMPLE.timestampMillis());
      assertThat(Double.doubleToRawLongBits(read.value())).isEqualTo(STALE_MARKER);
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void copiesBytesWithoutReadingThem() throws Exception {
    var out = new DataOutputSerializer(64);
    SampleSerializer.INSTANCE.serialize(SAMPLE, out);
    byte[] bytes = out.getCopyOfBuffer();

    var copy = new DataOutputSerializer(64);
    SampleSerializer.INSTANCE.copy(new DataInputDeserializer(bytes), copy);
    assertThat(copy.getCopyOfBuffer()).isEqualTo(bytes);
  }

  @Test
  void handsOnTheSampleItself() {
    assertThat(SampleSerializer.INSTANCE.copy(SAMPLE)).isSameAs(SAMPLE);
  }

  @Test
  void isFoundAgainFromASavepoint() throws Exception {
    var out = new DataOutputSerializer(64);
    TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
        out, SampleSerializer.INSTANCE.snapshotConfiguration());
    TypeSerializerSnapshot<Sample> snapshot =
        TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());
    assertThat(snapshot.restoreSerializer()).isEqualTo(SampleSerializer.INSTANCE);
    assertThat(
            SampleSerializer.INSTANCE
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
  }
}
