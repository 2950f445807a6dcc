package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.otlp.Compression;
import io.tidemark.sink.remotewrite.MessageVersion;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusOptionsTest {
  @Test
  void defaultsAreAsDocumented() {
    assertThat(PrometheusOptions.of(TargetConfig.of("remote-write")))
        .isEqualTo(
            new PrometheusOptions(
                "", "X-Scope-OrgID", false, MessageVersion.V1, false, Compression.GZIP));
    assertThat(new RemoteWriteReceiver().capabilities().orderedPerSeries()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "tenant, 'a b'",
    "tenant, 'a\nb: c'",
    "tenant-header, 'X: y'",
    "tenant-header, ''",
    "tenant-header, content-type",
    "tenant-header, Authorization",
    "tenant-header, X-Prometheus-Remote-Write-Version"
  })
  void refusesWhatIsNoHeader(String name, String value) {
    assertThat(PrometheusOptions.problems(new TreeMap<>(Map.of(name, value))))
        .containsOnlyKeys(name);
  }

  /** What would change nothing is not what was meant. */
  @Test
  void refusesWhatIsOfTheOtherProtocol() {
    assertThat(
            PrometheusOptions.problems(
                new TreeMap<>(Map.of("protocol", "otlp", "message-version", "v2"))))
        .containsOnlyKeys("message-version");
    assertThat(PrometheusOptions.problems(new TreeMap<>(Map.of("compression", "none"))))
        .containsOnlyKeys("compression");
    assertThat(
            PrometheusOptions.problems(
                new TreeMap<>(Map.of("protocol", "otlp", "compression", "none"))))
        .isEmpty();
  }

  @Test
  void namesTheTenantOnlyWhereThereIsOne() {
    assertThat(PrometheusOptions.of(TargetConfig.of("remote-write")).tenantHeaders()).isEmpty();
    TargetConfig thanos =
        TargetConfig.of("remote-write")
            .withOption("tenant", "a")
            .withOption("tenant-header", "THANOS-TENANT");
    assertThat(PrometheusOptions.of(thanos).tenantHeaders())
        .isEqualTo(Map.of("THANOS-TENANT", "a"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://a:9090, /api/v1/write, /metrics, /api/v1/read",
    "http://a:9090/, /api/v1/write, /metrics, /api/v1/read",
    "http://a:9090/prom/api/v1/write, /prom/api/v1/write, /prom/metrics, /prom/api/v1/read",
    "http://a:9009/api/v1/push, /api/v1/push, /metrics, /prometheus/api/v1/read",
    "http://a:19291/api/v1/receive, /api/v1/receive, /metrics, /api/v1/read",
    "http://a:4000/v1/prometheus/write?db=x, /v1/prometheus/write?db=x, /metrics, /api/v1/read"
  })
  void writesToTheUrlAsItStandsAndReadsBesideIt(
      URI url, String write, String metrics, String read) {
    assertThat(Addresses.ofWrite(url).pathAndQuery()).isEqualTo(write);
    assertThat(Addresses.ofMetrics(TargetConfig.of("remote-write", url)))
        .extracting(address -> address.pathAndQuery())
        .containsExactly(metrics);
    assertThat(Addresses.ofApi(url, RemoteRead.PATH).pathAndQuery()).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({
    "http://a:9090, /api/v1/otlp/v1/metrics, /metrics, /api/v1/read",
    "http://a:9090/p/api/v1/otlp/v1/metrics, /p/api/v1/otlp/v1/metrics, /p/metrics, /p/api/v1/read",
    "http://a:9009/otlp/v1/metrics, /otlp/v1/metrics, /metrics, /prometheus/api/v1/read",
    "http://a:8428/opentelemetry/v1/metrics, /opentelemetry/v1/metrics, /metrics, /api/v1/read",
    "http://a:4318/v1/metrics, /v1/metrics, /metrics, /api/v1/read"
  })
  void knowsWhereOtlpGoes(URI url, String write, String metrics, String read) {
    assertThat(Addresses.ofOtlp(url).pathAndQuery()).isEqualTo(write);
    assertThat(Addresses.ofMetrics(TargetConfig.of("remote-write", url)))
        .extracting(address -> address.pathAndQuery())
        .containsExactly(metrics);
    assertThat(Addresses.ofApi(url, RemoteRead.PATH).pathAndQuery()).isEqualTo(read);
  }

  @Test
  void refusesSeriesWithoutAName() {
    WireFormat format =
        new RemoteWriteReceiver()
            .format(
                TargetConfig.of("remote-write"),
                new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME));

    assertThat(format.refuse(Labels.of(Map.of("a", "b")))).isEqualTo("no-metric-name");
    assertThat(format.refuse(Labels.of(Map.of("__name__", "up", "a", "b")))).isNull();
  }
}
