package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
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
    assertThat(Address.ofWrite(url, tenant).pathAndQuery()).isEqualTo(pathAndQuery);
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
    assertThat(Address.ofMetricsBeside(url).pathAndQuery()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://db:8482, /metrics",
    "http://db:8482/metrics, /metrics",
    "http://db:8482/vm/metrics?authKey=k, /vm/metrics?authKey=k"
  })
  void takesAMetricsUrlAsItIs(URI url, String pathAndQuery) {
    assertThat(Address.ofMetrics(url).pathAndQuery()).isEqualTo(pathAndQuery);
  }

  @Test
  void keepsTheQueryOutOfItsName() {
    Address address = Address.ofMetrics(URI.create("HTTPS://db/metrics?authKey=s3cr3t"));

    assertThat(address.name()).isEqualTo("https://db:443/metrics");
    assertThat(address.hostHeader()).isEqualTo("db");
  }

  @ParameterizedTest
  @CsvSource({"http://[::1]:8428, [::1]:8428", "https://[::1], [::1]", "http://db:80, db"})
  void namesTheHostAsTheHeaderWantsIt(URI url, String header) {
    assertThat(Address.ofWrite(url, "").hostHeader()).isEqualTo(header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"abc", "1:", ":1", "1:2:3", "-1", "4294967296", "1:4294967296", "1/../2", " 1"})
  void refusesWhatIsNoTenant(String tenant) {
    assertThatThrownBy(() -> Address.ofWrite(URI.create("http://db:8480"), tenant))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.tenant=")
        .hasMessageContaining("accountID:projectID");
  }

  @Test
  void refusesATenantBesideAWholePath() {
    assertThatThrownBy(() -> Address.ofWrite(URI.create("http://db/api/v1/write"), "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave one out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://db", "db:8428", "/path", "http:///path", "http://db#x", "http:db"})
  void refusesWhatIsNoHttpUrl(String url) {
    assertThatThrownBy(() -> Address.ofWrite(URI.create(url), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.urls");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:s3cr3t@db:8428", "http://s3cr3t@db", "http://a:s3cr3t@b_c:1"})
  void refusesCredentialsInAUrlWithoutShowingThem(String url) {
    assertThatThrownBy(() -> Address.ofWrite(URI.create(url), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.auth.username")
        .hasMessageNotContaining("s3cr3t");
  }
}
