package io.tidemark.cluster;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Properties;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.prometheus.AbstractPrometheusReporter;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Flink's Prometheus reporter, but bound to 127.0.0.1: Flink's own binds every address and can't be
 * told otherwise.
 */
public final class LoopbackPrometheusReporter extends AbstractPrometheusReporter {
  private static final String NAME = "loopback";
  private static final String PORT = "port";

  private HTTPServer server;

  public static void configure(Configuration configuration, int port) {
    var reporter = MetricOptions.forReporter(configuration, NAME);
    reporter.set(MetricOptions.REPORTER_FACTORY_CLASS, Factory.class.getName());
    reporter.set(MetricOptions.REPORTER_INTERVAL, Duration.ofSeconds(10));
    reporter.setString(PORT, Integer.toString(port));
  }

  @Override
  public void open(MetricConfig config) {
    super.open(config);
    var address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), config.getInteger(PORT, 0));
    try {
      server = new HTTPServer(address, registry());
    } catch (IOException e) {
      throw new UncheckedIOException("can't serve metrics at " + address, e);
    }
  }

  /** The base class keeps its registry to its own package. */
  private CollectorRegistry registry() {
    try {
      var field = AbstractPrometheusReporter.class.getDeclaredField("registry");
      field.setAccessible(true);
      return (CollectorRegistry) field.get(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Flink's Prometheus reporter has no registry", e);
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop();
    }
    super.close();
  }

  /** Found by its name through {@link java.util.ServiceLoader}. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new LoopbackPrometheusReporter();
    }
  }
}
