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
 * @param page its own metrics
 */
public record Agent(Kind kind, OwnedProcess process, URI page) implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  /** What agents call their counters. */
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
     * @param pending what it counts in {@code sent} before it sends it; empty if it does not
     */
    Kind(List<String> sent, List<String> notSent, String pending) {
      this.sent = sent;
      this.notSent = notSent;
      this.pending = pending;
    }
  }

  /**
   * @param scrape the part of its configuration that says what to scrape
   * @param message the protocol's name for what to send, empty for version 1
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

  /** Samples that it counts as sent, each once. */
  public double sent() {
    ScrapedPage read = ScrapedPage.required(page);
    return sum(read, kind.sent) - sum(read, kind.notSent);
  }

  /** Whether what it counts has left it. */
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
