package io.tidemark.sink.opentsdb;

import io.tidemark.process.Loopback;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.DatabaseServer;
import io.tidemark.sink.client.Installed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real OpenTSDB of our own on a real HBase, each on free ports of 127.0.0.1, with their data in a
 * temporary folder. Processes and folder vanish with this process, however it ends. Arguments of
 * its settings are {@code name=value} of opentsdb.conf, if they begin with {@code tsd.}, and else
 * of hbase-site.xml. Not thread-safe.
 */
public final class OwnedOpenTsdb extends DatabaseServer {
  /** How {@code target.type: opentsdb} is started. */
  static final Starter STARTER =
      Starter.slow("OpenTSDB", OwnedOpenTsdb::start, OwnedOpenTsdb::startFrom);

  private static final String VARIABLE = "TIDEMARK_OPENTSDB";

  /** HBase, its tables and a TSD, on cores that others use as well. */
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(5);

  /** HBase writes what it has in memory to its files. */
  private static final Duration STOPS_WITHIN = Duration.ofMinutes(3);

  /** Its script ends both for it, at once. Not HUP: what nohup started can't trap that. */
  static final String AT_ONCE = "USR1";

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", AT_ONCE);

  private final ServerFiles conf;
  private final Path jars;

  private OwnedOpenTsdb(Path jars) {
    super("OpenTSDB", "opentsdb", Loopback.http(Loopback.freePort()), LIFE);
    this.jars = jars;
    this.conf = ServerFiles.in(folder().resolve("conf"), files(), url().getPort());
  }

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its jars are not found
   */
  public static OwnedOpenTsdb start(Settings settings) {
    return started(new OwnedOpenTsdb(jars()), settings, server -> {});
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedOpenTsdb startFrom(Path saved, Settings settings) {
    return startedFrom(saved, new OwnedOpenTsdb(jars()), settings, server -> {});
  }

  private static Path jars() {
    return Installed.fetched("OpenTSDB", VARIABLE);
  }

  @Override
  protected List<String> command(Settings settings) {
    conf.write(settings);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(
        "sh",
        conf.script().toString(),
        java,
        jars.toString(),
        conf.folder().toString(),
        conf.data().toString());
  }

  @Override
  protected String program() {
    return "OpenTSDB";
  }

  @Override
  protected boolean isReady() {
    return answersOk("/api/version");
  }

  @Override
  public TargetConfig target(TargetConfig configured) {
    return configured
        .withUrls(List.of(url()))
        .withOption("pid-file", conf.pidFile().toString())
        .withOption("max-tags", Integer.toString(ServerFiles.MAX_TAGS));
  }
}
