package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateFormatTest {
  private static final Labels UP = Labels.of(Map.of("__name__", "up", "instance", "web"));

  private static UpdateFormat format(int m, int n, ValueMode value) {
    return new UpdateFormat(
        new SeriesPath("tidemark"),
        new Copies(new Amplification(m, n, 60_000, "instance", value, Layout.SERIES), Map.of()));
  }

  private static String text(Payload payload) {
    return new String(payload.body(), StandardCharsets.US_ASCII);
  }

  @Test
  void writesALineForEachCopy() {
    UpdateFormat format = format(2, 2, ValueMode.REPEAT);
    var builder = format.newPayloadBuilder();
    builder.append(format.template(UP), 1_700_000_040_000L, 1.5);

    Payload payload = builder.encode(format.copies().amplification().all());
    assertThat(text(payload))
        .isEqualTo(
            """
            UPDATE tidemark/up/instance=web.rrd 1700000040:1.5
            UPDATE tidemark/up/instance=web.rrd 1700000070:1.5
            UPDATE tidemark/up/instance=web~1.rrd 1700000040:1.5
            UPDATE tidemark/up/instance=web~1.rrd 1700000070:1.5
            """);
    assertThat(payload.samples()).isEqualTo(4);
  }

  /** From 1 to 3 in a minute is 2 after half of it. */
  @Test
  void writesValuesBetweenTwoSamples() {
    UpdateFormat format = format(2, 1, ValueMode.INTERPOLATE);
    var builder = format.newPayloadBuilder();
    builder.append(format.template(UP), 1_700_000_040_000L, 1, 3);

    assertThat(text(builder.encode(format.copies().amplification().all())))
        .contains(" 1700000040:1.0\n", " 1700000070:2.0\n");
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1",
    "-0.0, -0.0",
    "1e300, 1.0E300",
    "Infinity, inf",
    "-Infinity, -inf",
    "4.9e-324, 4.9E-324"
  })
  void writesAnyNumber(double value, String text) {
    var sample = new Sample(UP, 1_700_000_040_000L, value);
    Payload payload = format(1, 1, ValueMode.REPEAT).encode(List.of(sample));

    assertThat(text(payload)).endsWith(":" + text + "\n");
    assertThat(format(1, 1, ValueMode.REPEAT).decode(payload)).containsExactly(sample);
  }

  @Test
  void writesTheStaleMarkerAsUnknown() {
    var stale = new Sample(UP, 1_700_000_040_000L, Double.longBitsToDouble(0x7ff0000000000002L));
    UpdateFormat format = format(1, 1, ValueMode.REPEAT);
    Payload payload = format.encode(List.of(stale));

    assertThat(text(payload)).endsWith(" 1700000040:U\n");
    assertThat(format.decode(payload)).containsExactly(stale);
  }

  /** The longest instance is counted, whose suffix is ~10. */
  @Test
  void refusesASeriesWhosePathIsTooLong() {
    int rest = "tidemark/=/instance=.rrd".length();
    int cuts = 2 * ((3_500 - rest) / 200);
    String fits = "a".repeat(3_500 - rest - cuts);
    UpdateFormat one = format(1, 1, ValueMode.REPEAT);

    assertThat(one.refuse(Labels.of(Map.of("instance", fits)))).isNull();
    assertThat(one.refuse(Labels.of(Map.of("instance", fits + "a"))))
        .isEqualTo("labels-too-long-for-a-path");
    assertThat(format(1, 11, ValueMode.REPEAT).refuse(Labels.of(Map.of("instance", fits))))
        .isEqualTo("labels-too-long-for-a-path");
  }

  @Test
  void readsNoOtherBody() {
    byte[] body = "UPDATE somewhere\n".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(
            () -> format(1, 1, ValueMode.REPEAT).decode(new Payload(body, "rrdcached", 1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
