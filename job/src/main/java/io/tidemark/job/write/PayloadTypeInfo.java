package io.tidemark.job.write;

import io.tidemark.sink.Payload;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's type of {@link Payload}. */
public final class PayloadTypeInfo extends TypeInformation<Payload> {
  public static final PayloadTypeInfo INSTANCE = new PayloadTypeInfo();

  private PayloadTypeInfo() {}

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
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
  public Class<Payload> getTypeClass() {
    return Payload.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<Payload> createSerializer(SerializerConfig config) {
    return PayloadSerializer.INSTANCE;
  }

  @Override
  public String toString() {
    return "Payload";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PayloadTypeInfo;
  }

  @Override
  public int hashCode() {
    return PayloadTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof PayloadTypeInfo;
  }
}
