package io.tidemark.benchmarks.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.RestAddress;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.run.Observer;
import io.tidemark.run.Run;
import io.tidemark.testing.SessionCluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A real job, from a generator with M = 20, on a session cluster on this host. Flink's REST API
 * says what the job did, the kernel says what CPU time that took.
 */
final class RealJob implements AutoCloseable {
  static final int BATCH_SAMPLES = 10_000;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);
  private static final Duration SLACK = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SessionCluster cluster;
  private final OwnedProcess deadLetters = OwnedProcess.folder("scale");
  private final Consumer<String> progress;
  private final int parallelism;

  /**
   * @param samplesPerSecond that writers took
   * @param cpuNanos of all TaskManagers, per written sample
   * @param sourceBlocked share of the time in which Flink saw sources backpressured
   * @param checkpointSeconds of each that was completed in the window
   */
  record Measured(
      double samplesPerSecond,
      double cpuNanos,
      double sourceBlocked,
      List<Double> checkpointSeconds) {}

  RealJob(int taskManagers, int slots, Consumer<String> progress) {
    this.progress = progress;
    parallelism = taskManagers * slots;
    cluster = SessionCluster.start(taskManagers, slots, "taskmanager.memory.process.size=1600m");
  }

  /**
   * @param settings of the job beside its source and parallelism
   */
  Measured run(Duration warmUp, Duration window, List<String> settings) {
    var job = CompletableFuture.supplyAsync(() -> execute(warmUp.plus(window), settings));
    Poll.until(STARTS_WITHIN, LOOK_AGAIN, () -> job.isDone() || batches() > 0);
    long begin = System.nanoTime() + warmUp.toNanos();
    var readings = new ArrayList<Reading>();
    var blocked = new ArrayList<Double>();
    // Flink renews a metric only after someone has asked for it, so it is asked all the time.
    Poll.until(
        warmUp.multipliedBy(2),
        LOOK_AGAIN,
        () -> {
          read(readings, blocked);
          return job.isDone() || System.nanoTime() >= begin;
        });
    readings.subList(0, Math.max(0, readings.size() - 1)).clear();
    blocked.clear();
    Poll.until(
        window,
        LOOK_AGAIN,
        () -> {
          read(readings, blocked);
          return job.isDone();
        });
    List<Double> checkpoints =
        readings.isEmpty() ? List.of() : checkpoints(readings.get(0).unixMillis());
    job.join();
    if (readings.size() < 2) {
      throw new IllegalStateException("the job wrote nothing in its window of " + window);
    }
    Reading first = readings.get(0);
    Reading last = readings.get(readings.size() - 1);
    double samples = (double) (last.batches - first.batches) * BATCH_SAMPLES;
    return new Measured(
        samples / (last.nanos - first.nanos) * 1e9,
        (last.cpuNanos - first.cpuNanos) / samples,
        blocked.stream().mapToDouble(Double::doubleValue).average().orElse(0),
        checkpoints);
  }

  /** What was read just after Flink's counter of batches had changed. */
  private record Reading(long nanos, long unixMillis, long batches, double cpuNanos) {}

  private void read(List<Reading> readings, List<Double> blocked) {
    long batches = batches();
    if (batches > 0
        && (readings.isEmpty() || readings.get(readings.size() - 1).batches != batches)) {
      readings.add(new Reading(System.nanoTime(), System.currentTimeMillis(), batches, cpuNanos()));
      sourceBlocked().ifPresent(blocked::add);
    }
  }

  /** Returns what all TaskManagers have used since they began. */
  private double cpuNanos() {
    return cluster.processes().entrySet().stream()
        .filter(process -> process.getKey().startsWith("taskmanager"))
        .flatMap(process -> ProcessHandle.of(process.getValue()).stream())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToDouble(Duration::toNanos)
        .sum();
  }

  private Object execute(Duration time, List<String> settings) {
    var all =
        new ArrayList<>(
            List.of(
                "source.datagen.start=2020-01-01T00:00:00Z",
                "amplify.m=20",
                "target.run-label=false",
                "write.batch-samples=" + BATCH_SAMPLES,
                "dead-letter.path=" + deadLetters.folder().resolve("dead-letters").toUri(),
                "parallelism=" + parallelism));
    all.addAll(settings);
    var plan =
        new Run.Plan(
            ConfigLoader.load(Optional.empty(), all),
            Optional.of(RestAddress.parse(cluster.restUrl())),
            true,
            Optional.of(time.plus(SLACK)),
            Optional.empty(),
            Optional.empty());
    return Run.execute(plan, new Warnings(progress), load -> {});
  }

  /** Returns how many batches writers have read; 0 while no job runs. */
  private long batches() {
    return vertex("write").path("metrics").path("read-records").asLong();
  }

  private Optional<Double> sourceBlocked() {
    String id = vertex("source").path("id").asText();
    JsonNode metrics =
        get(
            "jobs/%s/vertices/%s/subtasks/metrics?get=backPressuredTimeMsPerSecond&agg=avg"
                .formatted(job(), id));
    return metrics.isEmpty()
        ? Optional.empty()
        : Optional.of(metrics.get(0).path("avg").asDouble() / 1000);
  }

  private List<Double> checkpoints(long sinceMillis) {
    var seconds = new ArrayList<Double>();
    for (JsonNode each : get("jobs/%s/checkpoints".formatted(job())).path("history")) {
      if (each.path("status").asText().equals("COMPLETED")
          && each.path("trigger_timestamp").asLong() >= sinceMillis) {
        seconds.add(each.path("end_to_end_duration").asLong() / 1e3);
      }
    }
    return seconds;
  }

  private JsonNode vertex(String name) {
    for (JsonNode vertex : get("jobs/" + job()).path("vertices")) {
      if (vertex.path("name").asText().toLowerCase(Locale.ROOT).startsWith(name)) {
        return vertex;
      }
    }
    return JSON.missingNode();
  }

  private String job() {
    for (JsonNode job : get("jobs/overview").path("jobs")) {
      if (job.path("state").asText().equals("RUNNING")) {
        return job.path("jid").asText();
      }
    }
    return "none";
  }

  /** Returns a missing node where there is nothing to read now. */
  private JsonNode get(String path) {
    try {
      return JSON.readTree(URI.create(cluster.restUrl() + "/" + path).toURL().openStream());
    } catch (IOException notThereNow) {
      return JSON.missingNode();
    }
  }

  @Override
  public void close() {
    deadLetters.close();
    cluster.close();
  }

  private record Warnings(Consumer<String> to) implements Observer {
    @Override
    public void note(String line) {}

    @Override
    public void warn(String line) {
      to.accept(line);
    }

    @Override
    public void progress(Progress progress) {}

    @Override
    public void ended() {}
  }
}
