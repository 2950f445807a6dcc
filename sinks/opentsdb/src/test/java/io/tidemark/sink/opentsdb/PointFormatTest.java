package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointFormatTest {
  private static final Labels UP = Labels.of(Map.of("__name__", "up", "instance", "web"));
  private static final TargetConfig TARGET = TargetConfig.of("opentsdb");
  private static final TargetConfig TELNET = TARGET.withOption("protocol", "telnet");
  private static final long TIME = 1_700_000_040_000L;

  private static WireFormat format(TargetConfig target, int m, int n) {
    return new OpenTsdb()
        .format(
            target, new Amplification(m, n, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES));
  }

  private static Payload copies(TargetConfig target, int m, int n, double value) {
    WireFormat format = format(target, m, n);
    var builder = format.newPayloadBuilder();
    builder.append(format.template(UP), TIME, value);
    return builder.encode(
        new Amplification(m, n, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES).all());
  }

  private static String text(Payload payload) {
    return new String(payload.body(), StandardCharsets.US_ASCII);
  }

  @Test
  void writesAnObjectForEachCopy() {
    Payload payload = copies(TARGET, 2, 2, 1.5);

    assertThat(text(payload))
        .isEqualTo(
            """
            [{"metric":"up","tags":{"instance":"web"},"timestamp":1700000040000,"value":1.5},\
            {"metric":"up","tags":{"instance":"web"},"timestamp":1700000070000,"value":1.5},\
            {"metric":"up","tags":{"instance":"web_x7E_1"},"timestamp":1700000040000,"value":1.5},\
            {"metric":"up","tags":{"instance":"web_x7E_1"},"timestamp":1700000070000,"value":1.5}]""");
    assertThat(payload.samples()).isEqualTo(4);
  }

  @Test
  void writesALineForEachCopyOverTelnet() {
    assertThat(text(copies(TELNET, 2, 1, 3)))
        .isEqualTo(
            """
            put up 1700000040000 3 instance=web
            put up 1700000070000 3 instance=web
            """);
  }

  @Test
  void packsBodiesAndUnpacksThem() {
    TargetConfig target = TARGET.withOption("compression", "gzip");
    Payload packed = copies(target, 20, 10, 7);

    assertThat(packed.encoding()).isEqualTo("gzip");
    assertThat(packed.body().length).isLessThan(packed.rawBytes() / 5);
    assertThat(format(target, 20, 10).decode(packed))
        .isEqualTo(format(TARGET, 20, 10).decode(copies(TARGET, 20, 10, 7)));
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1",
    "1, 1",
    "-5, -5",
    "-0.0, -0.0",
    "1e300, 1.0E300",
    "9007199254740991, 9007199254740991",
    "4.9e-324, 4.9E-324",
    "NaN, NaN",
    "Infinity, Infinity"
  })
  void writesAnyNumber(double value, String text) {
    boolean isNumber = Double.isFinite(value);
    assertThat(text(copies(TARGET, 1, 1, value)))
        .endsWith("\"value\":" + (isNumber ? text : "\"" + text + "\"") + "}]");
    assertThat(text(copies(TELNET, 1, 1, value))).contains(" " + text + " instance=");
    for (TargetConfig target : List.of(TARGET, TELNET)) {
      var sample = new Sample(UP, TIME, value);
      WireFormat format = format(target, 1, 1);
      assertThat(format.decode(format.encode(List.of(sample)))).containsExactly(sample);
    }
  }

  private static Labels labels(int tags) {
    var labels = new TreeMap<String, String>();
    labels.put("__name__", "up");
    for (int i = 0; i < tags; i++) {
      labels.put("tag" + i, "v");
    }
    return Labels.of(labels);
  }

  /** Copies of a series without the label of instances have one more. */
  @Test
  void refusesMoreTagsThanTheServerTakes() {
    assertThat(format(TARGET, 1, 1).refuse(labels(8))).isNull();
    assertThat(format(TARGET, 1, 1).refuse(labels(9))).isEqualTo("too-many-tags");
    assertThat(format(TARGET, 1, 2).refuse(labels(8))).isEqualTo("too-many-tags");
    assertThat(format(TARGET.withOption("max-tags", "9"), 1, 2).refuse(labels(8))).isNull();
  }

  @Test
  void refusesWhatHasNoNameOrNoTag() {
    assertThat(format(TARGET, 1, 1).refuse(Labels.of(Map.of("a", "b"))))
        .isEqualTo("no-metric-name");
    assertThat(format(TARGET, 1, 3).refuse(Labels.of(Map.of("__name__", "up"))))
        .isEqualTo("no-tag");
    assertThat(
            format(TARGET.withExtraLabels(Map.of("run", "1")), 1, 3)
                .refuse(Labels.of(Map.of("__name__", "up"))))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "10.0.0.1:9100", "é", "web~1"})
  void refusesOtherCharactersWhereItIsNotToWriteThemAsOthers(String value) {
    Labels labels = Labels.of(Map.of("__name__", "up", "a", value));
    assertThat(format(TARGET, 1, 1).refuse(labels)).isNull();
    assertThat(format(TARGET.withOption("characters", "refuse"), 1, 1).refuse(labels))
        .isEqualTo("characters-not-allowed");
    // The suffix of instances is ours.
    assertThat(format(TARGET.withOption("characters", "refuse"), 1, 2).refuse(UP)).isNull();
  }

  /** A line's 1,024 bytes: "put up ", 44 digits, 3 blanks and signs, "instance", and the value. */
  @Test
  void refusesWhatIsLongerThanALineOrAKey() {
    int rest = "put up  instance=\n".length() + 44 + 1;
    Labels fits = Labels.of(Map.of("__name__", "up", "instance", "v".repeat(1_024 - rest)));
    Labels longer = Labels.of(Map.of("__name__", "up", "instance", "v".repeat(1_025 - rest)));
    assertThat(format(TELNET, 1, 1).refuse(fits)).isNull();
    assertThat(format(TELNET, 1, 1).refuse(longer)).isEqualTo("labels-too-long");
    assertThat(format(TARGET, 1, 1).refuse(longer)).isNull();
    assertThat(
            format(TARGET, 1, 1)
                .refuse(Labels.of(Map.of("__name__", "up", "a", "v".repeat(32_767)))))
        .isEqualTo("labels-too-long");
  }

  @ParameterizedTest
  @ValueSource(strings = {"put up", "{}", "[{\"metric\":\"up\"", "[{\"other\":1}]", "other a b c"})
  void readsNoOtherBody(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    for (Map.Entry<TargetConfig, String> by : Map.of(TARGET, "json", TELNET, "telnet").entrySet()) {
      assertThatThrownBy(
              () -> format(by.getKey(), 1, 1).decode(new Payload(bytes, by.getValue(), 1, 1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void saysHowLargeABodyMayBecome() {
    for (TargetConfig target : List.of(TARGET, TELNET)) {
      WireFormat format = format(target, 3, 2);
      var builder = format.newPayloadBuilder();
      builder.append(format.template(UP), Long.MAX_VALUE / 2, -2.2250738585072014E-308);
      Payload all =
          builder.encode(
              new Amplification(3, 2, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES).all());
      assertThat(builder.maxRawBytes()).isGreaterThanOrEqualTo(all.rawBytes());
    }
  }

  @Test
  void namesOfKeysAndMetricsAreWrittenLikeValues() {
    Labels odd = Labels.of(Map.of("__name__", "job:rate5m", "a b", "c"));
    WireFormat format = format(TARGET, 1, 1);
    Payload payload = format.encode(List.of(new Sample(odd, TIME, 1)));
    assertThat(text(payload)).contains("job_x3A_rate5m", "a_x20_b");
    assertThat(format.decode(payload).stream().map(Sample::labels).collect(Collectors.toList()))
        .containsExactly(odd);
  }
}
