package io.tidemark.sink.http;

import io.tidemark.build.Version;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.TlsContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * Sends requests that write no samples to a database's processes, with the target's credentials,
 * and reads the answers.
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
   * Reads all of these pages at once; returns their bodies in the pages' order.
   *
   * @throws IOException if one can't be read; the message names it, without credentials
   */
  public List<byte[]> read(List<Address> pages) throws IOException {
    return ask("GET", pages);
  }

  /**
   * Sends a request without a body that has the database do something.
   *
   * @throws IOException if it fails; the message names the address, without credentials
   */
  public void post(Address address) throws IOException {
    ask("POST", List.of(address));
  }

  /**
   * The answer to a request.
   *
   * @param status the HTTP status; 0 if there was no answer
   * @param body the body, cut at the length that the caller allowed
   * @param cut whether the body was longer than that
   * @param failure why there is no answer with a status of 2xx, one line without credentials; "" if
   *     there is one
   */
  public record Reply(int status, byte[] body, boolean cut, String failure) {}

  /**
   * Sends a POST with a body, and does not wait. The future never completes exceptionally.
   *
   * @param own the request's headers besides User-Agent, length and credentials
   */
  public CompletableFuture<Reply> ask(
      Address to, Map<String, String> own, byte[] body, int maxAnswerBytes) {
    String authorization = credentials.header();
    List<Header> headers = headers(authorization);
    own.forEach((name, value) -> headers.add(new BasicHeader(name, value)));
    return send(() ->
            new HttpCall(to, "POST", headers, body, maxAnswerBytes, System.nanoTime(), TIMEOUT))
        .thenApply(answer -> reply(to, authorization, answer));
  }

  /**
   * Asks for one page within bounds of its own, and does not wait. The future never completes
   * exceptionally.
   */
  public CompletableFuture<Reply> begin(Address page, int maxAnswerBytes, Duration timeout) {
    String authorization = credentials.header();
    List<Header> headers = headers(authorization);
    return send(() ->
            new HttpCall(page, "GET", headers, null, maxAnswerBytes, System.nanoTime(), timeout))
        .thenApply(answer -> reply(page, authorization, answer));
  }

  private static Reply reply(Address to, String authorization, HttpAnswer answer) {
    if (answer.failure() != null) {
      return new Reply(0, new byte[0], false, NetworkFailure.error(answer.failure()));
    }
    String failure =
        answer.status() / 100 == 2
            ? ""
            : "HTTP %d: %s"
                .formatted(
                    answer.status(),
                    ErrorText.of(answer.body(), Credentials.secretsIn(authorization, to)));
    return new Reply(answer.status(), answer.body(), answer.bodyCut(), failure);
  }

  private static List<Header> headers(String authorization) {
    var headers = new ArrayList<Header>();
    headers.add(new BasicHeader("User-Agent", Version.USER_AGENT));
    if (authorization != null) {
      headers.add(new BasicHeader("Authorization", authorization, true));
    }
    return headers;
  }

  private List<byte[]> ask(String method, List<Address> pages) throws IOException {
    List<CompletableFuture<byte[]>> answers =
        pages.stream().map(page -> ask(method, page)).toList();
    var bodies = new ArrayList<byte[]>();
    for (CompletableFuture<byte[]> answer : answers) {
      bodies.add(of(answer));
    }
    return bodies;
  }

  /**
   * Asks for one page, and does not wait. If the page can't be read, the future completes with an
   * {@link IOException} that names it.
   */
  public CompletableFuture<byte[]> begin(Address page) {
    return ask("GET", page);
  }

  /**
   * Waits for a page and returns it.
   *
   * @throws IOException if it can't be read
   */
  public static byte[] of(CompletableFuture<byte[]> begun) throws IOException {
    try {
      return begun.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e);
    }
  }

  private CompletableFuture<byte[]> ask(String method, Address page) {
    String authorization = credentials.header();
    List<Header> headers = headers(authorization);
    return send(() ->
            new HttpCall(page, method, headers, null, MAX_PAGE_BYTES, System.nanoTime(), TIMEOUT))
        .thenCompose(
            answer -> {
              try {
                return CompletableFuture.completedFuture(body(page, authorization, answer));
              } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
              }
            });
  }

  private CompletableFuture<HttpAnswer> send(Supplier<HttpCall> call) {
    return transport
        .send(call.get())
        .thenCompose(
            answer ->
                answer.staleConnection()
                    ? transport.send(call.get())
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
          "can't read %s: %s; check the address and target.auth"
              .formatted(page.name(), reply(page, authorization, answer).failure()));
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
