package io.tidemark.oracle;

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

import io.tidemark.format.Format;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtlpTextTest {
  private static final Fields DATA = gauge(point(time(1), number(1)));

  /** A field of wire type 6, which there is not. */
  private static final Fields BROKEN = out -> out.writeRawByte(0x3e);

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

  private static Fields attributeWith(Fields... parts) {
    return nested(7, parts);
  }

  private static Fields key(String key) {
    return out -> out.writeString(1, key);
  }

  private static Fields value(Fields... parts) {
    return nested(2, parts);
  }

  private static byte[] ofAttribute(Fields attribute) {
    return ofMetric(gauge(point(attribute, time(1), number(1))));
  }

  @Test
  void leavesOutWhatIsNotReadOfAnAttribute() {
    Fields one = text("1");
    byte[] plain = ofAttribute(attributeWith(key("a"), value(one)));

    assertThat(OtlpText.asFarAsRead(ofAttribute(attributeWith(key("a"), value(one), BROKEN))))
        .isEqualTo(plain);
    assertThat(OtlpText.asFarAsRead(ofAttribute(attributeWith(value(one), key("a"), BROKEN))))
        .isEqualTo(plain);
    assertThat(OtlpText.asFarAsRead(ofAttribute(attributeWith(value(BROKEN)))))
        .isEqualTo(ofAttribute(attributeWith()));
    assertThat(
            OtlpText.asFarAsRead(
                ofAttribute(
                    attributeWith(
                        key("a"),
                        value(
                            list(
                                v -> {
                                  one.write(v);
                                  BROKEN.write(v);
                                }))))))
        .isEqualTo(ofAttribute(attributeWith(key("a"), value(list(one)))));
  }

  @Test
  void keepsWhatIsBrokenWhereItIsRead() {
    Fields one = text("1");
    for (Fields attribute :
        List.of(
            attributeWith(BROKEN, key("a"), value(one)),
            attributeWith(key("a"), BROKEN, value(one)),
            attributeWith(key("a"), value(one, BROKEN)),
            attributeWith(key("a"), value(list(BROKEN))))) {
      assertThat(OtlpText.asFarAsRead(ofAttribute(attribute))).isEqualTo(ofAttribute(attribute));
    }
    byte[] behind = ofMetric(DATA, BROKEN);
    assertThat(OtlpText.asFarAsRead(behind)).isEqualTo(behind);
  }

  @Test
  void whatIsNotReadHidesNoOtherDifference() {
    Fields attribute = attributeWith(key("a"), value(text("1")), BROKEN);
    byte[] request = ofMetric(gauge(point(attribute, time(1769817600123000000L), number(1))));
    var refused = Parsed.by(Format.OTLP.parsers(TimestampUnit.AUTO).create(), request, 0).refused();
    Sample stored = sample("1", 1);
    assertThat(refused).hasSize(1);
    assertThat(known(request, refused, stored))
        .containsExactly(KnownDifference.BROKEN_WHERE_NOTHING_READS);
    assertThat(known(request, refused, sample("1", 2))).isEmpty();
    assertThat(known(request, refused, stored, sample("2", 1))).isEmpty();
  }

  private static Sample sample(String a, double value) {
    return new Sample(Labels.of(Map.of("__name__", "m", "a", a)), 1769817600123L, value);
  }

  private static Set<KnownDifference> known(
      byte[] request, List<Parsed.Refused> refused, Sample... stored) {
    return KnownDifference.of(
        new Comparison(Format.OTLP, Input.of(0, request), Set.of(stored), Set.of(), refused));
  }
}
