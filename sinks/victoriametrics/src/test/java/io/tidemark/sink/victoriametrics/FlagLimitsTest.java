package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.SampleLimits;
import io.tidemark.sink.TsdbNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagLimitsTest {
  private static final SampleLimits OTHERWISE =
      new SampleLimits(30, 256, 4096, Duration.ofDays(2), Duration.ZERO);

  /** As 1.79.5 shows them: names have no flag there. */
  private static final String OLD =
      """
      flag{name="maxLabelsPerTimeseries", value="30", is_set="false"} 1
      flag{name="maxLabelValueLen", value="16384", is_set="false"} 1
      """;

  @Test
  void areThoseThatTheFlagsName() {
    assertThat(FlagLimits.of(List.of(node(OLD)), OTHERWISE))
        .isEqualTo(new SampleLimits(30, 256, 16_384, Duration.ofDays(2), Duration.ZERO));
  }

  @Test
  void areTheLeastOfSeveralProcesses() {
    String other =
        """
        flag{name="maxLabelsPerTimeseries", value="40", is_set="false"} 1
        flag{name="maxLabelNameLen", value="128", is_set="true"} 1
        flag{name="maxLabelValueLen", value="4096", is_set="false"} 1
        """;
    assertThat(FlagLimits.of(List.of(node(OLD), node(other)), OTHERWISE))
        .isEqualTo(new SampleLimits(30, 128, 4_096, Duration.ofDays(2), Duration.ZERO));
  }

  @Test
  void areTheUsualOnesWhereNothingIsSaidOrNothingThatIsANumber() {
    String odd = "flag{name=\"maxLabelsPerTimeseries\", value=\"secret\", is_set=\"true\"} 1\n";
    for (String page : List.of("up 1\n", odd)) {
      assertThat(FlagLimits.of(List.of(node(page)), OTHERWISE)).isEqualTo(OTHERWISE);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 31", "1.5, 46", "100y, 36500", "13d, 13", "2w, 14", "36h, 1", "3M, 93"})
  void retentionIsInMonthsUnlessItHasAUnit(String value, long days) {
    String page =
        """
        flag{name="retentionPeriod", value="%s", is_set="true"} 1
        flag{name="futureRetention", value="7d", is_set="true"} 1
        """
            .formatted(value);

    SampleLimits limits = FlagLimits.of(List.of(node(page)), OTHERWISE);

    assertThat(limits.retention().toDays()).isEqualTo(days);
    assertThat(limits.future()).isEqualTo(Duration.ofDays(7));
  }

  private static TsdbNode node(String page) {
    return MetricsPage.parse(page.getBytes(StandardCharsets.UTF_8)).node("a", 0);
  }
}
