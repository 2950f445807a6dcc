package io.tidemark.benchmarks.listen;

import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.testing.ScrapedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real agent that scrapes and sends by remote write.
 *
 * @param page address of its metrics page
 */
public record Agent(Kind kind, OwnedProcess process, URI page) implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  /** The kinds of agent, with the names of their counters. */
  public enum Kind {
    PROMETHEUS(
        List.of("prometheus_remote_storage_samples_total"),
        List.of(
            "prometheus_remote_storage_samples_retried_total",
            "prometheus_remote_storage_samples_failed_total"),
        ""),
    VMAGENT(
        List.of("vmagent_remotewrite_rows_pushed_after_relabel_total"),
        List.of("vmagent_remotewrite_samples_dropped_total"),
        "vmagent_remotewrite_pending_data_bytes");

    private final List<String> sent;
    private final List<String> notSent;
    private final String pending;

    /**
     * @param pending metric of what {@code sent} counts before it is sent; empty if there is none
     */
    Kind(List<String> sent, List<String> notSent, String pending) {
      this.sent = sent;
      this.notSent = notSent;
      this.pending = pending;
    }
  }

  /**
   * @param scrape part of its configuration that says what to scrape
   * @param message protobuf message to send, by its name in the protocol; empty for version 1
   */
  public static Agent prometheus(String binary, String scrape, String message, URI receiver) {
    Path folder = OwnedProcess.newFolder("prometheus");
    String configuration =
        scrape
            + "remote_write:\n- url: %s/api/v1/write\n  metadata_config: {send: false}\n"
                .formatted(receiver)
            + (message.isEmpty() ? "" : "  protobuf_message: %s\n".formatted(message));
    return start(
        Kind.PROMETHEUS,
        folder,
        configuration,
        own ->
            List.of(
                binary,
                "--config.file=" + folder.resolve("scrape.yml"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=" + own.getAuthority()));
  }

  public static Agent vmagent(String binary, String scrape, URI receiver) {
    Path folder = OwnedProcess.newFolder("vmagent");
    return start(
        Kind.VMAGENT,
        folder,
        scrape,
        own ->
            List.of(
                binary,
                "-promscrape.config=" + folder.resolve("scrape.yml"),
                "-httpListenAddr=" + own.getAuthority(),
                "-remoteWrite.url=%s/api/v1/write".formatted(receiver),
                "-remoteWrite.tmpDataPath=" + folder.resolve("queue")));
  }

  private interface Command {
    List<String> listeningOn(URI own);
  }

  private static Agent start(Kind kind, Path folder, String configuration, Command command) {
    try {
      Files.writeString(folder.resolve("scrape.yml"), configuration);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    URI own = Loopback.http(Loopback.freePort());
    URI page = own.resolve("/metrics");
    var process = OwnedProcess.start(folder, "TERM", command.listeningOn(own));
    process.awaitReady(kind.name(), STARTS_WITHIN, () -> ScrapedPage.get(page).isPresent());
    return new Agent(kind, process, page);
  }

  /** Returns the number of samples that the agent counts as sent, each once. */
  public double sent() {
    ScrapedPage read = ScrapedPage.required(page);
    return sum(read, kind.sent) - sum(read, kind.notSent);
  }

  /** Tells whether everything that the agent counted has been sent. */
  public boolean isDone() {
    return kind.pending.isEmpty() || ScrapedPage.required(page).sum(kind.pending).orElse(0) == 0;
  }

  private static double sum(ScrapedPage read, List<String> metrics) {
    return metrics.stream().mapToDouble(metric -> read.sum(metric).orElse(0)).sum();
  }

  @Override
  public void close() {
    process.close();
  }
}
