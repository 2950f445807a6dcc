package io.tidemark.oracle;

import static io.tidemark.parse.protobuf.OtlpRequests.gauge;
import static io.tidemark.parse.protobuf.OtlpRequests.metric;
import static io.tidemark.parse.protobuf.OtlpRequests.nested;
import static io.tidemark.parse.protobuf.OtlpRequests.number;
import static io.tidemark.parse.protobuf.OtlpRequests.point;
import static io.tidemark.parse.protobuf.OtlpRequests.request;
import static io.tidemark.parse.protobuf.OtlpRequests.resource;
import static io.tidemark.parse.protobuf.OtlpRequests.resourceMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.scopeMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.protobuf.WriteRequests.Fields;
import org.junit.jupiter.api.Test;

class OtlpTextTest {
  private static final Fields DATA = gauge(point(time(1), number(1)));

  private static byte[] ofMetric(Fields... parts) {
    return request(resourceMetrics(scopeMetrics(metric("m", parts))));
  }

  @Test
  void findsFieldsOfAnotherTypeThatTheParsersPassOver() {
    assertThat(OtlpText.holdsFieldOfAnotherType(ofMetric(DATA, out -> out.writeFixed32(12, 1))))
        .isTrue();
    assertThat(OtlpText.holdsFieldOfAnotherType(ofMetric(DATA, out -> out.writeInt64(2, 1))))
        .isTrue();
    assertThat(OtlpText.holdsFieldOfAnotherType(ofMetric(DATA, nested(12)))).isFalse();
    assertThat(OtlpText.holdsFieldOfAnotherType(ofMetric(DATA, out -> out.writeInt64(99, 1))))
        .isFalse();
  }

  @Test
  void findsWhatIsGivenTwiceThoughItIsBroken() {
    Fields broken = out -> out.writeString(1, "\n\u0020");
    assertThat(
            OtlpText.givesOneTwice(
                request(resourceMetrics(scopeMetrics(metric("m", DATA)), resource(), broken))))
        .isTrue();
    assertThat(
            OtlpText.givesOneTwice(
                request(resourceMetrics(scopeMetrics(metric("m", DATA)), broken))))
        .isFalse();
  }
}
