package io.tidemark.groundtruth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.Patience;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each environment really has the bottleneck that it is named for. */
class EnvironmentsIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** VictoriaMetrics looks at its disk once a second, and serves a page for another. */
  private static final Duration LOOKS_WITHIN = Duration.ofSeconds(10);

  @Test
  void oneSlotIsOneSlot() throws Exception {
    try (Environment environment = Environments.slots(1)) {
      assertThat(node(environment).slots().capacity()).hasValue(1);
    }
  }

  @Test
  void aDatabaseOnOneCoreKnowsOfOneCore() throws Exception {
    try (Environment environment = Environments.coresApart()) {
      assertThat(node(environment).cpu().cores()).hasValue(1);
      assertThat(environment.cpus()).isEqualTo("1");
    }
  }

  @Test
  void aQuotaIsAQuota() throws Exception {
    try (Environment environment = Environments.quota(0.5)) {
      assertThat(node(environment).cpu().cores()).hasValue(0.5);
    }
  }

  /** Whose process only its own settings name. */
  @Test
  void aQuotaOfAStoreIsOneToo() throws Exception {
    try (Environment environment = StoreEnvironments.RRDCACHED.quota(0.25)) {
      assertThat(config(environment).target().options()).containsEntry("step", "PT5S");
      assertThat(node(environment).cpu().cores()).hasValue(0.25);
    }
  }

  /** Its own page says two cores: it sees its own group only. */
  @Test
  void aQuotaOfTheParentGroupIsOneToo() throws Exception {
    try (Environment environment = HiddenEnvironments.quotaOfParent(0.5)) {
      assertThat(page(url(environment))).containsPattern("process_cpu_cores_available [12]");
      assertThat(node(environment).cpu().cores()).hasValue(0.5);
    }
  }

  @Test
  void aFullDiskIsReadOnlyAndAnswers503() throws Exception {
    try (Environment environment = Environments.readOnly()) {
      assertThat(
              Patience.until(
                  LOOKS_WITHIN, () -> node(environment).storage().readOnly().orElse(0) == 1))
          .isTrue();
      assertThat(post(url(environment), "/api/v1/import/prometheus")).isEqualTo(503);
    }
  }

  @Test
  void aGatewayRejectsEveryTenth() throws Exception {
    try (Environment environment = Environments.rejecting(10, 429)) {
      int rejected = 0;
      for (int i = 0; i < 40; i++) {
        rejected += post(url(environment), "/api/v1/import/prometheus") == 429 ? 1 : 0;
      }
      assertThat(rejected).isEqualTo(4);
      assertThat(node(environment).role()).isEqualTo(TsdbNode.Role.SINGLE);
    }
  }

  @Test
  void metricsAreForbiddenAndWritesAreNot() throws Exception {
    try (Environment environment = Environments.metricsForbidden()) {
      try (CapacityProbe probe = probe(environment)) {
        assertThat(catchThrowable(probe::read))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("HTTP 403");
      }
      assertThat(post(url(environment), "/api/v1/import/prometheus")).isEqualTo(204);
    }
  }

  @Test
  void theNullServerTakesWrites() throws Exception {
    try (Environment environment = Environments.nullServer()) {
      assertThat(post(url(environment), "/api/v1/write")).isEqualTo(204);
    }
  }

  @Test
  void aLongLineAddsItsLatencyToARealDatabase() throws Exception {
    try (Environment environment = Environments.behindLine(0, Duration.ofMillis(50))) {
      post(url(environment), "/api/v1/import/prometheus");
      long start = System.nanoTime();
      post(url(environment), "/api/v1/import/prometheus");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(50));
      assertThat(node(environment).role()).isEqualTo(TsdbNode.Role.SINGLE);
    }
  }

  private static TsdbNode node(Environment environment) {
    try (CapacityProbe probe = probe(environment)) {
      return probe.read().nodes().get(0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CapacityProbe probe(Environment environment) {
    TargetConfig target = config(environment).target();
    return Tsdb.byType(target.type(), EnvironmentsIT.class.getClassLoader()).probe(target);
  }

  private static JobConfig config(Environment environment) {
    return ConfigLoader.load(Optional.empty(), environment.settings()).config();
  }

  private static URI url(Environment environment) {
    return config(environment).target().urls().get(0);
  }

  private static String page(URI url) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url + "/metrics")).build();
    return HTTP.send(request, BodyHandlers.ofString()).body();
  }

  private static int post(URI url, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Patience.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofString("m 1\n"))
            .build();
    return HTTP.send(request, BodyHandlers.ofString()).statusCode();
  }
}
