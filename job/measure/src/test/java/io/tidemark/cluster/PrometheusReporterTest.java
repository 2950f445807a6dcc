package io.tidemark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.prometheus.PrometheusReporter;
import org.apache.flink.metrics.prometheus.PrometheusReporterFactory;
import org.apache.flink.util.PortRange;
import org.junit.jupiter.api.Test;

/** Why there is one of ours, and that it fits: docs/contributing/workarounds.md. */
class PrometheusReporterTest {
  @Test
  void flinksOwnTakesAPortAndNoAddress() {
    assertThat(
            Arrays.stream(PrometheusReporterFactory.class.getDeclaredFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .map(Field::getName))
        .containsExactlyInAnyOrder("ARG_PORT", "DEFAULT_PORT");
    assertThat(PrometheusReporter.class.getDeclaredConstructors())
        .extracting(Constructor::getParameterTypes)
        .containsExactly(new Class<?>[] {PortRange.class});
  }

  @Test
  void oursFindsTheRegistry() {
    var reporter = new LoopbackPrometheusReporter();
    reporter.open(new MetricConfig());
    reporter.close();
  }
}
