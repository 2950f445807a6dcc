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
 * Payloads across the task boundary and in the async operator's state. Immutable: {@link #copy}
 * returns its argument, so operator state refers to the bytes that are on the wire. Independent of
 * the encoder's settings: a savepoint's payloads can be sent by a job with others, to the same kind
 * of database.
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
   * Version 1: encoding, samples, rawBytes, length, body. Where records follow, the length is its
   * complement, so below 0, which a build without records refuses to read; then those in the same
   * way, how many series, their hashes.
   */
  public static final class Snapshot extends VersionedSnapshot<Payload> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
