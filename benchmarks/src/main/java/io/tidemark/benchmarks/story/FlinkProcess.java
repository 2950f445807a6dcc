package io.tidemark.benchmarks.story;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.testing.JavaCommand;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The Flink of {@code tidemark run} in a separate process, which runs one job after another, so
 * that their common code is compiled once. The job's cost is then that of this process alone.
 *
 * @param url address of its REST API
 */
public record FlinkProcess(OwnedProcess child, RemoteFlink cluster, String url)
    implements AutoCloseable {
  private static final String READY = "REST API at ";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);

  /**
   * @param args number of slots, and the port for Prometheus metrics; 0 for none
   */
  public static void main(String[] args) throws InterruptedException {
    var flink = EmbeddedFlink.start(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    System.out.println(READY + flink.restAddress());
    new CountDownLatch(1).await(); // until the process that started it ends it
  }

  public static FlinkProcess start(int slots, String javaOptions) {
    return start(List.of(), slots, 0, javaOptions);
  }

  /**
   * @param wrapper beginning of the command line, which runs the command after it
   * @param pagesPort port for Prometheus metrics; 0 for none
   */
  public static FlinkProcess start(
      List<String> wrapper, int slots, int pagesPort, String javaOptions) {
    var command = new ArrayList<>(wrapper);
    command.addAll(
        JavaCommand.of(
            FlinkProcess.class,
            List.of(javaOptions.split(" ")),
            List.of(Integer.toString(slots), Integer.toString(pagesPort))));
    var child = OwnedProcess.start(OwnedProcess.newFolder("flink-process"), command);
    child.awaitReady("Flink", STARTS_WITHIN, () -> address(child).isPresent());
    String url = address(child).orElseThrow();
    return new FlinkProcess(child, RemoteFlink.connect(url), url);
  }

  private static Optional<String> address(OwnedProcess child) {
    return child
        .log()
        .lines()
        .filter(line -> line.startsWith(READY))
        .map(line -> line.substring(READY.length()))
        .findFirst();
  }

  /** Submits a job, which runs until {@link #cancel}. */
  public void submit(StoryJob job, JobConfig config) {
    URI address = URI.create(url);
    try {
      job.submit(
          StreamExecutionEnvironment.createRemoteEnvironment(
              address.getHost(), address.getPort(), config.parallelism()),
          config);
    } catch (Exception e) {
      throw new IllegalStateException("Flink does not take the job", e);
    }
  }

  public void cancel() {
    for (var running : cluster.running()) {
      FlinkJob job = cluster.attach(running);
      job.cancel();
      if (!Poll.until(ENDS_WITHIN, Duration.ofMillis(100), job::ended)) {
        throw new IllegalStateException(
            "a cancelled job did not end within %d s".formatted(ENDS_WITHIN.toSeconds()));
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
    child.close();
  }
}
