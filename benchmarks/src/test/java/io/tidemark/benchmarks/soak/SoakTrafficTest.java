package io.tidemark.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SoakTrafficTest {
  private static final Instant START = Instant.ofEpochSecond(1_750_000_000);
  private static final SoakTraffic TRAFFIC = new SoakTraffic(3, START);

  @Test
  void takesAsManyTicksAsTheSamplesNeed() {
    assertThat(SoakTraffic.of(2 * SoakTraffic.SERIES, START).ticks()).isEqualTo(2);
    assertThat(SoakTraffic.of(2 * SoakTraffic.SERIES + 1, START).samples())
        .isEqualTo(3 * SoakTraffic.SERIES);
  }

  /** By the lines alone, added up the plain way. */
  @Test
  void theSumsAreThoseOfTheRecords() {
    Map<String, Long> sums = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (long number = 0; number < TRAFFIC.records(); number++) {
      for (String line : text(number).split("\n")) {
        String[] parts = line.split(" ");
        for (String field : parts[1].split(",")) {
          String series = parts[0] + " " + field.split("=")[0];
          sums.merge(series, Long.parseLong(field.split("=")[1]), Long::sum);
          counts.merge(series, 1, Integer::sum);
        }
      }
    }
    assertThat(counts).hasSize(SoakTraffic.SERIES).allSatisfy((s, n) -> assertThat(n).isEqualTo(3));
    assertThat(TRAFFIC.storedSum(1_234, 7)).isEqualTo(20 * sums.get("soak,host=1234 m7"));
    assertThat(TRAFFIC.storedPerSeries()).isEqualTo(20 * 3);
  }

  @Test
  void copiesLieThreeSecondsApart() {
    assertThat(text(0)).contains(" 1750000000000000000\n");
    assertThat(TRAFFIC.timestampMillis(0)).isEqualTo(1_750_000_000_000L);
    assertThat(TRAFFIC.timestampMillis(20)).isEqualTo(1_750_000_060_000L);
    assertThat(TRAFFIC.timestampMillis(21)).isEqualTo(1_750_000_063_000L);
  }

  private static String text(long number) {
    return new String(TRAFFIC.record(number), StandardCharsets.US_ASCII);
  }
}
