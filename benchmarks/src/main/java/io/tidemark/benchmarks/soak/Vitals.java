package io.tidemark.benchmarks.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testing.ScrapedPage;
import io.tidemark.testing.SessionCluster;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The current state of a cluster and its only job: two processes seen from outside, Flink's metrics
 * about them and about checkpoints, and the metrics of {@code tidemark watch}.
 */
final class Vitals {
  static final String RATE = "rate, samples/s";
  private static final String P99 = "p99 of a request, ms";
  private static final String CEILING = "tidemark_ceiling_";
  private static final String OFF_HEAP =
      "metrics?get=Status.JVM.Memory.NonHeap.Used,Status.JVM.Memory.Direct.MemoryUsed";
  private static final double MIB = 1 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The session's first TaskManager, which lives as long as the session. */
  private static final String SURVIVOR = "taskmanager-0";

  private final SessionCluster cluster;
  private final URI watch;

  /**
   * @param watch address of the watch's metrics page
   */
  Vitals(SessionCluster cluster, URI watch) {
    this.cluster = cluster;
    this.watch = watch;
  }

  /** Returns the values; empty while the job does not write, as after the loss of a TaskManager. */
  Optional<Map<String, Double>> read() {
    try {
      Optional<ScrapedPage> page = ScrapedPage.get(watch);
      OptionalDouble rate =
          page.isEmpty() ? OptionalDouble.empty() : page.get().sum(CEILING + "samples_per_second");
      OptionalDouble p99 =
          page.isEmpty()
              ? OptionalDouble.empty()
              : page.get().sum(CEILING + "latency_seconds", Map.of("quantile", "0.99"));
      JsonNode checkpoint = lastCheckpoint();
      if (rate.isEmpty() || p99.isEmpty() || checkpoint.isMissingNode()) {
        return Optional.empty();
      }
      var reading = new LinkedHashMap<String, Double>();
      add(reading, "TaskManager", SURVIVOR, "taskmanagers/" + SURVIVOR);
      add(reading, "JobManager", "jobmanager", "jobmanager");
      reading.put("checkpoint, KiB", checkpoint.path("state_size").asDouble() / 1024);
      reading.put("checkpoint, ms", checkpoint.path("end_to_end_duration").asDouble());
      reading.put(P99, 1e3 * p99.getAsDouble());
      reading.put(RATE, rate.getAsDouble());
      return Optional.of(reading);
    } catch (IOException notThereNow) {
      return Optional.empty();
    }
  }

  private void add(Map<String, Double> reading, String title, String process, String path)
      throws IOException {
    JvmVitals jvm = JvmVitals.of(cluster.processes().get(process));
    double offHeap = 0;
    for (JsonNode metric : get(path + "/" + OFF_HEAP)) {
      offHeap += metric.path("value").asDouble();
    }
    reading.put(title + ", heap after GC, MiB", jvm.heapBytes() / MIB);
    reading.put(title + ", off the heap, MiB", offHeap / MIB);
    reading.put(title + ", resident, MiB", jvm.residentBytes() / MIB);
    reading.put(title + ", threads", jvm.threads());
    reading.put(title + ", file descriptors", jvm.descriptors());
    reading.put(title + ", connections", jvm.connections());
  }

  private JsonNode lastCheckpoint() throws IOException {
    String job = job();
    return job.isEmpty()
        ? JSON.missingNode()
        : get("jobs/" + job + "/checkpoints").at("/latest/completed");
  }

  /** Returns the id of the running job; "" if none runs. */
  private String job() throws IOException {
    for (JsonNode job : get("jobs/overview").path("jobs")) {
      if (job.path("state").asText().equals("RUNNING")) {
        return job.path("jid").asText();
      }
    }
    return "";
  }

  private JsonNode get(String path) throws IOException {
    return JSON.readTree(URI.create(cluster.restUrl() + "/" + path).toURL().openStream());
  }
}
