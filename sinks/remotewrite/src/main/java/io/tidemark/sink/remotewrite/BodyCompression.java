package io.tidemark.sink.remotewrite;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import org.xerial.snappy.Snappy;

/** The general compressors of a request body, by the name they have in {@code Content-Encoding}. */
enum BodyCompression {
  SNAPPY("snappy") {
    @Override
    int maxCompressedBytes(int rawBytes) {
      return Snappy.maxCompressedLength(rawBytes);
    }

    @Override
    int compress(byte[] raw, int rawBytes, byte[] to) {
      try {
        return Snappy.compress(raw, 0, rawBytes, to, 0);
      } catch (IOException e) {
        throw new IllegalStateException(
            "snappy failed to compress [bytes=%d]".formatted(rawBytes), e);
      }
    }

    @Override
    byte[] decompress(byte[] body, int maxRawBytes) {
      try {
        long rawBytes = Integer.toUnsignedLong(Snappy.uncompressedLength(body));
        requireAtMost(rawBytes, maxRawBytes);
        byte[] raw = new byte[(int) rawBytes];
        Snappy.uncompress(body, 0, body.length, raw, 0);
        return raw;
      } catch (IOException e) {
        throw new IllegalArgumentException("not snappy [bytes=%d]".formatted(body.length), e);
      }
    }
  },
  ZSTD("zstd") {
    @Override
    int maxCompressedBytes(int rawBytes) {
      return Math.toIntExact(Zstd.compressBound(rawBytes));
    }

    @Override
    int compress(byte[] raw, int rawBytes, byte[] to) {
      return (int) Zstd.compressByteArray(to, 0, to.length, raw, 0, rawBytes, ZSTD_LEVEL);
    }

    @Override
    byte[] decompress(byte[] body, int maxRawBytes) {
      // The library reads the first byte before it looks whether there is one.
      long rawBytes = body.length == 0 ? -1 : Zstd.getFrameContentSize(body);
      if (rawBytes < 0) {
        throw new IllegalArgumentException(
            "not zstd of a known size [bytes=%d]".formatted(body.length));
      }
      requireAtMost(rawBytes, maxRawBytes);
      byte[] raw = new byte[(int) rawBytes];
      try {
        Zstd.decompressByteArray(raw, 0, raw.length, body, 0, body.length);
        return raw;
      } catch (ZstdException e) {
        throw new IllegalArgumentException("not zstd [bytes=%d]".formatted(body.length), e);
      }
    }
  };

  /** The fastest of the normal levels. */
  private static final int ZSTD_LEVEL = 1;

  final String encoding;

  BodyCompression(String encoding) {
    this.encoding = encoding;
  }

  static BodyCompression of(Compression compression) {
    return switch (compression) {
      case SNAPPY -> SNAPPY;
      case ZSTD -> ZSTD;
    };
  }

  /**
   * @throws IllegalArgumentException if there is none of this name
   */
  static BodyCompression byEncoding(String encoding) {
    for (BodyCompression compression : values()) {
      if (compression.encoding.equals(encoding)) {
        return compression;
      }
    }
    throw new IllegalArgumentException(
        "unknown encoding of a payload [encoding=%s]; one of snappy, zstd".formatted(encoding));
  }

  abstract int maxCompressedBytes(int rawBytes);

  /**
   * Compresses; returns how many bytes it took of {@code to}, which has room for {@link
   * #maxCompressedBytes}.
   */
  abstract int compress(byte[] raw, int rawBytes, byte[] to);

  /**
   * Decompresses a body, and looks at the size that it claims before it makes room for it.
   *
   * @throws IllegalArgumentException if the body is damaged or larger than the bound
   */
  abstract byte[] decompress(byte[] body, int maxRawBytes);

  private static void requireAtMost(long rawBytes, int maxRawBytes) {
    if (rawBytes > maxRawBytes) {
      throw new IllegalArgumentException(
          "body too large [bytes=%d, max=%d]; lower write.batch-bytes"
              .formatted(rawBytes, maxRawBytes));
    }
  }
}
