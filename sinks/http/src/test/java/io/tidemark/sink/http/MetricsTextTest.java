package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTextTest {
  private record Sample(String name, Map<String, String> labels, double value) {}

  private static List<Sample> parse(String page, String... wanted) {
    var samples = new ArrayList<Sample>();
    MetricsText.parse(
        page.getBytes(StandardCharsets.UTF_8),
        Set.of(wanted),
        (name, labels, value) -> samples.add(new Sample(name, labels, value)));
    return samples;
  }

  @Test
  void readsTheExampleOfTheFormatsDescription() {
    // From "Text format example" of Prometheus' exposition formats page.
    String page =
        """
        # HELP http_requests_total The total number of HTTP requests.
        # TYPE http_requests_total counter
        http_requests_total{method="post",code="200"} 1027 1395066363000
        http_requests_total{method="post",code="400"}    3 1395066363000

        # Escaping in label values:
        msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\""} 1.458255915e9

        # Minimalistic line:
        metric_without_timestamp_and_labels 12.47

        # A weird metric from before the epoch:
        something_weird{problem="division by zero"} +Inf -3982045
        """;

    assertThat(
            parse(
                page,
                "http_requests_total",
                "msdos_file_access_time_seconds",
                "metric_without_timestamp_and_labels",
                "something_weird"))
        .containsExactly(
            new Sample("http_requests_total", Map.of("method", "post", "code", "200"), 1027),
            new Sample("http_requests_total", Map.of("method", "post", "code", "400"), 3),
            new Sample(
                "msdos_file_access_time_seconds",
                Map.of("path", "C:\\DIR\\FILE.TXT", "error", "Cannot find file:\n\"FILE.TXT\""),
                1.458255915e9),
            new Sample("metric_without_timestamp_and_labels", Map.of(), 12.47),
            new Sample(
                "something_weird",
                Map.of("problem", "division by zero"),
                Double.POSITIVE_INFINITY));
  }

  @Test
  void passesOverWhatIsNotWanted() {
    assertThat(parse("a 1\nab 2\na_b 3\n", "a")).containsExactly(new Sample("a", Map.of(), 1));
  }

  @ParameterizedTest
  @CsvSource({"NaN, NaN", "+Inf, Infinity", "-Inf, -Infinity", "1e3, 1000", "-0.5, -0.5"})
  void readsNumbersAsGoWritesThem(String text, double value) {
    assertThat(parse("a " + text, "a")).containsExactly(new Sample("a", Map.of(), value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a{} 1", "a{ x = \"y\" , } 1\r", " a 1 ", "a\t1", "a{x=\"}\",y=\"{\"} 1"})
  void readsWhatIsWrittenLoosely(String line) {
    assertThat(parse(line + "\nb 2", "a", "b")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a ",
        "a x",
        "a{",
        "a{x",
        "a{x=",
        "a{x=\"",
        "a{x=\"y",
        "a{x=\"y\"",
        "a{x=\"\\",
        "a{x=y} 1",
        "a{=\"y\"} 1",
        "{} 1",
        "<html>",
        "\u0000",
        "a{,} 1"
      })
  void passesOverALineThatIsNoSample(String line) {
    assertThat(parse(line + "\nb 2", "a", "b")).containsExactly(new Sample("b", Map.of(), 2));
  }

  @Test
  void readsALongValueFullOfEscapes() {
    assertThat(parse("a{x=\"" + "\\\"".repeat(100_000) + "\"} 1", "a"))
        .containsExactly(new Sample("a", Map.of("x", "\"".repeat(100_000)), 1));
  }

  @Test
  void readsAHundredThousandLabels() {
    assertThat(parse("a{" + "x=\"y\",".repeat(100_000) + "} 1", "a"))
        .containsExactly(new Sample("a", Map.of("x", "y"), 1));
  }
}
