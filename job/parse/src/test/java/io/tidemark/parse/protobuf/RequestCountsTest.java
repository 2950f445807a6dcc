package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.OtlpRequests.attribute;
import static io.tidemark.parse.protobuf.OtlpRequests.metric;
import static io.tidemark.parse.protobuf.OtlpRequests.nested;
import static io.tidemark.parse.protobuf.OtlpRequests.number;
import static io.tidemark.parse.protobuf.OtlpRequests.point;
import static io.tidemark.parse.protobuf.OtlpRequests.resourceMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.scopeMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.time;
import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.nativeHistogram;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.series;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.protobuf.RequestCounts.Kind;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import org.junit.jupiter.api.Test;

/** Field numbers are those of the published messages: prompb, io.prometheus.write.v2, OTLP 1. */
class RequestCountsTest {
  private static final Fields UP = label("__name__", "up");

  private final RequestCounts counts = new RequestCounts();

  @Test
  void countsEachKindOfVersion1() throws RejectedException {
    counts.ofRemoteWrite(
        snappy(
            message(
                series(UP, sample(1, 1), sample(2, 2), nested(3, label("trace_id", "a"))),
                series(UP, nativeHistogram(4)),
                nested(3, m -> m.writeString(2, "up")))));
    assertThat(counts.isVersion1()).isTrue();
    assertThat(counts.isVersion2()).isFalse();
    assertThat(counts.of(Kind.SAMPLES)).isEqualTo(2);
    assertThat(counts.of(Kind.HISTOGRAMS)).isEqualTo(1);
    assertThat(counts.of(Kind.EXEMPLARS)).isEqualTo(1);
    assertThat(counts.of(Kind.METADATA)).isEqualTo(1);
    assertThat(counts.of(Kind.START_TIMES)).isZero();
  }

  @Test
  void countsEachKindOfVersion2() throws RejectedException {
    Fields started = nested(2, s -> s.writeDouble(1, 1), s -> s.writeInt64(3, 7));
    counts.ofRemoteWrite(
        snappy(
            message(
                s -> s.writeString(4, ""),
                nested(5, sample(1, 1), sample(2, 2), started, nested(5, m -> m.writeInt32(1, 1))),
                nested(5, nativeHistogram(3), nested(4, sample(1, 1)), c -> c.writeInt64(6, 9)))));
    assertThat(counts.isVersion2()).isTrue();
    assertThat(counts.of(Kind.SAMPLES)).isEqualTo(3);
    assertThat(counts.of(Kind.HISTOGRAMS)).isEqualTo(1);
    assertThat(counts.of(Kind.EXEMPLARS)).isEqualTo(1);
    assertThat(counts.of(Kind.METADATA)).isEqualTo(1);
    assertThat(counts.of(Kind.START_TIMES)).isEqualTo(2);
  }

  @Test
  void countsPointsOfOtlp() throws RejectedException {
    Fields since = p -> p.writeFixed64(2, 5);
    Fields exemplar = nested(5, attribute(7, "trace", "a"));
    counts.ofOtlp(
        message(
            resourceMetrics(
                scopeMetrics(
                    metric(
                        "a",
                        m -> m.writeString(2, "what it is"),
                        nested(
                            7,
                            point(time(1), number(1), since, exemplar),
                            point(time(1), number(2)))),
                    metric("h", nested(9, point(time(1), nested(8, time(1))))),
                    metric("", nested(5, point(time(1)), point(time(2)), point(time(3))))))));
    assertThat(counts.of(Kind.SAMPLES)).isEqualTo(6);
    assertThat(counts.of(Kind.EXEMPLARS)).isEqualTo(2);
    assertThat(counts.of(Kind.METADATA)).isEqualTo(1);
    assertThat(counts.of(Kind.START_TIMES)).isEqualTo(1);
    // Three points, which the parser rejects as the one metric.
    assertThat(counts.of(Kind.BEYOND_NAMELESS_METRICS)).isEqualTo(2);
  }

  @Test
  void eachBeginsAnew() throws RejectedException {
    counts.ofRemoteWrite(snappy(message(series(UP, sample(1, 1)))));
    byte[] alone = message(UP, sample(1, 1), sample(2, 2));
    counts.ofSeries(alone, 0, alone.length, false);
    assertThat(counts.of(Kind.SAMPLES)).isEqualTo(2);
    assertThatThrownBy(() -> counts.ofRemoteWrite(new byte[] {9, 9, 9}))
        .isInstanceOf(RejectedException.class);
  }
}
