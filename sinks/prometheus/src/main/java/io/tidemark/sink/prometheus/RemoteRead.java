package io.tidemark.sink.prometheus;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.tidemark.series.Sample;
import io.tidemark.sink.prometheus.PrompbRead.Matcher;
import io.tidemark.sink.prompb.Prompb;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  /** The tag of both a response's results and a result's series. */
  private static final int PART = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private RemoteRead() {}

  static Map<String, String> headers(PrometheusOptions options) {
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
    var query =
        PrompbRead.Query.newBuilder()
            .setFirst(samples.stream().mapToLong(Sample::timestampMillis).min().orElseThrow())
            .setLast(samples.stream().mapToLong(Sample::timestampMillis).max().orElseThrow());
    Map<String, String> common = common(samples);
    common.entrySet().removeIf(label -> !isKept.test(label.getKey(), label.getValue()));
    common.forEach(
        (name, value) -> query.addMatchers(Matcher.newBuilder().setName(name).setValue(value)));
    if (common.isEmpty()) {
      // Everything has a name.
      query.addMatchers(Matcher.newBuilder().setType(Matcher.Type.NOT_EQUAL).setName("__name__"));
    }
    try {
      return Snappy.compress(
          PrompbRead.ReadRequest.newBuilder().addQueries(query).build().toByteArray());
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
    for (ByteString result : parts(response)) {
      for (ByteString part : parts(result.newCodedInput())) {
        var series = Prompb.TimeSeries.parseFrom(part);
        var labels = new HashMap<String, String>();
        series.getLabelsList().forEach(label -> labels.put(label.getName(), label.getValue()));
        Map<String, String> own = stored.apply(labels);
        Map<Long, Long> values = wanted.getOrDefault(own, new HashMap<>());
        series
            .getSamplesList()
            .forEach(
                sample ->
                    values.remove(
                        sample.getTimestamp(), Double.doubleToRawLongBits(sample.getValue())));
        if (values.isEmpty()) {
          wanted.remove(own);
        }
      }
    }
  }

  private static List<ByteString> parts(CodedInputStream message) throws IOException {
    var parts = new ArrayList<ByteString>();
    for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
      if (tag == PART) {
        parts.add(message.readBytes());
      } else {
        message.skipField(tag);
      }
    }
    return parts;
  }
}
