package io.tidemark.sink.remotewrite;

import io.tidemark.series.InstanceLabels;

/** The version of the message in a request's body. */
public enum MessageVersion {
  /** {@code prometheus.WriteRequest}: each series with its labels. */
  V1 {
    @Override
    SnappyEncoder newSnappyEncoder(SourceSamples samples, InstanceLabel instanceLabel) {
      return new SnappyEncoder(samples, instanceLabel);
    }

    @Override
    RawEncoder newRawEncoder(InstanceLabels instanceLabels) {
      return new RawEncoder();
    }

    @Override
    int labelBytes() {
      return 0;
    }

    @Override
    int messageBytes() {
      return 0;
    }
  },
  /**
   * {@code io.prometheus.write.v2.Request}: a table of strings, and series that refer to it. It has
   * no metadata, and no start timestamps, because source samples have none.
   */
  V2 {
    @Override
    SnappyEncoder newSnappyEncoder(SourceSamples samples, InstanceLabel instanceLabel) {
      return new SymbolSnappyEncoder(samples, instanceLabel);
    }

    @Override
    RawEncoder newRawEncoder(InstanceLabels instanceLabels) {
      return new SymbolRawEncoder(instanceLabels);
    }

    @Override
    int labelBytes() {
      return 2 * (1 + MAX_VARINT_BYTES + MAX_VARINT_BYTES);
    }

    @Override
    int messageBytes() {
      return 2;
    }
  };

  private static final int MAX_VARINT_BYTES = 5;
  private static final String SUFFIX_OF_2 = ";2";

  abstract SnappyEncoder newSnappyEncoder(SourceSamples samples, InstanceLabel instanceLabel);

  abstract RawEncoder newRawEncoder(InstanceLabels instanceLabels);

  /**
   * Returns the most bytes that a label takes beyond those of version 1, its strings in the table
   * included.
   */
  abstract int labelBytes();

  /** Returns the bytes that a message takes besides its series and their strings. */
  abstract int messageBytes();

  /** Returns the encoding of a payload. */
  String encoding(BodyCompression compression) {
    return encoding(compression.encoding);
  }

  /** Returns the encoding of a payload whose body is compressed like this. */
  public String encoding(String compression) {
    return this == V1 ? compression : compression + SUFFIX_OF_2;
  }

  static MessageVersion of(String encoding) {
    return encoding.endsWith(SUFFIX_OF_2) ? V2 : V1;
  }

  /** Returns how the body of a payload of this version is compressed. */
  String compression(String encoding) {
    return this == V1 ? encoding : encoding.substring(0, encoding.length() - SUFFIX_OF_2.length());
  }
}
