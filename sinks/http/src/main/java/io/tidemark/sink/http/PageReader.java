package io.tidemark.sink.http;

import io.tidemark.build.Version;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.TlsContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * Reads what a database's processes answer to a request without a body, with the target's
 * credentials.
 */
public final class PageReader implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_PAGE_BYTES = 16 * 1024 * 1024;

  private final Credentials credentials;
  private final HttpTransport transport;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public PageReader(TargetConfig target) {
    this.credentials = Credentials.of(target.auth());
    this.transport = new HttpTransport("tidemark-probe", TlsContext.of(target.tls()));
  }

  /**
   * All of them at once, in their order.
   *
   * @throws IOException if one can't be read; the message names it, without credentials
   */
  public List<byte[]> read(List<Address> pages) throws IOException {
    return ask("GET", pages);
  }

  /**
   * Has something done.
   *
   * @throws IOException if it was not; the message names it, without credentials
   */
  public void post(Address address) throws IOException {
    ask("POST", List.of(address));
  }

  private List<byte[]> ask(String method, List<Address> pages) throws IOException {
    String authorization = credentials.header();
    var headers = new ArrayList<Header>();
    headers.add(new BasicHeader("User-Agent", Version.USER_AGENT));
    if (authorization != null) {
      headers.add(new BasicHeader("Authorization", authorization, true));
    }
    var answers = pages.stream().map(page -> send(method, page, headers)).toList();
    var bodies = new ArrayList<byte[]>();
    for (Address page : pages) {
      bodies.add(body(page, authorization, answers.get(bodies.size()).join()));
    }
    return bodies;
  }

  private CompletableFuture<HttpAnswer> send(String method, Address page, List<Header> headers) {
    var call =
        new HttpCall(page, method, headers, null, MAX_PAGE_BYTES, System.nanoTime(), TIMEOUT);
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
    if (answer.status() / 100 != 2) {
      throw new IOException(
          "can't read %s: HTTP %d: %s; check the address and target.auth"
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

  @Override
  public void close() {
    transport.close();
  }
}
