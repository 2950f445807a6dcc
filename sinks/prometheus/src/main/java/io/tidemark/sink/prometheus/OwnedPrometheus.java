package io.tidemark.sink.prometheus;

import io.tidemark.process.Loopback;
import io.tidemark.sink.client.DatabaseServer;
import io.tidemark.sink.client.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Prometheus of our own, on a free port of 127.0.0.1, that scrapes nothing and takes remote
 * write and, from 3.0 on, OTLP, with its data in a temporary folder. Process and folder vanish with
 * this process, however it ends. It may be stopped and started again: address and data stay. Not
 * thread-safe.
 */
public final class OwnedPrometheus extends DatabaseServer {
  /** How {@code target.type: remote-write} is started. */
  static final Starter STARTER =
      Starter.of("Prometheus", OwnedPrometheus::start, OwnedPrometheus::startFrom);

  static final String VARIABLE = "TIDEMARK_PROMETHEUS";
  private static final Installed INSTALLED =
      new Installed("prometheus", VARIABLE, "an executable file", "prometheus");

  /** It reads its log first. */
  static final Duration STARTS_WITHIN = Duration.ofSeconds(120);

  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", "KILL");

  private static final String OTLP_RECEIVER = "web.enable-otlp-receiver";
  private static final int MAX_SAID_BYTES = 256 * 1024;

  private final String binary;

  /** Null until it was asked. */
  private String options;

  private OwnedPrometheus(String binary) {
    super("Prometheus", "prometheus", Loopback.http(Loopback.freePort()), LIFE);
    this.binary = binary;
  }

  /** With Prometheus' own settings, and no data. */
  public static OwnedPrometheus start() {
    return start(Settings.DEFAULT);
  }

  /**
   * Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if no binary is found
   */
  public static OwnedPrometheus start(Settings settings) {
    return start(binary(), settings);
  }

  /** The same of a binary that is not the one that is installed. */
  public static OwnedPrometheus start(String binary, Settings settings) {
    return started(new OwnedPrometheus(binary), settings, OwnedPrometheus::configure);
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedPrometheus startFrom(Path saved, Settings settings) {
    return startedFrom(saved, new OwnedPrometheus(binary()), settings, OwnedPrometheus::configure);
  }

  @Override
  protected List<String> command(Settings settings) {
    var command = new ArrayList<String>();
    command.add(binary);
    command.add("--config.file=" + configuration());
    command.add("--storage.tsdb.path=" + files());
    // So that a generator that runs through years of timestamps is not cut off.
    command.add("--storage.tsdb.retention.time=100y");
    command.add("--web.listen-address=" + url().getAuthority());
    command.add("--web.enable-remote-write-receiver");
    if (takesOtlp()) {
      command.add("--" + OTLP_RECEIVER);
    }
    command.addAll(settings.arguments());
    return command;
  }

  private Path configuration() {
    return folder().resolve("prometheus.yml");
  }

  /**
   * It scrapes nothing, not even itself: all that it stores is what is written to it, under the
   * names that it has there.
   */
  private void configure() {
    String names = takesOtlp() ? "otlp: {translation_strategy: NoUTF8EscapingWithSuffixes}\n" : "";
    try {
      Files.writeString(configuration(), "scrape_configs: []\n" + names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From 3.0 on; its own page of options says so. */
  private boolean takesOtlp() {
    if (options == null) {
      options = said(binary, "--help");
    }
    return options.contains(OTLP_RECEIVER);
  }

  /** Nothing if it can't be started, which its start will say. */
  private static String said(String binary, String option) {
    try {
      Process asked = new ProcessBuilder(binary, option).redirectErrorStream(true).start();
      try {
        asked.getOutputStream().close();
        byte[] said = asked.getInputStream().readNBytes(MAX_SAID_BYTES);
        return new String(said, StandardCharsets.UTF_8);
      } finally {
        asked.destroy();
      }
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  protected String program() {
    return binary;
  }

  /**
   * The program that runs start.
   *
   * @throws IllegalArgumentException if none is found
   */
  public static String binary() {
    return INSTALLED.find(Files::isExecutable, Installed.onPath("prometheus")).toString();
  }

  @Override
  protected boolean isReady() {
    return answersOk("/-/ready");
  }
}
