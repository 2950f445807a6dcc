package io.tidemark.sink.http;

import io.tidemark.build.Version;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.TlsContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * Sends payloads over HTTP/1.1. {@link HttpExchange} measures each call's latency. A call copies
 * the body once, when the JDK hands it to the socket, and takes no thread of the caller's.
 * Thread-safe.
 */
public final class HttpWriteClient implements WriteClient {
  private static final int MAX_ANSWER_BYTES = 64 * 1024;
  private static final int HTTP_UNAUTHORIZED = 401;

  /**
   * How a database takes writes over HTTP.
   *
   * @param address turns one of {@code target.urls} into the address for writes
   * @param headersByEncoding a request's headers, without length and credentials, by {@link
   *     Payload#encoding}
   * @param answers reads the answers whose status does not say what they mean
   */
  public record Protocol(
      Function<URI, Address> address,
      Map<String, Map<String, String>> headersByEncoding,
      StatusTable statuses,
      AnswerReader answers) {
    /** A protocol whose statuses say all that an answer means. */
    public Protocol(
        Function<URI, Address> address,
        Map<String, Map<String, String>> headersByEncoding,
        StatusTable statuses) {
      this(
          address,
          headersByEncoding,
          statuses,
          (payload, status, header, body) -> Optional.empty());
    }
  }

  /** Reads what an answer's headers and body say of the payload. */
  public interface AnswerReader {
    /**
     * @param header returns the first header of a name, or null
     * @param body the body up to a bound; the rest may be missing
     * @return what the answer means; empty if its status says that
     */
    Optional<Meaning> read(Payload payload, int status, UnaryOperator<String> header, byte[] body);
  }

  /**
   * What an answer means.
   *
   * @param code the answer in the database's own words
   * @param error the error as the body has it; empty when OK
   */
  public record Meaning(ResponseClass outcome, String code, String error) {}

  private final Map<String, List<Header>> headersByEncoding = new HashMap<>();
  private final StatusTable statuses;
  private final AnswerReader answers;
  private final Endpoints endpoints;
  private final Credentials credentials;
  private final ClientOptions options;
  private final HttpTransport transport;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used; its message is one
   *     line that says what to change
   */
  public HttpWriteClient(TargetConfig target, ClientOptions options, Protocol protocol) {
    if (target.urls().isEmpty()) {
      throw new IllegalArgumentException("target.urls is empty; name at least one URL");
    }
    this.endpoints = new Endpoints(target.urls().stream().map(protocol.address()).toList());
    protocol.headersByEncoding().forEach((e, own) -> headersByEncoding.put(e, headers(own)));
    this.statuses = protocol.statuses();
    this.answers = protocol.answers();
    this.credentials = Credentials.of(target.auth());
    this.options = options;
    this.transport = new HttpTransport(options.name(), TlsContext.of(target.tls()));
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    payload.requireEncoding(headersByEncoding.keySet());
    List<Header> format = headersByEncoding.get(payload.encoding());
    int endpoint = endpoints.take(System.nanoTime());
    String authorization = credentials.header();
    var call =
        new HttpCall(
            endpoints.address(endpoint),
            "POST",
            authorization == null ? format : with(format, authorization),
            payload.body(),
            MAX_ANSWER_BYTES,
            System.nanoTime(),
            options.timeout());
    return transport
        .send(call)
        .thenCompose(
            answer -> {
              if (!answer.staleConnection()) {
                return CompletableFuture.completedFuture(
                    finish(payload, endpoint, authorization, answer, 0, 1));
              }
              transport.closeIdle();
              return transport
                  .send(call)
                  .thenApply(
                      second ->
                          finish(payload, endpoint, authorization, second, answer.bytesSent(), 2));
            });
  }

  private WriteResult finish(
      Payload payload,
      int endpoint,
      String authorization,
      HttpAnswer answer,
      long bytesSentBefore,
      int attempts) {
    Address address = endpoints.address(endpoint);
    List<String> secrets = Credentials.secretsIn(authorization, address);
    String text = ErrorText.of(answer.body(), secrets);
    Meaning meaning =
        (answer.failure() == null
                ? answers.read(payload, answer.status(), answer.header(), answer.body())
                : Optional.<Meaning>empty())
            .map(read -> bounded(read, secrets))
            .orElseGet(
                () ->
                    new Meaning(
                        outcome(answer, text, authorization),
                        StatusTable.code(answer.status()),
                        error(answer, text)));
    endpoints.done(endpoint, meaning.outcome().isPassing(), System.nanoTime());
    return new WriteResult(
        meaning.outcome(),
        meaning.code(),
        attempts,
        bytesSentBefore + answer.bytesSent(),
        address.name(),
        meaning.error(),
        RetryAfter.parseMillis(
            answer.header().apply(HttpHeaders.RETRY_AFTER), System.currentTimeMillis()),
        answer.timing());
  }

  private static Meaning bounded(Meaning read, List<String> secrets) {
    byte[] error = read.error().getBytes(StandardCharsets.UTF_8);
    return new Meaning(read.outcome(), read.code(), ErrorText.of(error, secrets));
  }

  private ResponseClass outcome(HttpAnswer answer, String text, String authorization) {
    if (answer.failure() != null) {
      return NetworkFailure.outcome(answer.failure());
    }
    if (answer.status() == HTTP_UNAUTHORIZED && credentials.changedSince(authorization)) {
      // The token was rotated after the client had read the file and before the server checked it.
      return ResponseClass.RETRY;
    }
    return statuses.outcome(answer.status(), text);
  }

  private String error(HttpAnswer answer, String text) {
    return answer.failure() != null
        ? NetworkFailure.error(answer.failure())
        : statuses.error(answer.status(), text, answer.header().apply(HttpHeaders.LOCATION));
  }

  private static List<Header> headers(Map<String, String> own) {
    var all = new ArrayList<Header>();
    all.add(new BasicHeader("User-Agent", Version.USER_AGENT));
    own.forEach((name, value) -> all.add(new BasicHeader(name, value)));
    return List.copyOf(all);
  }

  private static List<Header> with(List<Header> headers, String authorization) {
    var all = new ArrayList<>(headers);
    all.add(new BasicHeader("Authorization", authorization, true));
    return all;
  }

  @Override
  public long cpuNanos() {
    return transport.cpuNanos();
  }

  @Override
  public void close() {
    transport.close();
  }
}
