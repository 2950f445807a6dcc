package io.tidemark.parse.protobuf;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.tidemark.parse.RejectedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * Counts what a remote-write or OTLP request contains, by kind, including what parsers skip
 * silently. Each method {@code of…} starts again from 0. Not thread-safe.
 */
public final class RequestCounts {
  /** The kinds of content. */
  public enum Kind {
    /** Samples of remote write, or data points of OTLP. */
    SAMPLES,
    /** Native histograms of remote write. */
    HISTOGRAMS,
    EXEMPLARS,
    /** Series or metrics with a type, a help text or a unit. */
    METADATA,
    /** Series, samples or points with the time at which their counter started. */
    START_TIMES,
    /** Parts that only exist in version 1 of remote write. */
    OF_VERSION_1,
    OF_VERSION_2,
    /**
     * Points of metrics without a name, minus one per metric, because the parser rejects such a
     * metric as one part.
     */
    BEYOND_NAMELESS_METRICS
  }

  /** Handles a field after its tag was read. */
  private interface Field {
    void read(CodedInputStream in, int tag) throws IOException;
  }

  private final RemoteWriteBody body = new RemoteWriteBody();
  private final long[] counts = new long[Kind.values().length];

  private final Map<Integer, Field> series1 =
      Map.of(
          message(2), count(Kind.SAMPLES),
          message(3), count(Kind.EXEMPLARS),
          message(4), count(Kind.HISTOGRAMS));

  private final Map<Integer, Field> series2 =
      Map.of(
          message(2), counted(Kind.SAMPLES, Map.of(varint(3), count(Kind.START_TIMES))),
          message(3), count(Kind.HISTOGRAMS),
          message(4), count(Kind.EXEMPLARS),
          message(5), count(Kind.METADATA),
          varint(6), count(Kind.START_TIMES));

  private final Map<Integer, Field> request1 =
      Map.of(message(1), within(series1), message(3), count(Kind.METADATA));

  private final Map<Integer, Field> request2 =
      Map.of(message(RemoteWrite2.SERIES), within(series2));

  private final Map<Integer, Field> versions =
      Map.of(
          message(1), count(Kind.OF_VERSION_1),
          message(3), count(Kind.OF_VERSION_1),
          message(RemoteWrite2.SYMBOLS), count(Kind.OF_VERSION_2),
          message(RemoteWrite2.SERIES), count(Kind.OF_VERSION_2));

  /** Request.resource_metrics, ResourceMetrics.scope_metrics, ScopeMetrics.metrics. */
  private final Map<Integer, Field> otlp =
      Map.of(message(1), within(Map.of(message(2), within(Map.of(message(2), this::metric)))));

  /** State of the metric that is being read. */
  private boolean named;

  private boolean described;

  private final Map<Integer, Field> metric =
      Map.of(
          message(Otlp.Metric.NAME_FIELD_NUMBER), (in, tag) -> named |= holdsText(in),
          message(2), (in, tag) -> described |= holdsText(in),
          message(3), (in, tag) -> described |= holdsText(in),
          message(Otlp.Metric.GAUGE_FIELD_NUMBER), points(5),
          message(Otlp.Metric.SUM_FIELD_NUMBER), points(5),
          message(Otlp.Metric.HISTOGRAM_FIELD_NUMBER), points(8),
          message(Otlp.Metric.EXPONENTIAL_HISTOGRAM_FIELD_NUMBER), points(11),
          // A summary has no exemplars.
          message(Otlp.Metric.SUMMARY_FIELD_NUMBER), points(0));

  public long of(Kind kind) {
    return counts[kind.ordinal()];
  }

  /**
   * Tells whether the bytes are of version 1 of remote write; an empty request is of neither
   * version.
   */
  public boolean isVersion1() {
    return of(Kind.OF_VERSION_1) > 0;
  }

  public boolean isVersion2() {
    return of(Kind.OF_VERSION_2) > 0;
  }

  /**
   * @param record record as {@link RemoteWriteParser} takes it
   */
  public void ofRemoteWrite(byte[] record) throws RejectedException {
    int size = body.decode(record);
    clear();
    read(body.bytes(), 0, size, versions);
    read(body.bytes(), 0, size, isVersion2() ? request2 : request1);
  }

  /** Counts the content of one series that {@link RemoteWriteParser} rejected alone. */
  public void ofSeries(byte[] bytes, int offset, int length, boolean isVersion2)
      throws RejectedException {
    clear();
    read(bytes, offset, length, isVersion2 ? series2 : series1);
  }

  /**
   * @param record record as {@link OtlpParser} takes it
   */
  public void ofOtlp(byte[] record) throws RejectedException {
    clear();
    read(record, 0, record.length, otlp);
  }

  private void clear() {
    Arrays.fill(counts, 0);
  }

  private static void read(byte[] bytes, int offset, int length, Map<Integer, Field> fields)
      throws RejectedException {
    try {
      read(CodedInputStream.newInstance(bytes, offset, length), fields);
    } catch (IOException e) {
      throw RejectedException.undecodable("not protobuf: " + e.getMessage());
    }
  }

  private static void read(CodedInputStream in, Map<Integer, Field> fields) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      fields.getOrDefault(tag, RequestCounts::skip).read(in, tag);
    }
  }

  private static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that did not begin");
    }
  }

  private static int message(int field) {
    return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private static int varint(int field) {
    return field << 3 | WireFormat.WIRETYPE_VARINT;
  }

  private Field count(Kind kind) {
    return (in, tag) -> {
      counts[kind.ordinal()]++;
      skip(in, tag);
    };
  }

  private Field counted(Kind kind, Map<Integer, Field> fields) {
    return (in, tag) -> {
      counts[kind.ordinal()]++;
      within(fields).read(in, tag);
    };
  }

  private static Field within(Map<Integer, Field> fields) {
    return (in, tag) -> {
      int outer = in.pushLimit(in.readRawVarint32());
      read(in, fields);
      in.popLimit(outer);
    };
  }

  private void metric(CodedInputStream in, int tag) throws IOException {
    long before = of(Kind.SAMPLES);
    named = false;
    described = false;
    within(metric).read(in, tag);
    counts[Kind.METADATA.ordinal()] += described ? 1 : 0;
    if (!named) {
      counts[Kind.BEYOND_NAMELESS_METRICS.ordinal()] += of(Kind.SAMPLES) - before - 1;
    }
  }

  /** An empty text consists only of its length. */
  private static boolean holdsText(CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    in.skipRawBytes(length);
    return length > 0;
  }

  private Field points(int exemplars) {
    Field since = (in, tag) -> counts[Kind.START_TIMES.ordinal()] += in.readFixed64() != 0 ? 1 : 0;
    return within(
        Map.of(
            message(1),
            counted(
                Kind.SAMPLES,
                Map.of(
                    2 << 3 | WireFormat.WIRETYPE_FIXED64,
                    since,
                    message(exemplars),
                    count(Kind.EXEMPLARS)))));
  }
}
