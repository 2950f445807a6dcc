package io.tidemark.benchmarks.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.Guard;
import io.tidemark.cluster.Poll;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The whole job as a user starts it, {@code ./tidemark run --json}, in a process of its own. Its
 * counters come from its own Prometheus page, its CPU time from the operating system, its
 * allocation from the JVM's flight recorder.
 */
public final class JobProcess implements Contender {
  private static final String METRIC = "flink_taskmanager_job_task_operator_tidemark_";
  private static final List<String> COUNTERS =
      List.of("samples_read_total", "samples_acked_total", "sent_bytes_total");
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(90);

  private final ChildProcess child;
  private final URI metrics;
  private final Optional<Database> database;
  private Recording recording;

  private JobProcess(ChildProcess child, URI metrics, Optional<Database> database) {
    this.child = child;
    this.metrics = metrics;
    this.database = database;
  }

  /**
   * Returns when its first samples are acknowledged.
   *
   * @param database to write to, and to freeze and close with the job; empty if the settings name a
   *     target
   */
  public static JobProcess start(Setup setup, Optional<Database> database) {
    Path folder = Guard.newFolder("benchmark");
    int port = Ports.free();
    var child = ChildProcess.start(folder, command(setup, folder, port, database));
    var job = new JobProcess(child, URI.create("http://127.0.0.1:" + port + "/metrics"), database);
    try {
      child.await(STARTS_WITHIN, "the job acknowledges no samples", job::hasBegun);
    } catch (RuntimeException e) {
      job.close();
      throw e;
    }
    return job;
  }

  private static List<String> command(
      Setup setup, Path folder, int port, Optional<Database> database) {
    String options = Recording.option(folder) + " " + setup.javaOptions();
    var command = new ArrayList<String>();
    command.addAll(List.of("env", "TIDEMARK_SKIP_BUILD=1", "TIDEMARK_JAVA_OPTS=" + options));
    command.addAll(List.of(setup.root().resolve("tidemark").toString(), "run", "--json", "-q"));
    var settings = new ArrayList<>(setup.settings());
    settings.add("metrics.prometheus-port=" + port);
    settings.add("dead-letter.path=" + folder.resolve("dead-letters").toUri());
    database.ifPresent(store -> settings.add("target.urls=" + store.url()));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    return command;
  }

  private boolean hasBegun() {
    return MetricsPage.get(metrics)
        .map(page -> page.sum(METRIC + "samples_acked_total").orElse(0) > 0)
        .orElse(false);
  }

  @Override
  public void freeze() {
    child.process().freeze();
    database.ifPresent(store -> store.process().freeze());
  }

  @Override
  public void resume() {
    database.ifPresent(store -> store.process().resume());
    child.process().resume();
  }

  @Override
  public Reading read() {
    var counters = new HashMap<String, Double>();
    long nanos = System.nanoTime();
    Instant at = Instant.now();
    counters.put("cpu", child.process().cpuSeconds());
    ThreadCpu.of(child.process().handle().pid())
        .forEach((group, seconds) -> counters.put("cpu." + group, seconds));
    MetricsPage page =
        MetricsPage.get(metrics)
            .orElseThrow(() -> new IllegalStateException("the job is gone: " + child.log()));
    for (String counter : COUNTERS) {
      counters.put(counter, page.sum(METRIC + counter).orElse(0));
    }
    database.ifPresent(store -> counters.putAll(store.read()));
    return new Reading(nanos, at, counters);
  }

  /** Stops it as Ctrl-C would. */
  void beginEnd() {
    resume();
    child.process().handle().destroy();
  }

  /**
   * From then on it is known what it allocated.
   *
   * @throws IllegalStateException if it lost or refused samples, or did not stop
   */
  void awaitEnd() {
    ProcessHandle job = child.process().handle();
    if (!Poll.until(ENDS_WITHIN, Duration.ofMillis(50), () -> !job.isAlive())) {
      throw new IllegalStateException(
          "the job did not stop within %d s".formatted(ENDS_WITHIN.toSeconds()));
    }
    requireNoneLost(child.wholeLog());
    recording = Recording.in(child.folder());
  }

  private static void requireNoneLost(String log) {
    try {
      JsonNode result = new ObjectMapper().readTree(log.substring(Math.max(0, log.indexOf('{'))));
      for (String lost : List.of("recordsRejected", "samplesDeadLettered", "samplesPending")) {
        if (result.path(lost).asLong(-1) != 0) {
          throw new IllegalStateException(
              "the job's figures don't count, it ended with %s=%s"
                  .formatted(lost, result.get(lost)));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the job did not end well: " + log.strip(), e);
    }
  }

  /** After {@link #awaitEnd}. */
  public double allocatedBytes(Window window) {
    return recording.allocatedBytes(window.from().at(), window.to().at());
  }

  /** The most heap in use after a collection, since its start; after {@link #awaitEnd}. */
  public OptionalDouble peakHeapBytes() {
    var peak = recording.peakHeapBytes();
    return peak.isPresent() ? OptionalDouble.of(peak.getAsLong()) : OptionalDouble.empty();
  }

  @Override
  public void close() {
    child.close();
    database.ifPresent(Database::close);
  }

  /**
   * What to run.
   *
   * @param root the folder of the launcher
   * @param settings each {@code path.to.key=value}
   * @param javaOptions as for {@code TIDEMARK_JAVA_OPTS}, may be empty
   */
  public record Setup(Path root, List<String> settings, String javaOptions) {
    /** With more settings, which win. */
    public Setup with(String... more) {
      var all = new ArrayList<>(settings);
      all.addAll(List.of(more));
      return new Setup(root, all, javaOptions);
    }

    public Setup withJavaOptions(String options) {
      return new Setup(root, settings, options);
    }
  }
}
