package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.Payload;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class PayloadSerializerTest {
  private final PayloadSerializer serializer = PayloadSerializer.INSTANCE;

  @Test
  void readsWhatItWrote() throws Exception {
    var payload = new Payload(new byte[] {1, 2, 3}, "snappy", 20, 4000);
    var out = new DataOutputSerializer(16);
    serializer.serialize(payload, out);
    serializer.serialize(payload, out);
    var in = new DataInputDeserializer(out.getCopyOfBuffer());
    serializer.deserialize(in);
    Payload read = serializer.deserialize(in);
    assertThat(read.body()).isEqualTo(payload.body());
    assertThat(read.toString()).isEqualTo(payload.toString());
    assertThat(in.available()).isZero();
  }

  @Test
  void doesNotCopyWhatIsImmutable() {
    var payload = new Payload(new byte[8], "snappy", 1, 8);
    assertThat(serializer.copy(payload)).isSameAs(payload);
    assertThat(serializer.isImmutableType()).isTrue();
  }

  @Test
  void restoresFromItsOwnSnapshot() {
    TypeSerializerSnapshot<Payload> snapshot = serializer.snapshotConfiguration();
    assertThat(snapshot.restoreSerializer()).isInstanceOf(PayloadSerializer.class);
    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
  }
}
