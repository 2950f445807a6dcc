package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.OtlpRequests.NANOS;
import static io.tidemark.parse.protobuf.OtlpRequests.attribute;
import static io.tidemark.parse.protobuf.OtlpRequests.doubles;
import static io.tidemark.parse.protobuf.OtlpRequests.fixed64s;
import static io.tidemark.parse.protobuf.OtlpRequests.gauge;
import static io.tidemark.parse.protobuf.OtlpRequests.list;
import static io.tidemark.parse.protobuf.OtlpRequests.metric;
import static io.tidemark.parse.protobuf.OtlpRequests.nested;
import static io.tidemark.parse.protobuf.OtlpRequests.number;
import static io.tidemark.parse.protobuf.OtlpRequests.point;
import static io.tidemark.parse.protobuf.OtlpRequests.request;
import static io.tidemark.parse.protobuf.OtlpRequests.resource;
import static io.tidemark.parse.protobuf.OtlpRequests.resourceMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.scopeMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.text;
import static io.tidemark.parse.protobuf.OtlpRequests.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * By metrics.proto of opentelemetry-proto 1.x; names and labels by VictoriaMetrics' source
 * (lib/protoparser/opentelemetry). {@code OracleIT} compares with the program itself.
 */
class OtlpParserTest {
  private static final long MS = 1769817600123L;

  private final OtlpParser parser = new OtlpParser();

  @Test
  void attributesOfResourceScopeAndPointAreLabels() {
    byte[] request =
        request(
            resourceMetrics(
                resource(attribute(1, "service.name", "shop"), attribute(1, "a", "outer")),
                scopeMetrics(
                    nested(1, s -> s.writeString(1, "meter"), attribute(3, "x", "y")),
                    metric(
                        "cpu.time",
                        gauge(point(attribute(7, "a", "inner"), time(NANOS), number(1.5)))))));
    assertThat(samples(request))
        .containsExactly(
            sample(
                1.5,
                "__name__",
                "cpu.time",
                "service.name",
                "shop",
                "a",
                "inner",
                "scope.name",
                "meter",
                "scope.version",
                "unknown",
                "scope.attributes.x",
                "y"));
  }

  /** A label that one point gives must not shadow the resource's at the next point. */
  @Test
  void aPointsLabelsEndWithIt() {
    byte[] request =
        request(
            resourceMetrics(
                resource(attribute(1, "a", "outer")),
                scopeMetrics(
                    metric(
                        "m",
                        gauge(
                            point(attribute(7, "a", "inner"), time(NANOS), number(1)),
                            point(attribute(7, "b", "2"), time(NANOS), number(2)),
                            point(time(NANOS), number(3)))))));
    assertThat(samples(request))
        .containsExactly(
            sample(1, "__name__", "m", "a", "inner"),
            sample(2, "__name__", "m", "a", "outer", "b", "2"),
            sample(3, "__name__", "m", "a", "outer"));
  }

  @Test
  void aHistogramHasCumulativeBuckets() {
    byte[] request =
        metricOf(
            9,
            point(
                time(NANOS),
                out -> out.writeFixed64(4, 6),
                out -> out.writeDouble(5, 12.5),
                fixed64s(6, 1, 2, 3),
                doubles(7, 0.005, 1e7)));
    assertThat(samples(request))
        .containsExactly(
            sample(6, "__name__", "m_count"),
            sample(12.5, "__name__", "m_sum"),
            sample(1, "__name__", "m_bucket", "le", "0.005"),
            sample(3, "__name__", "m_bucket", "le", "10000000"),
            sample(6, "__name__", "m_bucket", "le", "+Inf"));
  }

  /** Scale 0: the bounds are powers of two, from 2^offset. */
  @Test
  void anExponentialHistogramHasRanges() {
    byte[] request =
        metricOf(
            10,
            point(
                time(NANOS),
                out -> out.writeFixed64(4, 8),
                out -> out.writeDouble(5, 12.5),
                out -> out.writeFixed64(7, 1),
                nested(8, b -> b.writeSInt32(1, 1), b -> b.writeByteArray(2, new byte[] {3, 0, 4})),
                out -> out.writeDouble(14, 0.5)));
    assertThat(samples(request))
        .containsExactly(
            sample(8, "__name__", "m_count"),
            sample(12.5, "__name__", "m_sum"),
            sample(1, "__name__", "m_bucket", "vmrange", "-5.000e-01...5.000e-01"),
            sample(3, "__name__", "m_bucket", "vmrange", "2.000e+00...4.000e+00"),
            sample(4, "__name__", "m_bucket", "vmrange", "8.000e+00...1.600e+01"));
  }

  /** Scale 0; a point that has none says so by leaving the sum out, as with negative numbers. */
  @Test
  void anExponentialHistogramHasNegativeRangesAndMayHaveNoSum() {
    byte[] request =
        metricOf(
            10,
            point(
                time(NANOS),
                out -> out.writeFixed64(4, 7),
                nested(8, b -> b.writeByteArray(2, new byte[] {2})),
                nested(
                    9, b -> b.writeSInt32(1, 1), b -> b.writeByteArray(2, new byte[] {3, 0, 2}))));
    assertThat(samples(request))
        .containsExactly(
            sample(7, "__name__", "m_count"),
            sample(2, "__name__", "m_bucket", "vmrange", "1.000e+00...2.000e+00"),
            sample(3, "__name__", "m_bucket", "vmrange", "-4.000e+00...-2.000e+00"),
            sample(2, "__name__", "m_bucket", "vmrange", "-1.600e+01...-8.000e+00"));
  }

  /** By Go's strconv: the exponent has two digits at least, and begins below -4 and from 6 on. */
  @Test
  void numbersInAnArrayAreWrittenAsGoWritesThem() {
    byte[] request =
        request(
            resourceMetrics(
                resource(
                    attribute(
                        1,
                        "l",
                        list(
                            v -> v.writeDouble(4, 1e6),
                            v -> v.writeDouble(4, 123456),
                            v -> v.writeDouble(4, -1234567.5),
                            v -> v.writeDouble(4, 0.0001),
                            v -> v.writeDouble(4, 0.00001),
                            v -> v.writeDouble(4, 1e300),
                            v -> v.writeDouble(4, -0.0),
                            v -> v.writeDouble(4, 0.5),
                            v -> v.writeInt64(3, 1000000)))),
                scopeMetrics(metric("m", gauge(point(time(NANOS), number(1)))))));
    assertThat(samples(request))
        .containsExactly(
            sample(
                1,
                "__name__",
                "m",
                "l",
                "[1e+06,123456,-1.2345675e+06,0.0001,1e-05,1e+300,-0,0.5,1000000]"));
  }

  /** As VictoriaMetrics has it: an entry that comes again is in the first one's place. */
  @Test
  void amongAttributesOfOneNameTheInnermostWinsAndOfALevelTheLast() {
    byte[] request =
        request(
            resourceMetrics(
                resource(
                    attribute(1, "a", "1"),
                    attribute(1, "a", "2"),
                    attribute(1, "kept", "x"),
                    attribute(
                        1,
                        "l",
                        list(
                            v ->
                                v.writeByteArray(
                                    6,
                                    WriteRequests.message(
                                        attribute(1, "k", "1"),
                                        attribute(1, "i", "2"),
                                        attribute(1, "k", "3")))))),
                scopeMetrics(
                    metric(
                        "m",
                        gauge(
                            point(
                                attribute(7, "a", "3"),
                                attribute(7, "a", "4"),
                                attribute(7, "kept", ""),
                                time(NANOS),
                                number(1)),
                            point(time(NANOS), number(2)))))));
    String list = "[{\"k\":\"3\",\"i\":\"2\"}]";
    assertThat(samples(request))
        .containsExactly(
            sample(1, "__name__", "m", "a", "4", "kept", "x", "l", list),
            sample(2, "__name__", "m", "a", "2", "kept", "x", "l", list));
  }

  @Test
  void aHistogramWithoutBucketsIsRefused() {
    Parsed parsed =
        Parsed.by(parser, metricOf(9, point(time(NANOS), out -> out.writeFixed64(4, 3))), -1);
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.refused())
        .singleElement()
        .satisfies(
            refused -> {
              assertThat(refused.why()).isEqualTo(Rejection.UNDECODABLE);
              assertThat(refused.detail()).isEqualTo("a histogram without buckets");
            });
  }

  /** A byte is a bucket, whose sample takes some 250 bytes: more than the tests' heap has. */
  @Test
  void refusesAPointOfMillionsOfBuckets() {
    for (int buckets : new int[] {8 << 20, 1_000_000}) {
      byte[] counts = new byte[buckets];
      Arrays.fill(counts, (byte) 1);
      assertIsRefused(
          metricOf(10, point(time(NANOS), nested(8, b -> b.writeByteArray(2, counts)))),
          Rejection.TOO_LARGE);
    }
  }

  /** Each compared with each, they would take half a minute. */
  @Test
  void refusesAttributesInTensOfThousandsAtOnce() {
    var parts = new ArrayList<Fields>(List.of(time(NANOS), number(1)));
    for (int i = 0; i < 60_000; i++) {
      parts.add(attribute(7, "a" + i, "v"));
    }
    byte[] request = metricOf(5, point(parts.toArray(Fields[]::new)));
    long from = System.nanoTime();
    assertIsRefused(request, Rejection.INVALID_LABELS);
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Patience.ofSeconds(5));
  }

  /** The name of each is that of the map as well: 2 GB together. */
  @Test
  void refusesEntriesOfAMapWhoseNamesGrowTogether() {
    var entries = new ArrayList<Fields>();
    for (int i = 0; i < 50_000; i++) {
      entries.add(attribute(1, "a" + i, "v"));
    }
    byte[] content = WriteRequests.message(entries.toArray(Fields[]::new));
    Fields map = attribute(7, "x".repeat(40_000), v -> v.writeByteArray(6, content));
    assertIsRefused(metricOf(5, point(map, time(NANOS), number(1))), Rejection.INVALID_LABELS);
  }

  @Test
  void refusesARequestWhoseResourceIsHuge() {
    byte[] request =
        request(
            resourceMetrics(
                resource(attribute(1, "a", "x".repeat(8 << 20))),
                scopeMetrics(metric("m", gauge(point(time(NANOS), number(1)))))));
    assertIsRefused(request, Rejection.TOO_LARGE);
  }

  private void assertIsRefused(byte[] request, Rejection why) {
    var refused = new ArrayList<Rejection>();
    var samples = new AtomicInteger();
    parser.parse(
        request,
        -1,
        new SampleParser.Output() {
          @Override
          public void sample(Sample sample) {
            samples.incrementAndGet();
          }

          @Override
          public void rejected(Rejection why, String detail, byte[] bytes, int from, int length) {
            refused.add(why);
          }
        });
    assertThat(samples).hasValue(0);
    assertThat(refused).containsExactly(why);
  }

  @Test
  void aSummaryHasQuantiles() {
    byte[] request =
        metricOf(
            11,
            point(
                time(NANOS),
                out -> out.writeFixed64(4, 8),
                out -> out.writeDouble(5, 12.5),
                nested(6, q -> q.writeDouble(1, 0.5), q -> q.writeDouble(2, 3))));
    assertThat(samples(request))
        .containsExactly(
            sample(8, "__name__", "m_count"),
            sample(12.5, "__name__", "m_sum"),
            sample(3, "__name__", "m", "quantile", "0.5"));
  }

  @Test
  void attributesThatAreNoTextBecomeText() {
    byte[] request =
        request(
            resourceMetrics(
                resource(
                    attribute(1, "i", v -> v.writeInt64(3, -42)),
                    attribute(1, "d", v -> v.writeDouble(4, 1e-9)),
                    attribute(1, "b", v -> v.writeBool(2, true)),
                    attribute(1, "l", list(text("a\"b"), v -> v.writeInt64(3, 1))),
                    attribute(
                        1,
                        "m",
                        v -> v.writeByteArray(6, WriteRequests.message(attribute(1, "k", "v"))))),
                scopeMetrics(metric("m", gauge(point(time(NANOS), number(1)))))));
    assertThat(samples(request))
        .containsExactly(
            sample(
                1,
                "__name__",
                "m",
                "i",
                "-42",
                "d",
                "0.000000001",
                "b",
                "true",
                "l",
                "[\"a\\\"b\",1]",
                "m.k",
                "v"));
  }

  @Test
  void aPointWithoutAValueIsAStaleMarker() {
    byte[] request = metricOf(5, point(time(NANOS), out -> out.writeInt32(8, 1)));
    assertThat(samples(request))
        .singleElement()
        .extracting(s -> Double.doubleToRawLongBits(s.value()))
        .isEqualTo(0x7ff0000000000002L);
  }

  @Test
  void rejectsAPointAloneThatCanNotBeRead() {
    byte[] request =
        request(
            resourceMetrics(
                scopeMetrics(
                    nested(2, gauge(point(time(NANOS), number(1)))),
                    metric(
                        "m",
                        gauge(
                            point(number(1)),
                            point(attribute(7, "a", "x\0y"), time(NANOS)),
                            point(attribute(7, "__name__", "n"), time(NANOS), number(2)),
                            point(time(NANOS), number(3)))),
                    metric("h", nested(9, point(time(NANOS), fixed64s(6, 1, 2)))))));
    Parsed parsed = Parsed.by(parser, request, -1);
    assertThat(parsed.samples()).containsExactly(sample(3, "__name__", "m"));
    assertThat(parsed.refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(
            Rejection.UNDECODABLE,
            Rejection.NO_TIMESTAMP,
            Rejection.INVALID_LABELS,
            Rejection.INVALID_LABELS,
            Rejection.UNDECODABLE);
  }

  /** A bucket has one label more than the count and the sum beside it. */
  @Test
  void rejectsAHistogramWholeWhoseBucketsHaveALabelTooMany() {
    for (int kind : new int[] {9, 10, 11}) {
      for (int labels : new int[] {Labels.Builder.MAX_LABELS - 1, Labels.Builder.MAX_LABELS}) {
        var parts = new ArrayList<Fields>(List.of(time(NANOS), out -> out.writeFixed64(4, 6)));
        // All but the name.
        for (int i = 1; i < labels; i++) {
          parts.add(attribute(kind == 10 ? 1 : kind == 9 ? 9 : 7, "a" + i, "v"));
        }
        parts.add(
            switch (kind) {
              case 9 -> fixed64s(6, 6);
              case 10 -> nested(8, b -> b.writeByteArray(2, new byte[] {6}));
              default -> nested(6, q -> q.writeDouble(1, 0.5), q -> q.writeDouble(2, 1));
            });
        Parsed parsed = Parsed.by(parser, metricOf(kind, point(parts.toArray(Fields[]::new))), -1);
        if (labels < Labels.Builder.MAX_LABELS) {
          assertThat(parsed.samples()).hasSize(kind == 11 ? 3 : 2);
        } else {
          assertThat(parsed.samples()).isEmpty();
          assertThat(parsed.refused())
              .extracting(Parsed.Refused::why)
              .containsExactly(Rejection.INVALID_LABELS);
        }
      }
    }
  }

  @Test
  void theRecordsTimestampStandsInForNone() {
    assertThat(Parsed.by(parser, metricOf(5, point(number(1))), 42).samples())
        .extracting(Sample::timestampMillis)
        .containsExactly(42L);
  }

  @Test
  void rejectsARequestThatIsCutShortAndEmitsNothingOfIt() {
    for (byte[] request : OtlpRequests.odd().subList(0, 2)) {
      for (int length = 1; length < request.length; length++) {
        Parsed parsed = Parsed.by(parser, Arrays.copyOf(request, length), -1);
        assertThat(parsed.samples()).isEmpty();
        assertThat(parsed.refused())
            .extracting(Parsed.Refused::why)
            .containsExactly(Rejection.UNDECODABLE);
      }
    }
  }

  @Test
  void boundsTheDepthOfAnAttribute() {
    byte[] value = WriteRequests.message(text("x"));
    for (int i = 0; i < 1000; i++) {
      byte[] inner = value;
      value = WriteRequests.message(v -> v.writeByteArray(5, listOf(inner)));
    }
    byte[] deep = value;
    byte[] request =
        request(
            resourceMetrics(
                resource(nested(1, a -> a.writeString(1, "a"), a -> a.writeByteArray(2, deep)))));
    assertThat(Parsed.by(parser, request, -1).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
  }

  @Test
  void endsOnAnyBytesAndReadsTheNextRecordAllTheSame() {
    var random = new Random(9);
    byte[] request = OtlpRequests.odd().get(0);
    int expected = samples(request).size();
    for (int round = 0; round < 20_000; round++) {
      byte[] mutated = request.clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
      }
      Parsed.by(parser, mutated, 5);
    }
    assertThat(samples(request)).hasSize(expected);
  }

  private static byte[] listOf(byte[] value) {
    return WriteRequests.message(values -> values.writeByteArray(1, value));
  }

  private static byte[] metricOf(int kind, Fields point) {
    return request(resourceMetrics(scopeMetrics(metric("m", nested(kind, point)))));
  }

  private List<Sample> samples(byte[] request) {
    Parsed parsed = Parsed.by(parser, request, -1);
    assertThat(parsed.refused()).isEmpty();
    return parsed.samples();
  }

  private static Sample sample(double value, String... labels) {
    var map = new TreeMap<String, String>();
    for (int i = 0; i < labels.length; i += 2) {
      map.put(labels[i], labels[i + 1]);
    }
    return new Sample(Labels.of(map), MS, value);
  }
}
