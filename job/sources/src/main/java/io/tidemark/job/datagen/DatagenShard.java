package io.tidemark.job.datagen;

import io.tidemark.job.state.StateVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * A fixed part of the generated series (none of them, if they are few), and how far it has been
 * emitted. Shards are the same at any parallelism, so a restored stream goes on where it was.
 *
 * @param shard from 0
 * @param startMillis Unix time of tick 0
 * @param tick the next one
 * @param index the next of the shard's slots in that tick
 */
public record DatagenShard(int shard, long startMillis, long tick, int index)
    implements SourceSplit {
  /** Even shares for any parallelism up to 10 and many above; more subtasks than this stay idle. */
  static final int COUNT = 720;

  @Override
  public String splitId() {
    return "shard-" + shard;
  }

  /** The first of a shard's units; that of the shard after it is where this one ends. */
  static int firstUnit(int shard, int units) {
    return (int) ((long) shard * units / COUNT);
  }

  /** The subtask that a new shard goes to: neighbours together, since some may be empty. */
  int owner(int parallelism) {
    return shard * parallelism / COUNT;
  }

  private void write(DataOutputSerializer out) throws IOException {
    out.writeInt(shard);
    out.writeLong(startMillis);
    out.writeLong(tick);
    out.writeInt(index);
  }

  private static DatagenShard read(DataInputDeserializer in) throws IOException {
    return new DatagenShard(in.readInt(), in.readLong(), in.readLong(), in.readInt());
  }

  private static final int VERSION = 1;

  private static void requireVersion(int version) throws IOException {
    StateVersion.require("positions of the generator", version, VERSION);
  }

  public static final class Serializer implements SimpleVersionedSerializer<DatagenShard> {
    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(DatagenShard shard) throws IOException {
      var out = new DataOutputSerializer(24);
      shard.write(out);
      return out.getCopyOfBuffer();
    }

    @Override
    public DatagenShard deserialize(int version, byte[] bytes) throws IOException {
      requireVersion(version);
      return read(new DataInputDeserializer(bytes));
    }
  }

  /** The enumerator's state: shards that no reader has yet. */
  static final class ListSerializer implements SimpleVersionedSerializer<List<DatagenShard>> {
    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(List<DatagenShard> shards) throws IOException {
      var out = new DataOutputSerializer(4 + 24 * shards.size());
      out.writeInt(shards.size());
      for (DatagenShard shard : shards) {
        shard.write(out);
      }
      return out.getCopyOfBuffer();
    }

    @Override
    public List<DatagenShard> deserialize(int version, byte[] bytes) throws IOException {
      requireVersion(version);
      var in = new DataInputDeserializer(bytes);
      int count = in.readInt();
      var shards = new ArrayList<DatagenShard>();
      for (int i = 0; i < count; i++) {
        shards.add(read(in));
      }
      return shards;
    }
  }
}
