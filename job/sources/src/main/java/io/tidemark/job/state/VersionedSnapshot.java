package io.tidemark.job.state;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Tells the version of the bytes that one of Tidemark's serializers wrote into a savepoint. State
 * of another version than this build's is refused.
 */
public abstract class VersionedSnapshot<T> implements TypeSerializerSnapshot<T> {
  private final ImmutableSerializer<T> serializer;
  private final int version;

  /**
   * @param version number that has to be raised with every change of what the serializer writes
   */
  protected VersionedSnapshot(ImmutableSerializer<T> serializer, int version) {
    this.serializer = serializer;
    this.version = version;
  }

  @Override
  public final int getCurrentVersion() {
    return version;
  }

  @Override
  public final void writeSnapshot(DataOutputView out) {}

  @Override
  public final void readSnapshot(int writtenVersion, DataInputView in, ClassLoader classes)
      throws IOException {
    StateVersion.require(getClass().getEnclosingClass().getSimpleName(), writtenVersion, version);
  }

  @Override
  public final TypeSerializer<T> restoreSerializer() {
    return serializer;
  }

  @Override
  public final TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> former) {
    return former.getClass() == getClass()
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.incompatible();
  }
}
