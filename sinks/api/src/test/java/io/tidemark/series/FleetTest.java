package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetTest {
  private static final int HOSTS = 10_000;

  private static Fleet fleet(double n, String... instanceLabels) {
    return Fleet.of(
        new Amplification(
            6, 1, 60_000, InstanceLabels.of(instanceLabels), ValueMode.REPEAT, Layout.TIME),
        n);
  }

  private static Labels series(String metric, Map<String, String> labels) {
    var all = new java.util.TreeMap<>(labels);
    all.put("__name__", metric);
    return Labels.of(all);
  }

  private static List<String> doubled(Fleet fleet) {
    return IntStream.range(0, HOSTS)
        .mapToObj(i -> "10.0.%d.%d:9100".formatted(i / 256, i % 256))
        .filter(host -> fleet.hasOneMore(series("up", Map.of("instance", host))))
        .toList();
  }

  /** Four standard deviations of drawing that many are 2 %. */
  @ParameterizedTest
  @CsvSource({"1.5, 0.5", "1.1, 0.1", "7.75, 0.75"})
  void aShareOfTheInstancesHasOneCopyMore(double n, double share) {
    assertThat(doubled(fleet(n, "instance")).size() / (double) HOSTS)
        .isBetween(share - 0.02, share + 0.02);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 500})
  void ofAWholeNumberAllAreAlike(double n) {
    assertThat(doubled(fleet(n, "instance"))).isEmpty();
    assertThat(fleet(n, "instance").most()).isEqualTo(fleet(n, "instance").least());
    assertThat(fleet(n, "instance").least().n()).isEqualTo((int) n);
  }

  /** Whatever else tells them apart. */
  @Test
  void allSeriesOfAnInstanceHaveAsMany() {
    var fleet = fleet(2.5, "instance", "pod");
    for (int i = 0; i < 100; i++) {
      String host = "host_" + i;
      var own = series("cpu", Map.of("instance", host, "cpu", "0", "pod", "p"));
      assertThat(fleet.of(series("up", Map.of("instance", host)))).isEqualTo(fleet.of(own));
      assertThat(fleet.of(series("cpu", Map.of("instance", host, "pod", "q" + i))))
          .isEqualTo(fleet.of(own));
      assertThat(fleet.of(series("kube", Map.of("pod", host)))).isEqualTo(fleet.of(own));
      assertThat(fleet.of(own).n()).isIn(2, 3);
    }
  }

  @Test
  void whatWasCopiedStaysCopiedWhenTheFleetGrows() {
    assertThat(doubled(fleet(1.6, "instance"))).containsAll(doubled(fleet(1.5, "instance")));
  }

  /**
   * Runs that go on from a savepoint decide as the one before. By hand, of the upper 53 bits of
   * MurmurHash3's last steps of the hash of {@link SeriesHash}.
   */
  @Test
  void theSameInstancesInEachRunAndBuild() {
    assertThat(
            IntStream.range(0, 16)
                .filter(
                    i ->
                        fleet(1.5, "instance")
                            .hasOneMore(series("up", Map.of("instance", "host_" + i))))
                .boxed())
        .containsExactly(7, 11, 12, 14);
  }

  /** Nothing says what their instance is. */
  @Test
  void seriesWithoutAnInstanceAreDecidedOneByOne() {
    var fleet = fleet(1.5, "host");
    long more =
        IntStream.range(0, HOSTS)
            .filter(i -> fleet.hasOneMore(series("up", Map.of("job", "job" + i))))
            .count();

    assertThat(more / (double) HOSTS).isBetween(0.48, 0.52);
  }

  @Test
  void countsCopiesInTheMean() {
    assertThat(fleet(1.5, "instance").copies()).isEqualTo(9);
    assertThat(fleet(1.1, "instance").n()).isEqualTo(1.1);
    assertThat(Fleet.text(1.1)).isEqualTo("1.1");
    assertThat(Fleet.text(500)).isEqualTo("500");
  }

  @Test
  void refusesAShareThatIsNone() {
    var least = fleet(1, "instance").least();

    assertThatThrownBy(() -> new Fleet(least, 1)).hasMessageContaining("share=1.0");
    assertThatThrownBy(() -> new Fleet(least, Double.NaN)).hasMessageContaining("share=NaN");
  }
}
