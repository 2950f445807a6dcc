package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.testing.Repository;
import io.tidemark.testing.SessionCluster;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One job, three ways to start it. */
class SameTotalsIT {
  private static final Path ROOT = Repository.root();
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TOTALS =
      List.of("recordsRead", "recordsRejected", "samplesRead", "samplesAmplified", "samplesAcked");

  private static SessionCluster cluster;
  private static VictoriaMetricsContainer store;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    cluster = SessionCluster.start(2, 2);
    store = VictoriaMetricsContainer.start();
  }

  @AfterAll
  static void stop() {
    store.close();
    cluster.close();
  }

  @Test
  void embeddedOnAClusterAndByFlinkRunGiveTheSameTotalsAndTheSameSet() throws Exception {
    Map<String, Long> embedded = tidemark("embedded", List.of());
    Map<String, Long> remote =
        tidemark("remote", List.of("--cluster", cluster.restUrl(), "--set", "parallelism=1"));
    Map<String, Long> submitted = flinkRun("submitted");

    long amplified = embedded.get("samplesAmplified");
    assertThat(embedded)
        .isEqualTo(
            Map.of(
                "recordsRead", 30_000L,
                "recordsRejected", 0L,
                "samplesRead", 30_000L,
                "samplesAmplified", amplified,
                "samplesAcked", amplified));
    // About half of the instances have three copies, the others two.
    assertThat(amplified).isBetween(30_000L * 3 * 9 / 4, 30_000L * 3 * 11 / 4);
    assertThat(remote).isEqualTo(embedded);
    assertThat(submitted).isEqualTo(embedded);
    Set<StoredSample> stored = storedWithoutLabel("embedded");
    assertThat(stored).hasSize((int) amplified);
    assertThat(storedWithoutLabel("remote")).isEqualTo(stored);
    assertThat(storedWithoutLabel("submitted")).isEqualTo(stored);
  }

  private Path config(String run) throws Exception {
    return Files.writeString(
        folder.resolve(run + ".yaml"),
        """
        source:
          type: datagen
          datagen: {series: 1000, samples: 30000, start: 2026-01-31T00:00:00Z, churn: 0.1}
        amplify: {m: 3, n: 2.5, instance-labels: [instance, rack]}
        target:
          urls: ["%s"]
          accept-load: true
          extra-labels: {run: %s}
        parallelism: 2
        """
            .formatted(store.baseUrl(), run));
  }

  /** The launcher itself, as a user runs it. */
  private Map<String, Long> tidemark(String run, List<String> options) throws Exception {
    var command = new ArrayList<String>();
    command.add(ROOT.resolve("tidemark").toString());
    command.addAll(List.of("run", "--json", "-c", config(run).toString()));
    command.addAll(options);
    var builder = new ProcessBuilder(command);
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    builder.redirectError(folder.resolve(run + ".err").toFile());
    builder.redirectOutput(folder.resolve(run + ".out").toFile());
    Process process = builder.start();
    Patience.awaitEnd(process, ENDS_WITHIN);
    assertThat(process.exitValue()).as(Files.readString(folder.resolve(run + ".err"))).isZero();
    JsonNode result = JSON.readTree(Files.readString(folder.resolve(run + ".out")));
    return TOTALS.stream().collect(Collectors.toMap(t -> t, t -> result.get(t).asLong()));
  }

  /** The distribution's own bin/flink with the shaded jar. */
  private Map<String, Long> flinkRun(String run) throws Exception {
    String jar = ROOT.resolve("job/target/tidemark-job.jar").toString();
    String job = cluster.flinkRun(List.of("-p", "2", jar, "-c", config(run).toString()));
    Patience.untilAsserted(
        ENDS_WITHIN,
        () -> assertThat(get("/jobs/" + job).get("state").asText()).isEqualTo("FINISHED"));
    var totals = new TreeMap<String, Long>();
    for (JsonNode entry : get("/jobs/" + job + "/accumulators").get("user-task-accumulators")) {
      String name = entry.get("name").asText();
      if (TOTALS.contains(name)) {
        totals.put(name, entry.get("value").asLong());
      }
    }
    return totals;
  }

  private static JsonNode get(String path) {
    try {
      return JSON.readTree(URI.create(cluster.restUrl() + path).toURL().openStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<StoredSample> storedWithoutLabel(String run) {
    String label = ",run=" + run;
    return store.export("{run=\"" + run + "\"}").stream()
        .map(s -> new StoredSample(s.series().replace(label, ""), s.timestampMillis(), s.value()))
        .collect(Collectors.toSet());
  }
}
