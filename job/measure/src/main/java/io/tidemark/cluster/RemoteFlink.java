package io.tidemark.cluster;

import io.tidemark.job.FlinkVersions;
import io.tidemark.job.RootCause;
import io.tidemark.job.TidemarkJob;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.jars.DatabaseJars;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.rest.handler.legacy.messages.ClusterOverviewWithVersion;
import org.apache.flink.runtime.rest.messages.ClusterConfigurationInfoHeaders;
import org.apache.flink.runtime.rest.messages.ConfigurationInfoEntry;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.util.TimeUtils;

/** A cluster that takes jobs over its REST API. */
public final class RemoteFlink implements FlinkSession {
  /** How often Flink's client repeats a request that finds no one, unless it is told otherwise. */
  public static final int RETRIES = RestOptions.RETRY_MAX_ATTEMPTS.defaultValue();

  private static final int CONNECT_MILLIS = 5_000;

  /** With little CPU a JobManager that has just started takes seconds for an answer. */
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(20);

  private static final Duration CANCELS_WITHIN = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final Route route;
  private final RestClusterClient<String> client;
  private final ClusterOverviewWithVersion overview;
  private final Map<String, String> settings;
  private final TaskManagerCpu cpu;
  private OwnedProcess savepoints;

  private RemoteFlink(
      Cluster cluster,
      Route route,
      RestClusterClient<String> client,
      ClusterOverviewWithVersion overview,
      Map<String, String> settings) {
    this.cluster = cluster;
    this.route = route;
    this.client = client;
    this.overview = overview;
    this.settings = settings;
    this.cpu = new TaskManagerCpu(client, fetchInterval(settings));
  }

  private static Duration fetchInterval(Map<String, String> settings) {
    var option = MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL;
    String set = settings.get(option.key());
    return set == null ? option.defaultValue() : TimeUtils.parseDuration(set);
  }

  /**
   * @throws ConfigException if there is no such cluster, or it can't run this build's jobs
   */
  public static RemoteFlink connect(String url) {
    return connect(RestAddress.parse(url), 0, RETRIES);
  }

  /**
   * @param slots as in {@link Cluster#open}
   * @param retries how often a request that finds no one is repeated, 3 s apart
   */
  public static RemoteFlink connect(Cluster cluster, int slots, int retries) {
    return connect(cluster, slots, retries, FlinkVersions::requireSubmittable);
  }

  /**
   * Connects to read what jobs do that something else has submitted; a request that finds no one
   * fails.
   *
   * @throws ConfigException if there is no such cluster, or jobs of this build can't run there
   */
  public static RemoteFlink connectToWatch(Cluster cluster) {
    return connect(cluster, 0, 0, FlinkVersions::require);
  }

  private static RemoteFlink connect(
      Cluster cluster, int slots, int retries, BiConsumer<String, String> requireVersion) {
    Route route = cluster.open(slots);
    try {
      return connect(cluster, route, retries, requireVersion);
    } catch (RuntimeException e) {
      route.close();
      throw e;
    }
  }

  private static RemoteFlink connect(
      Cluster cluster, Route route, int retries, BiConsumer<String, String> requireVersion) {
    requireListening(cluster, route.rest());
    RestClusterClient<String> client = client(cluster.name(), route.rest(), retries);
    try {
      var overview =
          client.getClusterOverview().get(ANSWERS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      requireVersion.accept(cluster.name(), overview.getVersion());
      return new RemoteFlink(cluster, route, client, overview, settings(client));
    } catch (ConfigException e) {
      client.close();
      throw e;
    } catch (ExecutionException | TimeoutException e) {
      client.close();
      throw new ConfigException(
          "%s answers, but not as a Flink REST API: %s".formatted(cluster.name(), RootCause.of(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static int port(URI address) {
    return address.getPort() > 0 ? address.getPort() : RestOptions.PORT.defaultValue();
  }

  private static void requireListening(Cluster cluster, URI address) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.getHost(), port(address)), CONNECT_MILLIS);
    } catch (IOException e) {
      throw new ConfigException(
          "%s can't be reached (%s); start one with deploy/session, or leave --cluster out to run embedded"
              .formatted(cluster.name(), RootCause.of(e)),
          e);
    }
  }

  /**
   * @param subject the words that messages begin with
   */
  static RestClusterClient<String> client(String subject, URI address, int retries) {
    var configuration = new Configuration();
    configuration.set(RestOptions.ADDRESS, address.getHost());
    configuration.set(JobManagerOptions.ADDRESS, address.getHost());
    configuration.set(RestOptions.PORT, port(address));
    configuration.set(RestOptions.RETRY_MAX_ATTEMPTS, retries);
    configuration.set(SecurityOptions.SSL_REST_ENABLED, "https".equals(address.getScheme()));
    if (address.getPath() != null) {
      configuration.set(RestOptions.PATH, address.getPath().replaceAll("/+$", ""));
    }
    try {
      return new RestClusterClient<>(configuration, "session");
    } catch (Exception e) {
      throw new ConfigException("%s: %s".formatted(subject, RootCause.of(e)), e);
    }
  }

  private static Map<String, String> settings(RestClusterClient<?> client) {
    return FlinkJob.await(
            client.sendRequest(
                ClusterConfigurationInfoHeaders.getInstance(),
                EmptyMessageParameters.getInstance(),
                EmptyRequestBody.getInstance()))
        .stream()
        .collect(
            Collectors.toMap(
                ConfigurationInfoEntry::getKey,
                ConfigurationInfoEntry::getValue,
                (first, second) -> second));
  }

  /** Returns every job that has not ended, the oldest first. */
  public List<RunningJob> running() {
    return FlinkJob.await(client.listJobs()).stream()
        .filter(job -> !job.getJobState().isGloballyTerminalState())
        .sorted(Comparator.comparingLong(JobStatusMessage::getStartTime))
        .map(job -> new RunningJob(job.getJobId().toString(), job.getJobName()))
        .toList();
  }

  /** Returns a job that someone else started, and whose end is no business of ours. */
  public FlinkJob attach(RunningJob job) {
    return new FlinkJob(client, JobID.fromHexString(job.id()), null);
  }

  @Override
  public Duration metricsInterval() {
    return fetchInterval(settings);
  }

  @Override
  public int parallelism(int wanted) {
    int free = FlinkJob.await(client.getClusterOverview()).getNumSlotsAvailable();
    if (free == 0 || wanted > free) {
      throw new ConfigException(
          "%s has %d free of %d slots, parallelism=%s needs %d; end another job or add TaskManagers"
              .formatted(
                  cluster.name(),
                  free,
                  overview.getNumSlotsTotal(),
                  wanted == 0 ? "0 (all)" : wanted,
                  Math.max(1, wanted)));
    }
    return wanted == 0 ? free : wanted;
  }

  @Override
  public boolean hasSlots(int parallelism) {
    return parallelism <= FlinkJob.await(client.getClusterOverview()).getNumSlotsAvailable();
  }

  @Override
  public FlinkJob submit(JobConfig config, Start start) {
    String folder = savepointFolder(config.checkpoint().uri());
    return Submission.submit(client, config, jars(config.target().type()), start, folder);
  }

  /** Returns the jar that {@code flink run} takes, and those of the database that is written to. */
  private static List<Path> jars(String targetType) {
    URI job;
    try {
      job = TidemarkJob.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    Tsdb kind = Tsdb.byType(targetType, RemoteFlink.class.getClassLoader());
    List<URI> jars =
        Stream.concat(Stream.of(job), DatabaseJars.of(kind).stream()).distinct().toList();
    if (!jars.stream().allMatch(jar -> jar.getPath().endsWith(".jar"))) {
      throw new ConfigException(
          "the job is not packed in a jar, so no cluster can take it; run: mvn package");
    }
    return jars.stream().map(Path::new).toList();
  }

  /** Stopping with drain makes a savepoint, and that needs a place which all processes can see. */
  private String savepointFolder(String checkpoints) {
    if (!checkpoints.isEmpty()) {
      return checkpoints;
    }
    if (settings.containsKey(CheckpointingOptions.SAVEPOINT_DIRECTORY.key())
        || settings.containsKey("state.savepoints.dir")) {
      return null;
    }
    if (!isLocal()) {
      throw new ConfigException(
          "checkpoint.dir is empty and the cluster has no %s; set one of them to a folder that all its machines see"
              .formatted(CheckpointingOptions.SAVEPOINT_DIRECTORY.key()));
    }
    savepoints = OwnedProcess.folder("savepoints");
    return savepoints.folder().toUri().toString();
  }

  @Override
  public int cancelLeftBehind(String purpose) {
    String prefix = Start.FRESH.named(purpose).jobName();
    List<FlinkJob> left =
        FlinkJob.await(client.listJobs()).stream()
            .filter(job -> job.getJobName().startsWith(prefix))
            .filter(job -> !job.getJobState().isGloballyTerminalState())
            .map(job -> new FlinkJob(client, job.getJobId(), null))
            .toList();
    left.forEach(FlinkJob::cancel);
    if (!Poll.until(
        CANCELS_WITHIN, Duration.ofMillis(200), () -> left.stream().allMatch(FlinkJob::ended))) {
      throw new RunException(
          "%d jobs that an earlier process left on the cluster did not end within %d s; cancel them in Flink's web UI"
              .formatted(left.size(), CANCELS_WITHIN.toSeconds()));
    }
    return left.size();
  }

  /** Returns twice a heartbeat, which is right if the cluster has Flink's default. */
  @Override
  public Duration reportsWithin() {
    return HeartbeatManagerOptions.HEARTBEAT_INTERVAL.defaultValue().multipliedBy(2);
  }

  @Override
  public boolean startsCold() {
    return false;
  }

  @Override
  public boolean isLocal() {
    return route.isLocal();
  }

  @Override
  public TargetConfig reachable(TargetConfig target) {
    return route.reachable(target);
  }

  @Override
  public String readable(String savepoint) {
    return route.readable(savepoint);
  }

  @Override
  public double cpuSeconds() {
    return cpu.lastReadSeconds();
  }

  @Override
  public double finalCpuSeconds() {
    return cpu.freshSeconds();
  }

  @Override
  public String flinkVersion() {
    return overview.getVersion();
  }

  @Override
  public void close() {
    StopBudget.ofThisProcess().close(this::closeConnection);
    if (savepoints != null) {
      savepoints.close();
    }
  }

  private void closeConnection() {
    client.close();
    route.close();
  }
}
