package io.tidemark.benchmarks.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.testing.ScrapedPage;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The whole job as a user starts it, {@code ./tidemark run --json}, in a separate process. Its
 * counters come from its Prometheus page, its CPU time from the operating system, and its
 * allocations from the JVM's flight recorder.
 */
public record JobProcess(
    JobCase setup, OwnedProcess child, URI metrics, Optional<Database> database)
    implements Contender {
  private static final String METRIC = "flink_taskmanager_job_task_operator_tidemark_";
  private static final String ACKED = "samples_acked_total";
  static final String SENT_BYTES = "sent_bytes_total";
  private static final String READ = "samples_read_total";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(90);

  private static final String MAX = "10h";

  /**
   * Starts the job, and returns when its first samples are acknowledged.
   *
   * @param root folder of the launcher
   */
  public static JobProcess start(Path root, JobCase setup) {
    return start(root, setup, Optional.empty());
  }

  /** Starts the job with a database of its own, which is frozen and closed with it. */
  public static JobProcess startWithDatabase(Path root, JobCase setup) {
    Database database = Database.start();
    return start(root, setup.with("target.urls=" + database.url()), Optional.of(database));
  }

  private static JobProcess start(Path root, JobCase setup, Optional<Database> database) {
    int port = Loopback.freePort();
    var child = launch(root, setup.with("metrics.prometheus-port=" + port));
    var metrics = Loopback.http(port).resolve("/metrics");
    var job = new JobProcess(setup, child, metrics, database);
    try {
      child.awaitReady("the job", STARTS_WITHIN, job::hasBegun);
    } catch (RuntimeException e) {
      job.close();
      throw e;
    }
    return job;
  }

  /** Runs a job whose source ends, to its end. */
  public static void complete(Path root, JobCase setup) {
    try (OwnedProcess child = launch(root, setup)) {
      requireNone(List.of("recordsRejected", "samplesDeadLettered", "samplesPending"), child);
    }
  }

  private static OwnedProcess launch(Path root, JobCase setup) {
    Path folder = OwnedProcess.newFolder("benchmark");
    var command = new ArrayList<String>();
    if (!setup.cores().isEmpty()) {
      command.addAll(List.of("taskset", "-c", setup.cores()));
    }
    String options = Recording.option(folder) + " " + setup.javaOptions();
    command.addAll(List.of("env", "TIDEMARK_SKIP_BUILD=1", "TIDEMARK_JAVA_OPTS=" + options));
    command.addAll(List.of(root.resolve("tidemark").toString(), "run", "--json", "-q", "--yes"));
    // Without this option, a run without a configuration file ends by itself.
    command.addAll(List.of("--duration", MAX));
    // No run label is needed, because the database is deleted with all its data.
    setup
        .with("target.run-label=false")
        .with("dead-letter.path=" + folder.resolve("dead-letters").toUri())
        .settings()
        .forEach(setting -> command.addAll(List.of("--set", setting)));
    return OwnedProcess.start(folder, command);
  }

  private boolean hasBegun() {
    return ScrapedPage.get(metrics)
        .map(page -> page.sum(METRIC + ACKED).orElse(0) > 0)
        .orElse(false);
  }

  @Override
  public List<LinuxProcess> processes() {
    return Stream.concat(Stream.of(child.process()), database.stream().map(Database::process))
        .toList();
  }

  @Override
  public Reading read() {
    var counters = new HashMap<String, Double>();
    counters.put("cpu", child.cpuSeconds());
    CpuByThread.of(child.process().pid())
        .forEach((group, seconds) -> counters.put("cpu." + group, seconds));
    long nanos = System.nanoTime();
    Instant at = Instant.now();
    ScrapedPage page = ScrapedPage.required(metrics);
    counters.put(READ, page.sum(METRIC + READ).orElse(0));
    counters.put(SENT_BYTES, page.sum(METRIC + SENT_BYTES).orElse(0));
    database.ifPresent(store -> counters.putAll(store.read()));
    return new Reading(nanos, at, page.sum(METRIC + ACKED).orElse(0), counters);
  }

  /** Ends the job as Ctrl-C does. */
  @Override
  public void stop() {
    resume();
    child.process().askToEnd();
  }

  /**
   * @throws IllegalStateException if the job did not stop, lost or refused samples, or read all of
   *     its source
   */
  @Override
  public Map<String, Figure> figures(List<ContenderWindow> windows) {
    // A job has ten seconds to write what it has read; on a busy host some samples may be left.
    requireNone(List.of("recordsRejected", "samplesDeadLettered"), child);
    requireNotDrained(windows);
    if (database.isPresent()) {
      Database.requireAllStored(windows);
    }
    return JobFigures.of(Recording.in(child.folder()), windows);
  }

  private static String awaitEnd(OwnedProcess child) {
    LinuxProcess job = child.process();
    if (!Poll.until(ENDS_WITHIN, Duration.ofMillis(50), () -> !job.isAlive())) {
      throw new IllegalStateException(
          "the job did not end within %d s: %s"
              .formatted(ENDS_WITHIN.toSeconds(), child.logEnds()));
    }
    return child.log();
  }

  private static void requireNone(List<String> lossy, OwnedProcess child) {
    String log = awaitEnd(child);
    try {
      JsonNode result = new ObjectMapper().readTree(log.substring(Math.max(0, log.indexOf('{'))));
      for (String lost : lossy) {
        if (result.path(lost).asLong(-1) != 0) {
          throw new IllegalStateException(
              "the job's figures don't count, it ended with %s=%s"
                  .formatted(lost, result.get(lost)));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the job printed no result: " + e.getOriginalMessage(), e);
    }
  }

  private void requireNotDrained(List<ContenderWindow> windows) {
    double read = windows.get(windows.size() - 1).to().counters().get(READ);
    if (setup.sourceSamples() > 0 && read >= setup.sourceSamples()) {
      throw new IllegalStateException(
          "%s: the figures don't count, the source ran dry [samples=%d]; give it more"
              .formatted(setup.name(), setup.sourceSamples()));
    }
  }

  @Override
  public void close() {
    child.close();
    database.ifPresent(Database::close);
  }
}
