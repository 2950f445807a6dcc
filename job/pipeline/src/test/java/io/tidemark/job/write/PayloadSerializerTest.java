package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.Payload;
import java.util.HexFormat;
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

  /** Savepoints that users have hold such bytes. */
  @Test
  void writesAndReadsAPayloadWithoutRecordsAsBeforeThereWereAny() throws Exception {
    var payload = new Payload(new byte[] {1, 2, 3}, "zstd", 20, 4000);
    byte[] before =
        HexFormat.of().parseHex("00047a737464" + "00000014" + "00000fa0" + "00000003" + "010203");
    var out = new DataOutputSerializer(16);
    serializer.serialize(payload, out);
    assertThat(out.getCopyOfBuffer()).isEqualTo(before);
    assertThat(serializer.snapshotConfiguration().getCurrentVersion()).isEqualTo(1);

    var in = new DataInputDeserializer(before);
    Payload read = serializer.deserialize(in);
    assertThat(in.available()).isZero();
    assertThat(read.body()).isEqualTo(payload.body());
    assertThat(read.toString()).isEqualTo(payload.toString());
    assertThat(read.records()).isNull();
  }

  @Test
  void readsTheRecordsBesideAPayload() throws Exception {
    var records = new Payload(new byte[] {4, 5}, "zstd", 2, 300);
    var payload =
        new Payload(new byte[] {1, 2, 3}, "snappy", 20, 4000)
            .followedBy(new Payload.Records(records, new long[] {-7, Long.MAX_VALUE}));
    var out = new DataOutputSerializer(16);
    serializer.serialize(payload, out);
    serializer.serialize(payload, out);
    var in = new DataInputDeserializer(out.getCopyOfBuffer());
    serializer.deserialize(in);
    Payload read = serializer.deserialize(in);
    assertThat(in.available()).isZero();
    assertThat(read.body()).isEqualTo(payload.body());
    assertThat(read.toString()).isEqualTo(payload.toString());
    assertThat(read.records().payload().body()).isEqualTo(records.body());
    assertThat(read.records().payload().toString()).isEqualTo(records.toString());
    assertThat(read.records().series()).containsExactly(-7, Long.MAX_VALUE);
  }

  /** Its length is 0, which has no sign. */
  @Test
  void readsTheRecordsBesideAnEmptyBody() throws Exception {
    var empty = new Payload(new byte[0], "", 0, 0);
    var out = new DataOutputSerializer(16);
    serializer.serialize(empty.followedBy(new Payload.Records(empty, new long[0])), out);
    var in = new DataInputDeserializer(out.getCopyOfBuffer());
    Payload read = serializer.deserialize(in);
    assertThat(in.available()).isZero();
    assertThat(read.records().payload().body()).isEmpty();
    assertThat(read.records().payload().records()).isNull();
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
