package io.tidemark.parse.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.xerial.snappy.Snappy;

/** Writes remote-write requests with Google's own encoder, field by field. */
public final class WriteRequests {
  public interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  /** 2026-01-31T00:00:00.123Z. */
  static final long MS = 1769817600123L;

  private WriteRequests() {}

  public static byte[] snappy(byte[] request) {
    try {
      return Snappy.compress(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] message(Fields... parts) {
    var bytes = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(bytes);
    try {
      for (Fields part : parts) {
        part.write(out);
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static Fields series(Fields... parts) {
    return out -> out.writeByteArray(1, message(parts));
  }

  public static Fields label(String name, String value) {
    return label(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
  }

  public static Fields label(byte[] name, byte[] value) {
    return out ->
        out.writeByteArray(
            1, message(l -> l.writeByteArray(1, name), l -> l.writeByteArray(2, value)));
  }

  public static Fields sample(double value, long timestampMillis) {
    return out ->
        out.writeByteArray(
            2, message(s -> s.writeDouble(1, value), s -> s.writeInt64(2, timestampMillis)));
  }

  /** One of integers with buckets on both sides of zero, and one of fractions. */
  public static byte[] nativeHistograms() {
    return snappy(
        message(
            series(label("__name__", "h"), label("a", "1"), nativeHistogram(4)),
            series(
                label("__name__", "g"),
                out ->
                    out.writeByteArray(
                        4,
                        message(
                            h -> h.writeDouble(2, 2.5),
                            h -> h.writeDouble(7, 0.5),
                            span(11, 0, 1),
                            OtlpRequests.doubles(13, 2, 9),
                            h -> h.writeInt64(15, MS))))));
  }

  /** Buckets 1, 2 and 5, which end at 2, 4 and 32, and the negative one 0. */
  public static Fields nativeHistogram(int field, Fields... more) {
    return out ->
        out.writeByteArray(
            field,
            message(
                h -> {
                  for (Fields each : more) {
                    each.write(h);
                  }
                },
                h -> h.writeUInt64(1, 12),
                h -> h.writeDouble(3, -1.5),
                h -> h.writeDouble(5, 0.5),
                h -> h.writeUInt64(6, 3),
                span(8, 0, 1),
                deltas(9, 2),
                span(11, 1, 2),
                span(11, 2, 1),
                deltas(12, 2, -1, 3),
                h -> h.writeInt64(15, MS)));
  }

  private static Fields span(int field, int offset, int length) {
    return out ->
        out.writeByteArray(
            field, message(s -> s.writeSInt32(1, offset), s -> s.writeUInt32(2, length)));
  }

  private static Fields deltas(int field, long... deltas) {
    return out ->
        out.writeByteArray(
            field,
            message(
                d -> {
                  for (long delta : deltas) {
                    d.writeSInt64NoTag(delta);
                  }
                }));
  }

  /** A field that no version of the format knows. */
  public static Fields unknown() {
    return out -> {
      out.writeInt32(90, 7);
      out.writeFixed32(91, 7);
      out.writeFixed64(92, 7);
      out.writeBytes(93, ByteString.copyFromUtf8("later"));
    };
  }
}
