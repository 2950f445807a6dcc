package io.tidemark.cluster;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ClusterOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A whole Flink in this process, on 127.0.0.1 only; the folder of its files vanishes with it. */
public final class EmbeddedFlink implements FlinkSession {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedFlink.class);
  private static final String LOOPBACK = "127.0.0.1";

  /** Edges that join all subtasks to all: the shuffle by series, and that to fewer writers. */
  private static final long ALL_TO_ALL_EDGES = 2;

  /** Buffers of all other edges for each slot: Flink's two for a channel and one for a gate. */
  private static final long BUFFERS_PER_SLOT = 24;

  /** With more slots a channel has one buffer of its own, not two, which keeps memory in bounds. */
  private static final int MAX_SLOTS_FOR_TWO_BUFFERS = 12;

  private static final long MIN_NETWORK_BYTES = 64L << 20;

  /**
   * A network buffer that holds a whole batch crosses a task boundary with one wake-up instead of
   * eight. Many pairs of tasks get Flink's own size, so that memory stays in bounds.
   */
  private static final long LARGEST_BUFFER_BYTES = 256L << 10;

  private static final long MAX_BYTES_FOR_LARGE_BUFFERS = 64L << 20;

  /**
   * Flink's RPC has two timers in a process, and each wakes up as often as this says, 100 times a
   * second by default.
   */
  private static final String RPC_TICK = "pekko.scheduler.tick-duration";

  /** Flink sends accumulators with the heartbeat. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);

  private static final Duration METRICS_INTERVAL = Duration.ofMillis(250);

  private final int slots;
  private final OwnedProcess folder;
  private final MiniCluster cluster;
  private final URI restAddress;
  private final RestClusterClient<String> client;

  private EmbeddedFlink(
      int slots,
      OwnedProcess folder,
      MiniCluster cluster,
      URI restAddress,
      RestClusterClient<String> client) {
    this.slots = slots;
    this.folder = folder;
    this.cluster = cluster;
    this.restAddress = restAddress;
    this.client = client;
  }

  /**
   * @param parallelism 0 for this machine's cores
   * @param prometheusPort 0 for no reporter
   * @throws ConfigException if the port is in use
   */
  public static EmbeddedFlink start(int parallelism, int prometheusPort) {
    System.setProperty(RPC_TICK, "50ms");
    int slots = parallelism == 0 ? Runtime.getRuntime().availableProcessors() : parallelism;
    requireFree(prometheusPort);
    OwnedProcess folder = OwnedProcess.folder("flink");
    try {
      var configuration = configuration(folder.folder().toString(), slots, prometheusPort);
      var cluster =
          new MiniCluster(
              new MiniClusterConfiguration.Builder()
                  .setConfiguration(configuration)
                  .setNumTaskManagers(1)
                  .setNumSlotsPerTaskManager(slots)
                  .build());
      cluster.start();
      URI rest = cluster.getRestAddress().get();
      var client = RemoteFlink.client("the embedded Flink", rest, RemoteFlink.RETRIES);
      return new EmbeddedFlink(slots, folder, cluster, rest, client);
    } catch (Exception e) {
      folder.close();
      throw new RunException("the embedded Flink does not start: " + RootCause.of(e), e);
    }
  }

  private static Configuration configuration(String folder, int slots, int prometheusPort) {
    var configuration = new Configuration();
    configuration.set(RestOptions.ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_PORT, "0");
    // The server does not stop before answers that nobody fetched, as of a cancelled stop, expire.
    configuration.set(RestOptions.ASYNC_OPERATION_STORE_DURATION, Duration.ofSeconds(5));
    configuration.set(JobManagerOptions.ADDRESS, LOOPBACK);
    configuration.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    configuration.set(TaskManagerOptions.HOST, LOOPBACK);
    configuration.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    configuration.set(CoreOptions.TMP_DIRS, folder);
    configuration.set(WebOptions.TMP_DIR, folder);
    configuration.set(ClusterOptions.PROCESS_WORKING_DIR_BASE, folder);
    // In memory a subtask's state is bounded at 5 MB, and what is in flight is state.
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        Path.of(folder, "checkpoints").toUri().toString());
    // The MiniCluster looks for its blob server at this host's name, which is not on loopback.
    configuration.set(BlobServerOptions.OFFLOAD_MINSIZE, Integer.MAX_VALUE);
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, HEARTBEAT);
    // One process can't lose touch with itself, but it may be frozen, as benchmarks freeze it.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofHours(1));
    configuration.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, METRICS_INTERVAL);
    configuration.set(WebOptions.REFRESH_INTERVAL, Duration.ofMillis(100));
    configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, new MemorySize(bufferBytes(slots)));
    if (slots > MAX_SLOTS_FOR_TWO_BUFFERS) {
      configuration.set(
          NettyShuffleEnvironmentOptions.NETWORK_READ_MAX_REQUIRED_BUFFERS_PER_GATE, slots);
    }
    var network = MemorySize.ofMebiBytes(networkBytes(slots) >> 20);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
    if (prometheusPort > 0) {
      LoopbackPrometheusReporter.configure(configuration, prometheusPort);
    }
    return configuration;
  }

  /** Returns 64 MiB for few slots and 156 MiB for 32; from there on it grows with their square. */
  static long networkBytes(int slots) {
    return Math.max(MIN_NETWORK_BYTES, buffers(slots) * bufferBytes(slots));
  }

  private static long bufferBytes(int slots) {
    long fitting = Long.highestOneBit(MAX_BYTES_FOR_LARGE_BUFFERS / buffers(slots));
    long flinksOwn = TaskManagerOptions.MEMORY_SEGMENT_SIZE.defaultValue().getBytes();
    return Math.max(flinksOwn, Math.min(LARGEST_BUFFER_BYTES, fitting));
  }

  /**
   * Returns the buffers that a job needs to start: those of its gates, and one more than the
   * channels of each partition.
   */
  private static long buffers(int slots) {
    long gate = (slots > MAX_SLOTS_FOR_TWO_BUFFERS ? 1L : 2L) * slots + 1;
    long partition = slots + 1L;
    return slots * (ALL_TO_ALL_EDGES * (gate + partition) + BUFFERS_PER_SLOT);
  }

  private static void requireFree(int port) {
    if (port == 0) {
      return;
    }
    try (var socket = new ServerSocket(port, 1, InetAddress.getByName(LOOPBACK))) {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw new ConfigException(
          "metrics.prometheus-port=%d is in use on %s; choose another, or 0 for none"
              .formatted(port, LOOPBACK),
          e);
    }
  }

  /** Returns the URL at which other processes of this machine can reach it. */
  public URI restAddress() {
    return restAddress;
  }

  @Override
  public int parallelism(int wanted) {
    return wanted == 0 ? slots : wanted;
  }

  @Override
  public boolean hasSlots(int parallelism) {
    return parallelism <= slots;
  }

  @Override
  public FlinkJob submit(JobConfig config, Start start) {
    String savepoints = folder.folder().resolve("savepoints").toUri().toString();
    return Submission.submit(client, config, List.of(), start, savepoints);
  }

  @Override
  public int cancelLeftBehind(String purpose) {
    return 0; // they ended with their process
  }

  @Override
  public Duration reportsWithin() {
    return HEARTBEAT.multipliedBy(2);
  }

  @Override
  public Duration metricsInterval() {
    return METRICS_INTERVAL;
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public double cpuSeconds() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }

  @Override
  public String flinkVersion() {
    return EnvironmentInformation.getVersion();
  }

  @Override
  public void close() {
    try {
      StopBudget.ofThisProcess().close(this::closeCluster);
    } finally {
      folder.close();
    }
  }

  private void closeCluster() {
    client.close();
    try {
      cluster.closeAsync().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The run is over and measured, and the process about to end: no reason to lose its result.
      LOG.warn("the embedded Flink did not stop in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
