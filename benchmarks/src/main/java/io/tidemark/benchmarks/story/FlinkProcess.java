package io.tidemark.benchmarks.story;

import io.tidemark.benchmarks.measure.ChildProcess;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.testing.JavaCommand;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * The Flink of {@code tidemark run} in a process of its own, which takes one job after another: the
 * code that they share is compiled once. What the job costs is then this process's alone.
 */
public final class FlinkProcess implements AutoCloseable {
  private static final String READY = "REST API at ";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);
  private static final int ANSWER_SECONDS = 30;

  private final ChildProcess child;
  private final RestClusterClient<String> client;
  private final RemoteFlink cluster;
  private final String url;

  private FlinkProcess(
      ChildProcess child, RestClusterClient<String> client, RemoteFlink cluster, String url) {
    this.child = child;
    this.client = client;
    this.cluster = cluster;
    this.url = url;
  }

  /**
   * @param args slots
   */
  public static void main(String[] args) throws InterruptedException {
    var flink = EmbeddedFlink.start(Integer.parseInt(args[0]), 0);
    System.out.println(READY + flink.restAddress());
    new CountDownLatch(1).await(); // until whoever started it ends it
  }

  public static FlinkProcess start(int slots, String javaOptions) {
    var child =
        ChildProcess.start(
            OwnedProcess.newFolder("flink-process"),
            JavaCommand.of(
                FlinkProcess.class,
                List.of(javaOptions.split(" ")),
                List.of(Integer.toString(slots))));
    try {
      child.await(STARTS_WITHIN, "Flink does not start", () -> address(child).isPresent());
      String url = address(child).orElseThrow();
      return new FlinkProcess(child, client(URI.create(url)), RemoteFlink.connect(url), url);
    } catch (RuntimeException e) {
      child.close();
      throw e;
    }
  }

  private static Optional<String> address(ChildProcess child) {
    return child
        .log()
        .lines()
        .filter(line -> line.startsWith(READY))
        .map(line -> line.substring(READY.length()))
        .findFirst();
  }

  private static RestClusterClient<String> client(URI address) {
    var configuration = new Configuration();
    configuration.set(RestOptions.ADDRESS, address.getHost());
    configuration.set(RestOptions.PORT, address.getPort());
    configuration.set(JobManagerOptions.ADDRESS, address.getHost());
    try {
      return new RestClusterClient<>(configuration, "benchmark");
    } catch (Exception e) {
      throw new IllegalStateException("no client for Flink at " + address, e);
    }
  }

  /** Of its REST API. */
  public String url() {
    return url;
  }

  /** Runs until {@link #cancel}. */
  public void submit(StoryJob job, JobConfig config) {
    try {
      StreamGraph graph = job.graph(config);
      graph.serializeUserDefinedInstances();
      client.submitJob(graph).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("Flink does not take the job", e);
    }
  }

  /** Ends what runs. */
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
    client.close();
    child.close();
  }
}
