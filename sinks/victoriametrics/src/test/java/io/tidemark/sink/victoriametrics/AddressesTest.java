package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
  @ParameterizedTest
  @CsvSource({
    "http://db:8428, '', /api/v1/write",
    "http://db:8428/, '', /api/v1/write",
    "http://db:8428/vm/, '', /vm/api/v1/write",
    "http://db:8428/prometheus, '', /prometheus/api/v1/write",
    "http://db:8428/api/v1/write, '', /api/v1/write",
    "http://db:8428/api/v1/write/, '', /api/v1/write",
    "http://db:8428?extra_label=a=b, '', /api/v1/write?extra_label=a=b",
    "http://vminsert:8480, 0, /insert/0/prometheus/api/v1/write",
    "http://vminsert:8480/vm, 4294967295:7, /vm/insert/4294967295:7/prometheus/api/v1/write",
    "http://vminsert:8480/insert/0/prometheus, '', /insert/0/prometheus/api/v1/write"
  })
  void findsTheWritePath(URI url, String tenant, String pathAndQuery) {
    assertThat(Addresses.ofWrite(url, tenant).pathAndQuery()).isEqualTo(pathAndQuery);
  }

  @ParameterizedTest
  @CsvSource({
    "http://db:8428, /metrics",
    "http://db:8428/vm/, /vm/metrics",
    "http://db:8428/api/v1/write, /metrics",
    "http://db:8428/prometheus/api/v1/write, /metrics",
    "http://vminsert:8480/insert/0/prometheus, /metrics",
    "http://vminsert:8480/vm/insert/0:1/prometheus/api/v1/write, /vm/metrics",
    "http://db:8428?extra_label=a=b, /metrics"
  })
  void findsTheMetricsOfTheProcessThatIsWrittenTo(URI url, String path) {
    assertThat(Addresses.ofMetricsBeside(url).pathAndQuery()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://db:8482, /metrics",
    "http://db:8482/metrics, /metrics",
    "http://db:8482/vm/metrics?authKey=k, /vm/metrics?authKey=k"
  })
  void takesAMetricsUrlAsItIs(URI url, String pathAndQuery) {
    assertThat(Addresses.ofMetrics(url).pathAndQuery()).isEqualTo(pathAndQuery);
  }

  @Test
  void refusesATenantBesideAWholePath() {
    assertThatThrownBy(() -> Addresses.ofWrite(URI.create("http://db/api/v1/write"), "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave one out");
  }
}
