package io.tidemark.parse.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.Otlp.ExponentialPoint;
import io.tidemark.parse.protobuf.Otlp.Gauge;
import io.tidemark.parse.protobuf.Otlp.HistogramPoint;
import io.tidemark.parse.protobuf.Otlp.KeyValue;
import io.tidemark.parse.protobuf.Otlp.Metric;
import io.tidemark.parse.protobuf.Otlp.NumberPoint;
import io.tidemark.parse.protobuf.Otlp.Request;
import io.tidemark.parse.protobuf.Otlp.ResourceMetrics;
import io.tidemark.parse.protobuf.Otlp.Scope;
import io.tidemark.parse.protobuf.Otlp.ScopeMetrics;
import io.tidemark.parse.protobuf.Otlp.SummaryPoint;
import io.tidemark.series.InvalidLabelsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Parses OpenTelemetry metrics: the protobuf {@code ExportMetricsServiceRequest} (or {@code
 * MetricsData}, which has the same bytes). Names keep their dots. Labels are the attributes of
 * resource and data point ({@link OtlpAttributes}), and {@code scope.name}, {@code scope.version}
 * and {@code scope.attributes.…} if there is a scope. If a label is given twice, the innermost
 * level counts and, within a level, the last.
 *
 * <ul>
 *   <li>{@link OtlpPoints} says what a metric's points become. Deltas are read like cumulative
 *       sums.
 *   <li>Bytes that are no such request are rejected as a whole, and nothing of them is emitted. A
 *       metric without a name is rejected alone, and so is a point with bad labels, without a
 *       timestamp, without buckets, with bounds that don't fit them, or whose samples are too
 *       large.
 *   <li>Exemplars, units, descriptions and unknown fields are skipped.
 * </ul>
 *
 * A request is checked completely before anything of it is emitted. Its objects take up to twenty
 * times its bytes, so a large one is handled one {@code ResourceMetrics} at a time. A part that is
 * rejected alone is reported without its skipped fields.
 */
public final class OtlpParser implements SampleParser {
  /** A request up to this size is converted to objects at once. */
  private static final int MAX_REQUEST_BYTES = 1 << 20;

  /** The largest size of a {@code ResourceMetrics} in a larger request. */
  private static final int MAX_RESOURCE_BYTES = 8 << 20;

  private static final ByteString SCOPE_ATTRIBUTES = ByteString.copyFromUtf8("scope.attributes.");
  private static final ByteString UNKNOWN = ByteString.copyFromUtf8("unknown");
  private static final byte[] SCOPE_NAME = "scope.name".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SCOPE_VERSION = "scope.version".getBytes(StandardCharsets.US_ASCII);

  private static final int RESOURCE_METRICS =
      Request.RESOURCE_METRICS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private static final Parser<Request> REQUEST = DiscardUnknownFieldsParser.wrap(Request.parser());
  private static final Parser<ResourceMetrics> RESOURCE =
      DiscardUnknownFieldsParser.wrap(ResourceMetrics.parser());

  private final OtlpLabels labels = new OtlpLabels();
  private final DecimalBytes decimals = new DecimalBytes();
  private final OtlpAttributes attributes = new OtlpAttributes(labels, decimals);
  private final OtlpPoints points = new OtlpPoints(labels, decimals);

  private long recordTimestampMillis;
  private Output out;

  private interface Resources {
    void take(ResourceMetrics metrics);
  }

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    this.recordTimestampMillis = recordTimestampMillis;
    this.out = out;
    try {
      if (record.length <= MAX_REQUEST_BYTES) {
        // With aliasing, text refers to the record's bytes, and is copied only when it becomes a
        // label.
        CodedInputStream in = UnsafeByteOperations.unsafeWrap(record).newCodedInput();
        in.enableAliasing(true);
        Request request = REQUEST.parseFrom(in);
        in.checkLastTagWas(0);
        request.getResourceMetricsList().forEach(this::emit);
      } else {
        each(record, checked -> {});
        each(record, this::emit);
      }
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    } catch (IOException e) {
      String detail = "not protobuf: " + e.getMessage();
      out.rejected(Rejection.UNDECODABLE, detail, record, 0, record.length);
    }
  }

  private static void each(byte[] record, Resources resources)
      throws IOException, RejectedException {
    CodedInputStream in = CodedInputStream.newInstance(record);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == RESOURCE_METRICS) {
        int length = in.readRawVarint32();
        int from = in.getTotalBytesRead();
        in.skipRawBytes(length);
        if (length > MAX_RESOURCE_BYTES) {
          throw RejectedException.tooLarge("a resource's metrics", length, MAX_RESOURCE_BYTES);
        }
        resources.take(RESOURCE.parseFrom(record, from, length));
      } else if (!in.skipField(tag)) {
        throw new InvalidProtocolBufferException("a group ends that did not begin");
      }
    }
  }

  private void emit(ResourceMetrics metrics) {
    labels.clear();
    labels.begin();
    attributes.add(ByteString.EMPTY, metrics.getResource().getAttributesList());
    for (ScopeMetrics ofScope : metrics.getScopeMetricsList()) {
      labels.begin();
      if (ofScope.hasScope()) {
        Scope scope = ofScope.getScope();
        labels.add(SCOPE_NAME, (scope.hasName() ? scope.getName() : UNKNOWN).toByteArray());
        labels.add(
            SCOPE_VERSION, (scope.hasVersion() ? scope.getVersion() : UNKNOWN).toByteArray());
        attributes.add(SCOPE_ATTRIBUTES, scope.getAttributesList());
      }
      ofScope.getMetricsList().forEach(this::emit);
      labels.end();
    }
  }

  private void emit(Metric metric) {
    if (metric.getName().isEmpty()) {
      reject(Rejection.UNDECODABLE, "a metric without a name", metric);
      return;
    }
    points.ofMetric(metric.getName().toByteArray());
    switch (metric.getDataCase()) {
      case GAUGE -> numbers(metric.getGauge());
      case SUM -> numbers(metric.getSum());
      case HISTOGRAM -> {
        for (HistogramPoint point : metric.getHistogram().getPointsList()) {
          emit(
              point,
              point.getAttributesList(),
              point.getTimeNanos(),
              point.getFlags(),
              () -> points.add(point));
        }
      }
      case EXPONENTIAL_HISTOGRAM -> {
        for (ExponentialPoint point : metric.getExponentialHistogram().getPointsList()) {
          emit(
              point,
              point.getAttributesList(),
              point.getTimeNanos(),
              point.getFlags(),
              () -> points.add(point));
        }
      }
      case SUMMARY -> {
        for (SummaryPoint point : metric.getSummary().getPointsList()) {
          emit(
              point,
              point.getAttributesList(),
              point.getTimeNanos(),
              point.getFlags(),
              () -> points.add(point));
        }
      }
      case DATA_NOT_SET -> {}
    }
  }

  private void numbers(Gauge gauge) {
    for (NumberPoint point : gauge.getPointsList()) {
      emit(
          point,
          point.getAttributesList(),
          point.getTimeNanos(),
          point.getFlags(),
          () -> points.add(point));
    }
  }

  private interface Point {
    void add() throws RejectedException, InvalidLabelsException;
  }

  private void emit(
      Message message, List<KeyValue> attributes, long timeNanos, int flags, Point point) {
    labels.begin();
    try {
      this.attributes.add(ByteString.EMPTY, attributes);
      points.begin(timeNanos, flags, recordTimestampMillis);
      point.add();
      points.samples().forEach(out::sample);
    } catch (RejectedException e) {
      reject(e.why, e.getMessage(), message);
    } catch (InvalidLabelsException e) {
      reject(Rejection.INVALID_LABELS, e.getMessage(), message);
    }
    labels.end();
  }

  private void reject(Rejection why, String detail, Message message) {
    byte[] bytes = message.toByteArray();
    out.rejected(why, detail, bytes, 0, bytes.length);
  }
}
