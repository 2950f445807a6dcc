package io.tidemark.testing;

import io.tidemark.process.Loopback;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A real VictoriaMetrics in a container on loopback. {@link #close} removes it with its data.
 *
 * <pre>{@code
 * try (var store = VictoriaMetricsContainer.start("-maxConcurrentInserts=2")) {
 *   write(store.baseUrl());
 *   store.kill();
 *   store.startAgain();
 *   assertThat(store.export("{__name__=~\"cpu.*\"}")).isEqualTo(expected);
 * }
 * }</pre>
 */
public final class VictoriaMetricsContainer implements AutoCloseable {
  private final int port = Loopback.freePort();
  private final VictoriaMetricsData data = new VictoriaMetricsData(baseUrl());
  private final HostContainer container;

  private VictoriaMetricsContainer(String... flags) {
    container = new HostContainer("tidemark.test.victoria-metrics-image", data::isHealthy);
    var command = new String[flags.length + 3];
    command[0] = "-httpListenAddr=127.0.0.1:" + port;
    command[1] = "-storageDataPath=/victoria-metrics-data";
    command[2] = "-retentionPeriod=100y";
    System.arraycopy(flags, 0, command, 3, flags.length);
    container.withCommand(command);
  }

  /**
   * @param flags beside those for address, data and an unlimited retention
   */
  public static VictoriaMetricsContainer start(String... flags) {
    var started = new VictoriaMetricsContainer(flags);
    started.container.start();
    return started;
  }

  /**
   * With a CPU quota.
   *
   * @param cores may be fractional
   */
  public static VictoriaMetricsContainer startWithCpus(double cores, String... flags) {
    var started = new VictoriaMetricsContainer(flags);
    started.container.withCreateContainerCmdModifier(
        create -> create.getHostConfig().withNanoCPUs(Math.round(cores * 1e9)));
    started.container.start();
    return started;
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + port;
  }

  /**
   * SIGKILL. VictoriaMetrics acknowledges what it holds in memory: what was acknowledged in the
   * last seconds is lost, unless {@link #syncToDisk} ran after it.
   */
  public void kill() {
    container.kill();
  }

  /** On the same port, data and flags; returns once it answers. */
  public void startAgain() {
    container.startAgain();
  }

  /** SIGSTOP: connections stay open and nothing answers, until {@link #resume}. */
  public void freeze() {
    container.freeze();
  }

  public void resume() {
    container.resume();
  }

  /**
   * Makes everything acknowledged so far survive {@link #kill}, by an orderly end and a new start.
   * A snapshot would not do: it lacks what a background flush has just taken out of the buffers and
   * not yet written, the index of new series included (1.79.5 and v1.150: {@code flushPendingItems}
   * in lib/mergeset/table.go, {@code flushPendingRows} in lib/storage/partition.go).
   */
  public void syncToDisk() {
    container.end();
    container.startAgain();
  }

  /**
   * Every point of the matching series acknowledged so far. A point written twice with the same
   * value is one element.
   *
   * @param match a series selector, such as {@code {__name__=~"cpu.*"}}
   */
  public Set<StoredSample> export(String match) {
    return data.export(match);
  }

  /**
   * Returns when the matching series hold exactly these points. What was acknowledged a moment ago
   * may not be readable yet: even a flush on request does not wait for one in the background.
   *
   * @throws AssertionError with what is missing and extra, if they don't within some seconds
   */
  public void awaitExactly(String match, Set<StoredSample> expected) {
    data.awaitExactly(match, expected);
  }

  /** As {@link #export(String)}, for counting duplicates or sets too large to hold. */
  public void export(String match, Consumer<StoredSample> each) {
    data.export(match, each);
  }

  /** Values of the label that runs give their series; "" where one has none. */
  public Set<String> runLabels(String match) {
    return data.runLabels(match);
  }

  /** Writes lines of the Prometheus text format. */
  public void importPrometheus(String lines) {
    data.post("/api/v1/import/prometheus", lines.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes lines of Influx line protocol, as its own import reads them.
   *
   * @param extraLabel added to each series, such as {@code run=a}
   */
  public void importInflux(byte[] lines, String extraLabel) {
    data.post("/write?extra_label=" + URLEncoder.encode(extraLabel, StandardCharsets.UTF_8), lines);
  }

  @Override
  public void close() {
    container.stop();
  }
}
