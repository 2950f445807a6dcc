package io.tidemark.job.write;

import io.tidemark.job.state.ImmutableSerializer;
import io.tidemark.job.state.OpaqueType;
import io.tidemark.job.state.VersionedSnapshot;
import io.tidemark.sink.Payload;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes payloads between tasks and in the async operator's state. Payloads are immutable, so
 * {@link #copy} returns its argument, and operator state refers to the bytes that are on the wire.
 * The form does not depend on the encoder's settings: a job with other settings can send a
 * savepoint's payloads, to the same kind of database.
 */
public final class PayloadSerializer extends ImmutableSerializer<Payload> {
  static final PayloadSerializer INSTANCE = new PayloadSerializer();
  public static final OpaqueType<Payload> TYPE = new OpaqueType<>(Payload.class, INSTANCE);
  private static final Payload EMPTY = new Payload(new byte[0], "", 0, 0);

  @Override
  public Payload createInstance() {
    return EMPTY;
  }

  @Override
  public void serialize(Payload payload, DataOutputView target) throws IOException {
    target.writeUTF(payload.encoding());
    target.writeInt(payload.samples());
    target.writeInt(payload.rawBytes());
    Payload.Records records = payload.records();
    int length = payload.body().length;
    target.writeInt(records == null ? length : ~length);
    target.write(payload.body());
    if (records != null) {
      serialize(records.payload(), target);
      target.writeInt(records.series().length);
      for (long series : records.series()) {
        target.writeLong(series);
      }
    }
  }

  @Override
  public Payload deserialize(DataInputView source) throws IOException {
    String encoding = source.readUTF();
    int samples = source.readInt();
    int rawBytes = source.readInt();
    int length = source.readInt();
    byte[] body = new byte[length < 0 ? ~length : length];
    source.readFully(body);
    Payload payload = new Payload(body, encoding, samples, rawBytes);
    if (length >= 0) {
      return payload;
    }
    Payload records = deserialize(source);
    long[] series = new long[source.readInt()];
    for (int i = 0; i < series.length; i++) {
      series[i] = source.readLong();
    }
    return payload.followedBy(new Payload.Records(records, series));
  }

  @Override
  public TypeSerializerSnapshot<Payload> snapshotConfiguration() {
    return new Snapshot();
  }

  /**
   * Version 1 is encoding, samples, rawBytes, length, body. If records follow, the length is its
   * complement and so below 0, which a build without records refuses to read; then come the
   * records' payload in the same way, the number of series, and their hashes.
   */
  public static final class Snapshot extends VersionedSnapshot<Payload> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
