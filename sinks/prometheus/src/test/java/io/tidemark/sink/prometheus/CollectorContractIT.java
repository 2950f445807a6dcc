package io.tidemark.sink.prometheus;

import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import io.tidemark.sink.http.RealProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An OpenTelemetry collector without a queue, which passes on to a Prometheus by OTLP: what it
 * answers is what that one answered.
 */
class CollectorContractIT extends TsdbContract {
  @Override
  protected Tsdb tsdb() {
    return new RemoteWriteReceiver();
  }

  @Override
  protected RealDatabase start() throws IOException {
    return started();
  }

  /** Another value is stored at that time. */
  @Override
  protected RealDatabase startRefusing() throws Exception {
    Chain chain = started();
    PrometheusContract.storeAnother(chain.target(), refused());
    return chain;
  }

  @Override
  protected Sample refused() {
    return PrometheusContract.REFUSED;
  }

  @Override
  protected boolean turnsWritesAway() {
    return false;
  }

  @Override
  protected boolean showsItsSlots() {
    return false;
  }

  private Chain started() throws IOException {
    String binary = part("TIDEMARK_TEST_OTEL_COLLECTOR", "an OpenTelemetry collector");
    String prometheus = part("TIDEMARK_TEST_PROMETHEUS", "a collector before a Prometheus");
    Installation behind =
        Patience.started(
            "Prometheus", () -> Installation.start(prometheus, Map.of(), "--web.enable-admin-api"));
    try {
      URI url = Loopback.http(Loopback.freePort());
      URI page = Loopback.http(Loopback.freePort());
      Path configuration =
          Files.writeString(
              folder.resolve("collector.yaml"),
              CONFIGURATION.formatted(
                  url.getAuthority(), behind.target().urls().get(0), page.getPort()));
      RealProgram collector =
          RealProgram.start(List.of(binary, "--config=" + configuration), page, "/metrics");
      return new Chain(url, page, collector, behind);
    } catch (IOException | RuntimeException e) {
      behind.close();
      throw e;
    }
  }

  private static final String CONFIGURATION =
      """
      receivers:
        otlp: {protocols: {http: {endpoint: "%s"}}}
      exporters:
        otlphttp:
          metrics_endpoint: "%s/api/v1/otlp/v1/metrics"
          sending_queue: {enabled: false}
          retry_on_failure: {enabled: false}
      service:
        telemetry:
          metrics:
            readers: [{pull: {exporter: {prometheus: {host: 127.0.0.1, port: %d}}}}]
        pipelines:
          metrics: {receivers: [otlp], exporters: [otlphttp]}
      """;

  private record Chain(URI url, URI page, RealProgram collector, Installation behind)
      implements RealDatabase {
    @Override
    public TargetConfig target() {
      TargetConfig plain =
          TargetConfig.of("remote-write", url.resolve("/v1/metrics"))
              .withOption("protocol", "otlp");
      return new TargetConfig(
          plain.type(),
          plain.urls(),
          plain.acceptLoad(),
          List.of(page.resolve("/metrics")),
          List.of(),
          Map.of(),
          false,
          plain.options(),
          plain.auth(),
          plain.tls());
    }

    @Override
    public TargetConfig deletions() {
      return behind.target();
    }

    @Override
    public List<Sample> stored() throws IOException {
      return behind.stored();
    }

    @Override
    public void settle() {}

    @Override
    public void kill() {
      behind.kill();
    }

    @Override
    public void startAgain() {
      behind.startAgain();
    }

    @Override
    public Runnable occupy() {
      throw new UnsupportedOperationException("it turns no write away");
    }

    @Override
    public void close() {
      collector.close();
      behind.close();
    }
  }
}
