package io.tidemark.testing;

import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import io.tidemark.process.Loopback;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testcontainers.images.builder.Transferable;

/**
 * A real cluster of VictoriaMetrics on loopback: a vmstorage and a vminsert before it, each in a
 * container, so that each may have a CPU quota that its page shows. {@link #close} removes both.
 */
public final class VictoriaMetricsCluster implements AutoCloseable {
  /** The folder of its programs. */
  private static final String BINARIES = "TIDEMARK_TEST_VICTORIA_METRICS_CLUSTER";

  /**
   * One of its programs.
   *
   * @param cores its CPU quota; 0 for none
   * @param flags beside those for addresses, data and retention
   * @param relabelling the rules by which it changes labels; empty for none
   */
  public record Part(double cores, List<String> flags, String relabelling) {
    public static final Part DEFAULT = new Part(0, List.of(), "");

    public static Part cores(double cores) {
      return new Part(cores, List.of(), "");
    }

    public static Part flags(String... flags) {
      return new Part(0, List.of(flags), "");
    }

    /**
     * @param rules in YAML, as {@code -relabelConfig} has them
     */
    public Part relabelling(String rules) {
      return new Part(cores, flags, rules);
    }
  }

  private final List<Program> running = new ArrayList<>();
  private final Program insert;
  private final Program storage;

  private VictoriaMetricsCluster(Path binaries, Part insert, Part storage) {
    String forInserts = "127.0.0.1:" + Loopback.freePort();
    this.storage =
        new Program(
            binaries.resolve("vmstorage"),
            storage,
            "-storageDataPath=/data",
            "-retentionPeriod=100y",
            "-vminsertAddr=" + forInserts,
            "-vmselectAddr=127.0.0.1:" + Loopback.freePort());
    this.insert = new Program(binaries.resolve("vminsert"), insert, "-storageNode=" + forInserts);
  }

  /** The folder of its programs, if there is one. */
  public static Optional<Path> binaries() {
    return Optional.ofNullable(System.getenv(BINARIES)).map(Path::of);
  }

  /**
   * Returns when both answer.
   *
   * @param binaries from {@link #binaries}
   */
  public static VictoriaMetricsCluster start(Path binaries, Part insert, Part storage) {
    var cluster = new VictoriaMetricsCluster(binaries, insert, storage);
    try {
      cluster.start(cluster.storage);
      cluster.start(cluster.insert);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void start(Program program) {
    running.add(program);
    program.container.start();
  }

  public URI insert() {
    return url(insert);
  }

  public URI storage() {
    return url(storage);
  }

  private static URI url(Program program) {
    return Loopback.http(program.port);
  }

  @Override
  public void close() {
    for (int i = running.size() - 1; i >= 0; i--) {
      running.get(i).container.stop();
    }
  }

  private static final class Program {
    private static final String PATH = "/program";
    private static final String RULES = "/relabel.yml";

    final int port = Loopback.freePort();
    final HostContainer container;

    Program(Path binary, Part part, String... flags) {
      var data = new VictoriaMetricsData(Loopback.http(port).toString());
      container = new HostContainer("tidemark.test.victoria-metrics-image", data::isHealthy);
      // By itself Testcontainers would look for an image to try mounts with, minutes without a
      // registry.
      var program = new Bind(binary.toString(), new Volume(PATH), AccessMode.ro);
      container.withCreateContainerCmdModifier(
          create -> {
            create.withEntrypoint(PATH);
            create.getHostConfig().withBinds(program);
            if (part.cores > 0) {
              create.getHostConfig().withNanoCPUs(Math.round(part.cores * 1e9));
            }
          });
      var command = new ArrayList<>(List.of(flags));
      command.add("-httpListenAddr=127.0.0.1:" + port);
      command.addAll(part.flags);
      if (!part.relabelling.isEmpty()) {
        container.withCopyToContainer(Transferable.of(part.relabelling), RULES);
        command.add("-relabelConfig=" + RULES);
      }
      container.withCommand(command.toArray(String[]::new));
    }
  }
}
