package io.tidemark.sink.victoriametrics;

import io.tidemark.build.Version;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/** Reads the /metrics page of each of the database's processes. Thread-safe. */
public final class MetricsProbe implements CapacityProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_PAGE_BYTES = 16 * 1024 * 1024;

  /**
   * VictoriaMetrics serves a page for a second: what is the same for longer was told anew, by a
   * database to which nothing happens.
   */
  private static final long SERVED_NANOS = 1_500_000_000;

  private final Set<Address> pages;
  private final Credentials credentials;
  private final HttpTransport transport;
  private final LongSupplier nanoTime;
  private final Map<Address, Seen> lastSeen = new ConcurrentHashMap<>();

  /** A page as it was first read. */
  private record Seen(byte[] body, long atNanos) {
    boolean isStillServed(Seen now) {
      return now.atNanos - atNanos < SERVED_NANOS && Arrays.equals(body, now.body);
    }
  }

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public MetricsProbe(TargetConfig target) {
    this(target, System::nanoTime);
  }

  MetricsProbe(TargetConfig target, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
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
    headers.add(new BasicHeader("User-Agent", Version.USER_AGENT));
    if (authorization != null) {
      headers.add(new BasicHeader("Authorization", authorization, true));
    }
    var answers = new ArrayList<CompletableFuture<HttpAnswer>>();
    for (Address page : pages) {
      answers.add(get(page, headers));
    }
    var nodes = new ArrayList<TsdbNode>();
    int next = 0;
    for (Address page : pages) {
      byte[] body = body(page, authorization, answers.get(next++).join());
      nodes.add(node(page, body));
    }
    return new TsdbSignals(nodes, KnownProblems.of(nodes));
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

  private static byte[] body(Address page, String authorization, HttpAnswer answer)
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
    return answer.body();
  }

  private TsdbNode node(Address page, byte[] body) throws IOException {
    MetricsPage metrics = MetricsPage.parse(body);
    if (metrics.isEmpty()) {
      throw new IOException(
          "no metrics of VictoriaMetrics at %s; check target.metrics-urls".formatted(page.name()));
    }
    Seen seen =
        lastSeen.merge(
            page,
            new Seen(body, nanoTime.getAsLong()),
            (before, now) -> before.isStillServed(now) ? before : now);
    return metrics.node(page.name(), seen.atNanos);
  }

  @Override
  public void close() {
    transport.close();
  }
}
