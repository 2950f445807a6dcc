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
 * A fixed part of the generated series, possibly empty, and how far it has been emitted. The shards
 * do not depend on the parallelism, so a restored stream continues where it was.
 *
 * @param shard number of the shard, from 0
 * @param startMillis Unix time of tick 0
 * @param tick the tick to emit next
 * @param index the slot to emit next in that tick, counted from the shard's first slot
 */
public record DatagenShard(int shard, long startMillis, long tick, int index)
    implements SourceSplit {
  /**
   * Number of shards. It divides evenly among up to 10 subtasks, except 7, and among many larger
   * numbers of them; subtasks beyond this number stay idle.
   */
  static final int COUNT = 720;

  @Override
  public String splitId() {
    return "shard-" + shard;
  }

  /** Returns the first unit of a shard; the shard ends before the first unit of the next one. */
  static int firstUnit(int shard, int units) {
    return (int) ((long) shard * units / COUNT);
  }

  /**
   * Returns the subtask that a new shard goes to. Neighbouring shards share a subtask, because some
   * may be empty.
   */
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

  /** Serializes the enumerator's state: the shards that no reader has yet. */
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
