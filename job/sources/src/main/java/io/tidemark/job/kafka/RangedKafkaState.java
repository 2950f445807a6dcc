package io.tidemark.job.kafka;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The state of Flink's connector, and the ids of the topics to which its offsets belong.
 *
 * @param topicIds ids as in {@link ResolvedRange}, including those of topics that are no longer
 *     named; empty in savepoints of versions that did not keep them
 */
record RangedKafkaState(KafkaSourceEnumState connectors, Map<String, String> topicIds) {
  /**
   * Writes the number of topics (4 bytes), names and ids, and then the connector's bytes. The
   * version is that of the connector plus {@value #WITH_IDS}; a lower version has only the
   * connector's bytes.
   */
  record Serializer(SimpleVersionedSerializer<KafkaSourceEnumState> connectors)
      implements SimpleVersionedSerializer<RangedKafkaState> {
    private static final int WITH_IDS = 1 << 16;

    @Override
    public int getVersion() {
      return WITH_IDS + connectors.getVersion();
    }

    @Override
    public byte[] serialize(RangedKafkaState state) throws IOException {
      var bytes = new ByteArrayOutputStream();
      try (var out = new DataOutputStream(bytes)) {
        out.writeInt(state.topicIds().size());
        for (var topic : new TreeMap<>(state.topicIds()).entrySet()) {
          out.writeUTF(topic.getKey());
          out.writeUTF(topic.getValue());
        }
        out.write(connectors.serialize(state.connectors()));
      }
      return bytes.toByteArray();
    }

    @Override
    public RangedKafkaState deserialize(int version, byte[] bytes) throws IOException {
      if (version < WITH_IDS) {
        return new RangedKafkaState(connectors.deserialize(version, bytes), Map.of());
      }
      var in = new DataInputStream(new ByteArrayInputStream(bytes));
      var topicIds = new HashMap<String, String>();
      for (int left = in.readInt(); left > 0; left--) {
        topicIds.put(in.readUTF(), in.readUTF());
      }
      return new RangedKafkaState(
          connectors.deserialize(version - WITH_IDS, in.readAllBytes()), topicIds);
    }
  }
}
