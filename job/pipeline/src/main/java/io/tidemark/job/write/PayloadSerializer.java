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
 * the encoder's settings: a savepoint's payloads can be sent by a job with others.
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
    target.writeInt(payload.body().length);
    target.write(payload.body());
  }

  @Override
  public Payload deserialize(DataInputView source) throws IOException {
    String encoding = source.readUTF();
    int samples = source.readInt();
    int rawBytes = source.readInt();
    byte[] body = new byte[source.readInt()];
    source.readFully(body);
    return new Payload(body, encoding, samples, rawBytes);
  }

  @Override
  public TypeSerializerSnapshot<Payload> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1: encoding, samples, rawBytes, length, body. */
  public static final class Snapshot extends VersionedSnapshot<Payload> {
    public Snapshot() {
      super(INSTANCE, 1);
    }
  }
}
