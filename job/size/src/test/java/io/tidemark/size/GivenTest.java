package io.tidemark.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GivenTest {
  @ParameterizedTest
  @CsvSource({"50M, 50000000", "800k, 800000", "1.5G, 1500000000", "120000, 120000"})
  void countsAreRead(String text, double count) {
    assertThat(Given.count("--series", text)).isEqualTo(count);
  }

  @Test
  void sharesAndNodesAreRead() {
    assertThat(Given.share("--headroom", "30%")).isEqualTo(0.3);
    assertThat(Given.churn("--churn", "0.5%/min")).isEqualTo(0.005);
    assertThat(Given.node("--node", "16c64g")).isEqualTo(new Demand.Node(16, 64L << 30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "M", "-5", "5 M", "5T", "1e9", "9999999999999999", "5m", "NaN"})
  void whatIsNoCountIsRefused(String text) {
    assertThatThrownBy(() -> Given.count("--series", text))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--series=" + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "16", "16c", "64g16c", "0c64g", "16c0g", "16C64G"})
  void whatIsNoNodeIsRefused(String text) {
    assertThatThrownBy(() -> Given.node("--node", text)).isInstanceOf(ConfigException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "1%", "1%/h", "-1%/min"})
  void whatIsNoChurnIsRefused(String text) {
    assertThatThrownBy(() -> Given.churn("--churn", text)).isInstanceOf(ConfigException.class);
  }
}
