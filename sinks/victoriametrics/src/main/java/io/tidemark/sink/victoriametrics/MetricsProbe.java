package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/** Reads the /metrics page of each of the database's processes. Thread-safe. */
public final class MetricsProbe implements CapacityProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_PAGE_BYTES = 16 * 1024 * 1024;

  private final Set<Address> pages;
  private final Credentials credentials;
  private final HttpTransport transport;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public MetricsProbe(TargetConfig target) {
    this.pages = new LinkedHashSet<>();
    for (URI url : target.metricsUrls()) {
      pages.add(Address.ofMetrics(url));
    }
    if (pages.isEmpty()) {
      for (URI url : target.urls()) {
        pages.add(Address.ofMetricsBeside(url));
      }
    }
    this.credentials = Credentials.of(target.auth());
    this.transport = new HttpTransport("tidemark-probe", TlsTrust.context(target.tls()));
  }

  @Override
  public TsdbSignals read() throws IOException {
    String authorization = credentials.header();
    var headers = new ArrayList<Header>();
    headers.add(new BasicHeader("User-Agent", UserAgent.TEXT));
    if (authorization != null) {
      headers.add(new BasicHeader("Authorization", authorization, true));
    }
    var answers = new ArrayList<CompletableFuture<HttpAnswer>>();
    for (Address page : pages) {
      answers.add(get(page, headers));
    }
    var processes = new ArrayList<ProcessMetrics>();
    int next = 0;
    for (Address page : pages) {
      processes.add(parse(page, authorization, answers.get(next++).join()));
    }
    return sum(processes, System.nanoTime());
  }

  private CompletableFuture<HttpAnswer> get(Address page, List<Header> headers) {
    var call = new HttpCall(page, "GET", headers, null, MAX_PAGE_BYTES, System.nanoTime(), TIMEOUT);
    return transport
        .send(call)
        .thenCompose(
            answer ->
                answer.staleConnection()
                    ? transport.send(call)
                    : CompletableFuture.completedFuture(answer));
  }

  private static ProcessMetrics parse(Address page, String authorization, HttpAnswer answer)
      throws IOException {
    if (answer.failure() != null) {
      throw new IOException(
          "can't read %s: %s".formatted(page.name(), NetworkFailure.error(answer.failure())),
          answer.failure());
    }
    if (answer.status() != 200) {
      throw new IOException(
          "can't read %s: HTTP %d: %s; check target.metrics-urls and target.auth"
              .formatted(
                  page.name(),
                  answer.status(),
                  ErrorText.of(answer.body(), Credentials.secretsIn(authorization, page))));
    }
    if (answer.bodyCut()) {
      throw new IOException(
          "can't read %s: the page is too large [maxBytes=%d]"
              .formatted(page.name(), MAX_PAGE_BYTES));
    }
    ProcessMetrics process = ProcessMetrics.parse(answer.body());
    if (process.isEmpty()) {
      throw new IOException(
          "no metrics of VictoriaMetrics at %s; check target.metrics-urls".formatted(page.name()));
    }
    return process;
  }

  /**
   * Slots are those of the processes that take writes: adding those of vmstorage, which come into
   * play one after the other, would tell of slots that no writer can use.
   */
  static TsdbSignals sum(List<ProcessMetrics> processes, long readAtNanos) {
    List<ProcessMetrics> takingWrites =
        processes.stream().filter(ProcessMetrics::takesWrites).toList();
    List<ProcessMetrics> limiting = takingWrites.isEmpty() ? processes : takingWrites;
    var rowsIgnored = new HashMap<String, Double>();
    processes.forEach(
        process ->
            process
                .rowsIgnored()
                .forEach((reason, rows) -> rowsIgnored.merge(reason, rows, Double::sum)));
    return new TsdbSignals(
        readAtNanos,
        versions(processes),
        latest(processes),
        sum(processes, ProcessMetrics::cpuSeconds),
        sum(processes, ProcessMetrics::cpuCores),
        sum(limiting, ProcessMetrics::slotsInUse),
        sum(limiting, ProcessMetrics::slots),
        sum(limiting, ProcessMetrics::slotLimitReached),
        sum(processes, ProcessMetrics::rowsInserted),
        Map.copyOf(rowsIgnored),
        sum(processes, ProcessMetrics::residentBytes),
        sum(processes, ProcessMetrics::diskBytes));
  }

  /** All there are, should they differ. */
  private static Optional<String> versions(List<ProcessMetrics> processes) {
    String versions =
        processes.stream()
            .map(ProcessMetrics::version)
            .flatMap(Optional::stream)
            .distinct()
            .collect(Collectors.joining(", "));
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions);
  }

  /** A restart of any process makes it the one that started last. */
  private static OptionalDouble latest(List<ProcessMetrics> processes) {
    return processes.stream()
        .map(ProcessMetrics::startSeconds)
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  /** Over the processes that have the signal; absent if none has. */
  private static OptionalDouble sum(
      List<ProcessMetrics> processes, Function<ProcessMetrics, OptionalDouble> signal) {
    return processes.stream()
        .map(signal)
        .flatMapToDouble(OptionalDouble::stream)
        .reduce(Double::sum);
  }

  @Override
  public void close() {
    transport.close();
  }
}
