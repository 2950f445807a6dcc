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
import io.tidemark.parse.protobuf.Otlp.HistogramPoint;
import io.tidemark.parse.protobuf.Otlp.KeyValue;
import io.tidemark.parse.protobuf.Otlp.Metric;
import io.tidemark.parse.protobuf.Otlp.NumberPoint;
import io.tidemark.parse.protobuf.Otlp.Points;
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
 * OpenTelemetry metrics: the protobuf {@code ExportMetricsServiceRequest} (or {@code MetricsData},
 * the same bytes). Names stay as they are, dots and all; labels are the attributes of resource and
 * data point ({@link OtlpAttributes}), and {@code scope.name}, {@code scope.version} and {@code
 * scope.attributes.…} where there is a scope. Of a label that is given twice, the one further in
 * wins, and of one level's the last.
 *
 * <ul>
 *   <li>What a metric's points become: {@link OtlpPoints}. Deltas are read like cumulative sums.
 *   <li>Bytes that are no such request are rejected whole and nothing of them is emitted; a metric
 *       without a name is rejected alone, and so is a point with bad labels, without a timestamp,
 *       without buckets, with bounds that don't fit them, or whose samples are too large.
 *   <li>Exemplars, units, descriptions and unknown fields are passed over.
 * </ul>
 *
 * A request is walked twice, to check it and to emit it. What is not passed over becomes objects,
 * which take up to twenty times the bytes, of one {@code ResourceMetrics} at a time.
 */
public final class OtlpParser implements SampleParser {
  /** Of a {@code ResourceMetrics}. */
  private static final int MAX_RESOURCE_BYTES = 8 << 20;

  static final ByteString POINT = ByteString.copyFromUtf8(".");
  private static final ByteString SCOPE_ATTRIBUTES = ByteString.copyFromUtf8("scope.attributes.");
  private static final ByteString UNKNOWN = ByteString.copyFromUtf8("unknown");
  private static final byte[] SCOPE_NAME = "scope.name".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SCOPE_VERSION = "scope.version".getBytes(StandardCharsets.US_ASCII);

  private static final int RESOURCE_METRICS =
      Request.RESOURCE_METRICS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private static final Parser<ResourceMetrics> RESOURCE = knownFields(ResourceMetrics.parser());
  private static final Parser<ScopeMetrics> SCOPE = knownFields(ScopeMetrics.parser());
  private static final Parser<Metric> METRIC = knownFields(Metric.parser());
  private static final Parser<NumberPoint> NUMBER = knownFields(NumberPoint.parser());
  private static final Parser<HistogramPoint> HISTOGRAM = knownFields(HistogramPoint.parser());
  private static final Parser<ExponentialPoint> EXPONENTIAL =
      knownFields(ExponentialPoint.parser());
  private static final Parser<SummaryPoint> SUMMARY = knownFields(SummaryPoint.parser());

  private final OtlpLabels labels = new OtlpLabels();
  private final DecimalBytes decimals = new DecimalBytes();
  private final OtlpAttributes attributes = new OtlpAttributes(labels, decimals);
  private final OtlpPoints points = new OtlpPoints(labels, decimals);

  private long recordTimestampMillis;

  /** Null to check only. */
  private Output out;

  private static <M extends Message> Parser<M> knownFields(Parser<M> parser) {
    return DiscardUnknownFieldsParser.wrap(parser);
  }

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    this.recordTimestampMillis = recordTimestampMillis;
    try {
      this.out = null;
      walk(record);
      this.out = out;
      walk(record);
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    } catch (IOException e) {
      String detail = "not protobuf: " + e.getMessage();
      out.rejected(Rejection.UNDECODABLE, detail, record, 0, record.length);
    }
  }

  private void walk(byte[] record) throws IOException, RejectedException {
    CodedInputStream in = UnsafeByteOperations.unsafeWrap(record).newCodedInput();
    in.enableAliasing(true);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == RESOURCE_METRICS) {
        ByteString part = in.readBytes();
        if (part.size() > MAX_RESOURCE_BYTES) {
          throw RejectedException.tooLarge("a resource's metrics", part.size(), MAX_RESOURCE_BYTES);
        }
        resourceMetrics(part);
      } else if (!in.skipField(tag)) {
        throw new InvalidProtocolBufferException("a group ends that did not begin");
      }
    }
  }

  /** Of a part of the record, whose bytes it shares. */
  private static <M> M read(Parser<M> parser, ByteString part)
      throws InvalidProtocolBufferException {
    CodedInputStream in = part.newCodedInput();
    in.enableAliasing(true);
    M message = parser.parseFrom(in);
    in.checkLastTagWas(0);
    return message;
  }

  private void resourceMetrics(ByteString part) throws IOException {
    ResourceMetrics metrics = read(RESOURCE, part);
    labels.clear();
    labels.begin();
    attributes.add(ByteString.EMPTY, metrics.getResource().getAttributesList());
    for (ByteString scope : metrics.getScopeMetricsList()) {
      labels.begin();
      scopeMetrics(read(SCOPE, scope));
      labels.end();
    }
  }

  private void scopeMetrics(ScopeMetrics metrics) throws IOException {
    if (metrics.hasScope()) {
      Scope scope = metrics.getScope();
      labels.add(SCOPE_NAME, (scope.hasName() ? scope.getName() : UNKNOWN).toByteArray());
      labels.add(SCOPE_VERSION, (scope.hasVersion() ? scope.getVersion() : UNKNOWN).toByteArray());
      attributes.add(SCOPE_ATTRIBUTES, scope.getAttributesList());
    }
    for (ByteString part : metrics.getMetricsList()) {
      Metric metric = read(METRIC, part);
      if (metric.getName().isEmpty()) {
        reject(Rejection.UNDECODABLE, "a metric without a name", part);
        continue;
      }
      byte[] name = metric.getName().toByteArray();
      for (ByteString point : points(metric).getPointsList()) {
        point(metric.getDataCase(), name, point);
      }
    }
  }

  private static Points points(Metric metric) {
    return switch (metric.getDataCase()) {
      case GAUGE -> metric.getGauge();
      case SUM -> metric.getSum();
      case HISTOGRAM -> metric.getHistogram();
      case EXPONENTIAL_HISTOGRAM -> metric.getExponentialHistogram();
      case SUMMARY -> metric.getSummary();
      case DATA_NOT_SET -> Points.getDefaultInstance();
    };
  }

  private void point(Metric.DataCase kind, byte[] name, ByteString part) throws IOException {
    labels.begin();
    try {
      switch (kind) {
        case HISTOGRAM -> {
          HistogramPoint point = read(HISTOGRAM, part);
          if (begins(name, point.getAttributesList(), point.getTimeNanos(), point.getFlags())) {
            points.add(point);
          }
        }
        case EXPONENTIAL_HISTOGRAM -> {
          ExponentialPoint point = read(EXPONENTIAL, part);
          if (begins(name, point.getAttributesList(), point.getTimeNanos(), point.getFlags())) {
            points.add(point);
          }
        }
        case SUMMARY -> {
          SummaryPoint point = read(SUMMARY, part);
          if (begins(name, point.getAttributesList(), point.getTimeNanos(), point.getFlags())) {
            points.add(point);
          }
        }
        default -> {
          NumberPoint point = read(NUMBER, part);
          if (begins(name, point.getAttributesList(), point.getTimeNanos(), point.getFlags())) {
            points.add(point);
          }
        }
      }
      if (out != null) {
        points.samples().forEach(out::sample);
      }
    } catch (RejectedException e) {
      reject(e.why, e.getMessage(), part);
    } catch (InvalidLabelsException e) {
      reject(Rejection.INVALID_LABELS, e.getMessage(), part);
    }
    labels.end();
  }

  /** Whether the point is to be emitted, with labels and time from here on. */
  private boolean begins(byte[] name, List<KeyValue> attributes, long timeNanos, int flags)
      throws RejectedException {
    if (out == null) {
      return false;
    }
    this.attributes.add(ByteString.EMPTY, attributes);
    points.begin(name, timeNanos, flags, recordTimestampMillis);
    return true;
  }

  private void reject(Rejection why, String detail, ByteString part) {
    if (out != null) {
      byte[] bytes = part.toByteArray();
      out.rejected(why, detail, bytes, 0, bytes.length);
    }
  }
}
