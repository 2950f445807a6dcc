package io.tidemark.job.source;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's description of {@link Sample}: one opaque value with a serializer of its own. */
public final class SampleTypeInfo extends TypeInformation<Sample> {
  public static final SampleTypeInfo INSTANCE = new SampleTypeInfo();

  private SampleTypeInfo() {}

  @Override
  public TypeSerializer<Sample> createSerializer(SerializerConfig config) {
    return SampleSerializer.INSTANCE;
  }

  @Override
  public Class<Sample> getTypeClass() {
    return Sample.class;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof SampleTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    return canEqual(other);
  }

  @Override
  public int hashCode() {
    return SampleTypeInfo.class.hashCode();
  }

  @Override
  public String toString() {
    return "Sample";
  }
}
