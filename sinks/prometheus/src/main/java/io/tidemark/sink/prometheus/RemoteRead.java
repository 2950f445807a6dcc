package io.tidemark.sink.prometheus;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.xerial.snappy.Snappy;

/**
 * Prometheus' remote read (prompb/remote.proto), as far as asking whether some samples are stored
 * takes: one query, and raw samples as its answer, stale markers among them. Pure.
 */
final class RemoteRead {
  static final String PATH = "/api/v1/read";

  /** What an answer may be once it is unpacked. */
  private static final int MAX_DECODED_BYTES = 256 * 1024 * 1024;

  /** A tag's number and wire type, as the format has them. */
  private static final int LENGTH_DELIMITED_1 = 1 << 3 | 2;

  private static final int LENGTH_DELIMITED_2 = 2 << 3 | 2;
  private static final int VARINT_2 = 2 << 3;
  private static final int FIXED64_1 = 1 << 3 | 1;

  private RemoteRead() {}

  static Map<String, String> headers(Options options) {
    var headers = new HashMap<>(options.tenantHeaders());
    headers.put("Content-Type", "application/x-protobuf");
    headers.put("Content-Encoding", "snappy");
    headers.put("X-Prometheus-Remote-Read-Version", "0.1.0");
    return headers;
  }

  /** For all series with the labels that all of these samples have, over the time of these. */
  static byte[] request(List<Sample> samples) {
    return request(samples, (name, value) -> true);
  }

  /**
   * The same by some of them.
   *
   * @param isKept whether it is stored as it was sent, by name and value
   */
  static byte[] request(List<Sample> samples, BiPredicate<String, String> isKept) {
    Map<String, String> common = common(samples);
    common.entrySet().removeIf(label -> !isKept.test(label.getKey(), label.getValue()));
    long first = samples.stream().mapToLong(Sample::timestampMillis).min().orElseThrow();
    long last = samples.stream().mapToLong(Sample::timestampMillis).max().orElseThrow();
    byte[] query =
        message(
            out -> {
              out.writeInt64(1, first);
              out.writeInt64(2, last);
              for (Map.Entry<String, String> label : common.entrySet()) {
                out.writeByteArray(
                    3,
                    message(
                        matcher -> {
                          matcher.writeString(2, label.getKey());
                          matcher.writeString(3, label.getValue());
                        }));
              }
              if (common.isEmpty()) {
                // Everything has a name; type 1 is "not equal".
                out.writeByteArray(
                    3,
                    message(
                        matcher -> {
                          matcher.writeInt32(1, 1);
                          matcher.writeString(2, "__name__");
                        }));
              }
            });
    try {
      return Snappy.compress(message(out -> out.writeByteArray(1, query)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> common(List<Sample> samples) {
    var common = new TreeMap<>(samples.get(0).labels().toMap());
    for (Sample sample : samples) {
      common.entrySet().retainAll(sample.labels().toMap().entrySet());
    }
    return common;
  }

  /**
   * Whether each of them is in the answer, with its value bit by bit; false if it is none.
   *
   * @param stored what labels, sent or read, are compared by
   */
  static boolean holds(
      byte[] answer, List<Sample> samples, UnaryOperator<Map<String, String>> stored) {
    var wanted = new HashMap<Map<String, String>, Map<Long, Long>>();
    for (Sample sample : samples) {
      wanted
          .computeIfAbsent(stored.apply(sample.labels().toMap()), series -> new HashMap<>())
          .put(sample.timestampMillis(), Double.doubleToRawLongBits(sample.value()));
    }
    try {
      if (Snappy.uncompressedLength(answer) > MAX_DECODED_BYTES) {
        return false;
      }
      strike(CodedInputStream.newInstance(Snappy.uncompress(answer)), wanted, stored);
      return wanted.isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** Takes what is found away: a ReadResponse of QueryResults of TimeSeries. */
  private static void strike(
      CodedInputStream response,
      Map<Map<String, String>, Map<Long, Long>> wanted,
      UnaryOperator<Map<String, String>> stored)
      throws IOException {
    for (ByteString result : parts(response, LENGTH_DELIMITED_1)) {
      for (ByteString series : parts(result.newCodedInput(), LENGTH_DELIMITED_1)) {
        var labels = new HashMap<String, String>();
        for (ByteString label : parts(series.newCodedInput(), LENGTH_DELIMITED_1)) {
          labels.put(text(label, LENGTH_DELIMITED_1), text(label, LENGTH_DELIMITED_2));
        }
        Map<String, String> own = stored.apply(labels);
        Map<Long, Long> values = wanted.get(own);
        if (values == null) {
          continue;
        }
        for (ByteString sample : parts(series.newCodedInput(), LENGTH_DELIMITED_2)) {
          strikeSample(sample.newCodedInput(), values);
        }
        if (values.isEmpty()) {
          wanted.remove(own);
        }
      }
    }
  }

  /** Fields that are zero are left out. */
  private static void strikeSample(CodedInputStream sample, Map<Long, Long> values)
      throws IOException {
    long bits = 0;
    long millis = 0;
    for (int tag = sample.readTag(); tag != 0; tag = sample.readTag()) {
      switch (tag) {
        case FIXED64_1 -> bits = sample.readFixed64();
        case VARINT_2 -> millis = sample.readInt64();
        default -> sample.skipField(tag);
      }
    }
    values.remove(millis, bits);
  }

  private static List<ByteString> parts(CodedInputStream message, int wanted) throws IOException {
    var parts = new ArrayList<ByteString>();
    for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
      if (tag == wanted) {
        parts.add(message.readBytes());
      } else {
        message.skipField(tag);
      }
    }
    return parts;
  }

  private static String text(ByteString message, int wanted) throws IOException {
    List<ByteString> parts = parts(message.newCodedInput(), wanted);
    return parts.isEmpty() ? "" : parts.get(parts.size() - 1).toString(StandardCharsets.UTF_8);
  }

  private interface Fields {
    void write(CodedOutputStream to) throws IOException;
  }

  private static byte[] message(Fields fields) {
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      fields.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
