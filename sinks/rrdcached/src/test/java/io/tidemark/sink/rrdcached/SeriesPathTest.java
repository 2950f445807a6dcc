package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesPathTest {
  private static final SeriesPath PATH = new SeriesPath("tidemark");

  private static String path(String... namesAndValues) {
    var labels = new TreeMap<String, String>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      labels.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return PATH.of(Labels.of(labels));
  }

  @Test
  void namesAFolderByTheMetricAndAFileByTheRest() {
    assertThat(path("__name__", "cpu_usage", "host", "web-1~2", "region", "eu.west"))
        .isEqualTo("tidemark/cpu_usage/host=web-1~2,region=eu.west.rrd");
    assertThat(path("__name__", "up")).isEqualTo("tidemark/up/=.rrd");
    assertThat(path("host", "a")).isEqualTo("tidemark/=/host=a.rrd");
  }

  @Test
  void writesWhatMeansSomethingElsewhereAsItsBytes() {
    assertThat(path("__name__", "a b\n", "p", "x/y%\\,=+:é"))
        .isEqualTo("tidemark/a%20b%0A/p=x%2Fy%25%5C%2C%3D%2B%3A%C3%A9.rrd");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"..", ".", "../../etc/passwd", "/etc/passwd", "...", "a..", "\0", "=", "+", "%2E"})
  void leadsNowhereElseWhateverALabelSays(String text) {
    for (String path : new String[] {path("__name__", text), path("__name__", "m", text, text)}) {
      assertThat(Path.of("/base").resolve(path).normalize())
          .isEqualTo(Path.of("/base", path))
          .startsWithRaw(Path.of("/base/tidemark"));
      assertThat(path).doesNotContain("../").matches("[\\x21-\\x7E]+");
    }
  }

  @Test
  void cutsWhatIsLongerThanAFilesNameMayBe() {
    String path = path("__name__", "n".repeat(201), "a", "b".repeat(198), "c", "d".repeat(400));

    assertThat(path)
        .isEqualTo(
            "tidemark/%s+/n/a=%s+/,c=%s+/%s+/%s.rrd"
                .formatted(
                    "n".repeat(200),
                    "b".repeat(198),
                    "d".repeat(197),
                    "d".repeat(200),
                    "d".repeat(3)));
  }

  @Test
  void isReadBackAndIsAnotherForEverySeries() {
    var random = new Random(14);
    var seen = new HashMap<String, Labels>();
    for (int i = 0; i < 5_000; i++) {
      var labels = new TreeMap<String, String>();
      for (int l = random.nextInt(4); l >= 0; l--) {
        labels.put(random.nextInt(3) == 0 ? "__name__" : text(random), text(random));
      }
      Labels series = Labels.of(labels);
      String path = PATH.of(series);

      assertThat(PATH.labels(path)).isEqualTo(series);
      assertThat(seen.merge(path, series, (one, other) -> one)).isEqualTo(series);
      for (Path name : Path.of(path)) {
        assertThat(name.toString().getBytes(StandardCharsets.UTF_8).length).isLessThan(250);
      }
    }
  }

  private static String text(Random random) {
    String characters = "ab./%+=,é漢😀 \n";
    int[] points = characters.codePoints().toArray();
    var text = new StringBuilder();
    for (int i = random.nextInt(10) == 0 ? 300 : 1 + random.nextInt(4); i > 0; i--) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"other/up/=.rrd", "tidemark/up/=", "tidemark/up.rrd"})
  void saysWhatIsNoPath(String path) {
    assertThatThrownBy(() -> PATH.labels(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(path);
  }

  @Test
  void keepsInstancesApart() {
    assertThat(Map.of(path("instance", "web"), 1, path("instance", "web~1"), 2)).hasSize(2);
  }
}
