package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.unknown;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import java.util.List;

/**
 * Writes OTLP requests with Google's own encoder, field by field, as metrics.proto numbers them.
 */
public final class OtlpRequests {
  /** 2026-01-31T00:00:00.123Z. */
  static final long NANOS = 1769817600123456789L;

  private OtlpRequests() {}

  /** With the fields that are passed over. */
  public static Message read(byte[] request) throws InvalidProtocolBufferException {
    return Otlp.Request.parseFrom(request);
  }

  public static byte[] request(Fields... resourceMetrics) {
    return message(resourceMetrics);
  }

  public static Fields resourceMetrics(Fields... parts) {
    return nested(1, parts);
  }

  public static Fields resource(Fields... attributes) {
    return nested(1, attributes);
  }

  public static Fields scopeMetrics(Fields... parts) {
    return nested(2, parts);
  }

  public static Fields metric(String name, Fields... data) {
    return nested(
        2,
        m -> m.writeString(1, name),
        m -> {
          for (Fields each : data) {
            each.write(m);
          }
        });
  }

  public static Fields nested(int field, Fields... parts) {
    return out -> out.writeByteArray(field, message(parts));
  }

  /** An attribute, field {@code field} of what has it. */
  public static Fields attribute(int field, String key, Fields value) {
    return out ->
        out.writeByteArray(
            field, message(a -> a.writeString(1, key), a -> a.writeByteArray(2, message(value))));
  }

  public static Fields attribute(int field, String key, String value) {
    return attribute(field, key, text(value));
  }

  public static Fields text(String value) {
    return v -> v.writeString(1, value);
  }

  public static Fields list(Fields... values) {
    return v ->
        v.writeByteArray(
            5,
            message(
                a -> {
                  for (Fields value : values) {
                    a.writeByteArray(1, message(value));
                  }
                }));
  }

  public static Fields gauge(Fields... points) {
    return nested(5, points);
  }

  public static Fields point(Fields... parts) {
    return nested(1, parts);
  }

  public static Fields time(long nanos) {
    return out -> out.writeFixed64(3, nanos);
  }

  public static Fields number(double value) {
    return out -> out.writeDouble(4, value);
  }

  public static Fields fixed64s(int field, long... values) {
    return out ->
        out.writeByteArray(
            field,
            message(
                p -> {
                  for (long value : values) {
                    p.writeFixed64NoTag(value);
                  }
                }));
  }

  public static Fields doubles(int field, double... values) {
    return out ->
        out.writeByteArray(
            field,
            message(
                p -> {
                  for (double value : values) {
                    p.writeDoubleNoTag(value);
                  }
                }));
  }

  /** Common requests and odd ones, no two of which write the same series. */
  public static List<byte[]> odd() {
    return List.of(
        request(
            resourceMetrics(
                resource(
                    attribute(1, "service.name", "shop"),
                    attribute(1, "host.name", "a"),
                    attribute(1, "text", "of the resource"),
                    attribute(1, "whole", v -> v.writeInt64(3, -42)),
                    attribute(1, "fraction", v -> v.writeDouble(4, 0.1)),
                    attribute(1, "large", v -> v.writeDouble(4, 1e21)),
                    attribute(1, "small", v -> v.writeDouble(4, 1e-9)),
                    attribute(1, "round", v -> v.writeDouble(4, 5)),
                    attribute(1, "yes", v -> v.writeBool(2, true)),
                    attribute(1, "no", v -> v.writeBool(2, false)),
                    attribute(1, "bytes", v -> v.writeBytes(7, ByteString.copyFromUtf8("a?b>"))),
                    attribute(
                        1,
                        "array",
                        list(
                            text("q\"uote"),
                            v -> v.writeInt64(3, 7),
                            v -> v.writeDouble(4, 2.5),
                            v -> v.writeBool(2, true),
                            list(text("inner")))),
                    attribute(
                        1,
                        "map",
                        v ->
                            v.writeByteArray(
                                6,
                                message(
                                    attribute(1, "one", "1"),
                                    attribute(1, "two", w -> w.writeInt64(3, 2))))),
                    attribute(1, "twice", "1"),
                    attribute(1, "twice", "2"),
                    attribute(
                        1,
                        "numbers",
                        list(
                            v -> v.writeDouble(4, 1e6),
                            v -> v.writeDouble(4, 123456.5),
                            v -> v.writeDouble(4, 1e-5),
                            v -> v.writeDouble(4, -0.0),
                            text("t\tab"),
                            v -> {})),
                    attribute(1, "empty", ""),
                    attribute(1, "nothing", v -> {})),
                scopeMetrics(
                    nested(
                        1,
                        s -> s.writeString(1, "meter"),
                        s -> s.writeString(2, "1.2"),
                        attribute(3, "build", "x")),
                    metric(
                        "otlp.gauge",
                        out -> out.writeString(2, "what it is"),
                        out -> out.writeString(3, "By"),
                        gauge(
                            point(attribute(7, "a", "1"), time(NANOS), number(1.5)),
                            point(
                                attribute(7, "a", "2"),
                                time(NANOS),
                                out -> out.writeSFixed64(6, -7)),
                            point(attribute(7, "text", "of the point"), time(NANOS), number(3)),
                            point(
                                attribute(7, "twice", "3"),
                                attribute(7, "whole", ""),
                                time(NANOS),
                                number(4)),
                            point(attribute(7, "a", "after"), time(NANOS), number(5)))),
                    metric(
                        "otlp.sum",
                        nested(
                            7,
                            point(time(NANOS), number(2)),
                            out -> out.writeInt32(2, 2),
                            out -> out.writeBool(3, true))),
                    metric(
                        "otlp.delta",
                        nested(7, point(time(NANOS), number(4)), out -> out.writeInt32(2, 1)))),
                scopeMetrics(
                    nested(1, unknown()),
                    metric("otlp.unnamed.scope", gauge(point(time(NANOS), number(5))))),
                scopeMetrics(metric("otlp.no_scope", gauge(point(time(NANOS), number(6))))))),
        request(
            resourceMetrics(
                scopeMetrics(
                    metric(
                        "otlp.histogram",
                        nested(
                            9,
                            point(
                                attribute(9, "a", "1"),
                                time(NANOS),
                                out -> out.writeFixed64(4, 10),
                                out -> out.writeDouble(5, 55.5),
                                fixed64s(6, 1, 2, 3, 4),
                                doubles(7, 0.005, 1, 1e7)),
                            point(
                                attribute(9, "a", "without a sum"),
                                time(NANOS),
                                out -> out.writeFixed64(4, 3),
                                fixed64s(6, 1, 2),
                                doubles(7, 0.3)),
                            point(
                                attribute(9, "a", "without buckets"),
                                time(NANOS),
                                out -> out.writeFixed64(4, 3)),
                            point(
                                attribute(9, "a", "buckets without bounds"),
                                time(NANOS),
                                fixed64s(6, 1, 2, 3),
                                doubles(7, 0.3)),
                            out -> out.writeInt32(2, 2))),
                    metric(
                        "otlp.exponential",
                        nested(
                            10,
                            point(
                                attribute(1, "a", "1"),
                                time(NANOS),
                                out -> out.writeFixed64(4, 10),
                                out -> out.writeDouble(5, 20.5),
                                out -> out.writeSInt32(6, 1),
                                out -> out.writeFixed64(7, 2),
                                nested(
                                    8,
                                    b -> b.writeSInt32(1, -2),
                                    b -> b.writeByteArray(2, new byte[] {1, 0, 5, 2})),
                                out -> out.writeDouble(14, 0.001)),
                            point(
                                attribute(1, "a", "negative, without a sum"),
                                time(NANOS),
                                out -> out.writeFixed64(4, 8),
                                nested(8, b -> b.writeByteArray(2, new byte[] {1})),
                                nested(
                                    9,
                                    b -> b.writeSInt32(1, 3),
                                    b -> b.writeByteArray(2, new byte[] {3, 0, 4}))),
                            out -> out.writeInt32(2, 2))),
                    metric(
                        "otlp.summary",
                        nested(
                            11,
                            point(
                                attribute(7, "a", "1"),
                                time(NANOS),
                                out -> out.writeFixed64(4, 9),
                                out -> out.writeDouble(5, 4.5),
                                nested(6, q -> q.writeDouble(1, 0.99), q -> q.writeDouble(2, 1.25)),
                                nested(6, q -> q.writeDouble(2, 0.25)))))))),
        request(
            resourceMetrics(
                scopeMetrics(metric("otlp.before", gauge(point(time(NANOS), number(1))))),
                resource(attribute(1, "stands", "behind")),
                unknown()),
            unknown()),
        request());
  }
}
