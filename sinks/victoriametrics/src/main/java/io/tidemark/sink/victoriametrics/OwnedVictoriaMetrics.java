package io.tidemark.sink.victoriametrics;

import io.tidemark.process.Loopback;
import io.tidemark.sink.client.DatabaseServer;
import io.tidemark.sink.client.Installed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real VictoriaMetrics that Tidemark starts, on a free port of 127.0.0.1, with its data in a
 * temporary folder. Process and folder vanish with this process, however it ends. It may be stopped
 * and started again with other settings; address and data stay. Not thread-safe.
 */
public final class OwnedVictoriaMetrics extends DatabaseServer {
  /** Starts it for {@code target.type: victoriametrics}. */
  static final Starter STARTER =
      Starter.of("VictoriaMetrics", OwnedVictoriaMetrics::start, OwnedVictoriaMetrics::startFrom);

  private static final Installed INSTALLED =
      new Installed(
          "victoria-metrics",
          "TIDEMARK_VICTORIA_METRICS",
          "an executable file",
          "victoria-metrics");
  static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  /** When it stops, it first writes what is in memory to disk. */
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", "KILL");

  private final String binary;

  private OwnedVictoriaMetrics(String binary) {
    super("VictoriaMetrics", "victoria-metrics", Loopback.http(Loopback.freePort()), LIFE);
    this.binary = binary;
  }

  /** Starts it with VictoriaMetrics' own settings, and no data. */
  public static OwnedVictoriaMetrics start() {
    return start(Settings.DEFAULT);
  }

  /**
   * Starts it, and returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if no binary is found
   */
  public static OwnedVictoriaMetrics start(Settings settings) {
    return started(new OwnedVictoriaMetrics(binary()), settings, database -> {});
  }

  /**
   * @param saved a folder from {@link #saveTo}, which is not changed
   */
  public static OwnedVictoriaMetrics startFrom(Path saved, Settings settings) {
    return startedFrom(saved, new OwnedVictoriaMetrics(binary()), settings, database -> {});
  }

  @Override
  protected List<String> command(Settings settings) {
    var command = new ArrayList<String>();
    command.add(binary);
    command.add("-storageDataPath=" + files());
    // With this period a generator that runs through years of timestamps is not cut off.
    command.add("-retentionPeriod=100y");
    command.add("-httpListenAddr=" + url().getAuthority());
    settings.insertSlots().ifPresent(slots -> command.add("-maxConcurrentInserts=" + slots));
    command.addAll(settings.arguments());
    return command;
  }

  @Override
  protected String program() {
    return binary;
  }

  private static String binary() {
    Stream<Path> others =
        Stream.of("victoria-metrics-prod", "victoria-metrics").flatMap(Installed::onPath);
    return INSTALLED.find(Files::isExecutable, others).toString();
  }

  /** Writes what is in memory to disk before it asks for the merge. */
  @Override
  public boolean mergeAll() {
    return takes("/internal/force_flush") && takes("/internal/force_merge");
  }

  @Override
  protected boolean isReady() {
    return answersOk("/health");
  }
}
