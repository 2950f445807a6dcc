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
