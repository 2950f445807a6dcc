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
 * The state of Flink's connector, and which topics its offsets are of.
 *
 * @param topicIds see {@link ResolvedRange}; those of topics that are not named any more among
 *     them; empty in savepoints of builds that did not keep them
 */
record RangedKafkaState(KafkaSourceEnumState connectors, Map<String, String> topicIds) {
  /**
   * How many topics (4 bytes), names and ids, then the connector's bytes. The version is the
   * connector's plus {@value #WITH_IDS}; one below that has the connector's bytes alone.
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
