package io.tidemark.listen;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.file.CaptureFile;
import io.tidemark.parse.Rejection;
import io.tidemark.process.Poll;
import io.tidemark.topic.Anonymizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;

/**
 * An HTTP server that writes the remote write 1 and 2 and OTLP that agents send into a {@link
 * CaptureFile}. Samples that it has acknowledged are in the file, whatever happens later.
 *
 * <ul>
 *   <li>204 (remote write) or 200 (OTLP) means that the whole request is in the file. 400 with the
 *       headers {@code X-Prometheus-Remote-Write-…-Written}, or OTLP's partial success, means all
 *       but what the text names; sent again, the request would be in the file twice.
 *   <li>429 with {@code Retry-After} means that too many requests come at once. 503 means that the
 *       capture is over or its disk is full. It is not 429, because a Prometheus drops its samples
 *       at 429 unless it is configured otherwise.
 *   <li>Any other status means that nothing is in the file, and that retries would fail as well.
 * </ul>
 *
 * Requests are read in parallel, but written one after the other, so writing takes one core at
 * most. Thread-safe.
 */
public final class Receiver implements AutoCloseable {
  private static final int RETRY_AFTER_SECONDS = 5;
  private static final int BACKLOG = 128;
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final String BUSY = "busy";

  private final InetAddress host;
  private final CaptureFile file;
  private final Path path;
  private final Bounds bounds;
  private final Optional<byte[]> token;
  private final Clock clock;
  private final Bodies bodies;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool(Receiver::thread);

  /** The reason why a receiver ends by itself. */
  public enum End {
    SIZE,
    FAILED_FILE
  }

  /** Guards {@link #intake} and the file: only the thread that holds it may use them. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final Intake intake;
  private volatile Optional<End> end = Optional.empty();
  private volatile boolean finished;

  private volatile String failure = "";
  private final AtomicInteger answering = new AtomicInteger();

  /**
   * Begins to listen.
   *
   * @param token the token that senders have to show; empty if they need none
   * @param tls the TLS context; empty for plain HTTP
   * @throws ConfigException if it can't listen on the address
   */
  public static Receiver start(
      InetSocketAddress address,
      Path path,
      Bounds bounds,
      Optional<String> token,
      Optional<SSLContext> tls,
      Optional<Anonymizer> anonymizer)
      throws IOException {
    bound("sun.net.httpserver.maxReqTime", bounds.requestTime().toSeconds());
    bound("jdk.httpserver.maxConnections", bounds.connections());
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer http;
    try {
      http = tls.isPresent() ? HttpsServer.create() : HttpServer.create();
      http.bind(address, BACKLOG);
    } catch (IOException e) {
      throw new ConfigException(
          "--listen=%s:%d can't be listened on (%s); choose another"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
    tls.ifPresent(
        context -> ((HttpsServer) http).setHttpsConfigurator(new HttpsConfigurator(context)));
    return new Receiver(
        http, address.getAddress(), CaptureFile.create(path), path, bounds, token, anonymizer);
  }

  /** Sets a bound of the JDK's HTTP server, which reads its system properties once in a process. */
  private static void bound(String property, long value) {
    System.setProperty(property, Long.toString(value));
  }

  private Receiver(
      HttpServer http,
      InetAddress host,
      CaptureFile file,
      Path path,
      Bounds bounds,
      Optional<String> token,
      Optional<Anonymizer> anonymizer) {
    this.http = http;
    this.host = host;
    this.file = file;
    this.path = path;
    this.bounds = bounds;
    this.token = token.map(text -> ("Bearer " + text).getBytes(StandardCharsets.UTF_8));
    this.clock = Clock.systemUTC();
    bodies = new Bodies(bounds);
    intake = new Intake(file, bounds, anonymizer);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "capture");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the address on which it listens, with the port that it got if 0 was asked for. */
  public InetSocketAddress address() {
    return new InetSocketAddress(host, http.getAddress().getPort());
  }

  /** Returns why it takes no more; empty as long as it does. */
  public Optional<End> ended() {
    return end;
  }

  /** Returns the error with which the file failed; "" if it did not. */
  public String failure() {
    return failure;
  }

  /** Returns what was received and written so far. */
  public ListenResult.Counts counts() {
    turn.lock();
    try {
      return ListenResult.Counts.of(intake.totals(), intake.series(), file.bytes());
    } finally {
      turn.unlock();
    }
  }

  /**
   * Ends the capture and gives the file its final name.
   *
   * @return counts of what is in the file
   */
  public ListenResult.Counts finish() throws IOException {
    turn.lock();
    try {
      finished = true;
      file.finish();
      return counts();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Closes the file, which keeps {@code .part} behind its name if {@link #finish} was not called.
   */
  @Override
  public void close() throws IOException {
    finished = true;
    // Requests that are being answered get their answer, but a slow one does not delay the end.
    Poll.until(LAST_ANSWERS, LOOK_AGAIN, () -> answering.get() == 0);
    http.stop(0);
    threads.shutdown();
    file.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    answering.incrementAndGet();
    try {
      answerTo(exchange);
    } finally {
      answering.decrementAndGet();
    }
  }

  private void answerTo(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = answer(exchange);
      readToTheEnd(exchange.getRequestBody());
      Headers headers = exchange.getResponseHeaders();
      if (answer.isForLater()) {
        headers.set("Retry-After", Integer.toString(RETRY_AFTER_SECONDS));
      } else if (answer.status() == Answer.UNAUTHORIZED) {
        headers.set("WWW-Authenticate", "Bearer");
      } else if (answer.status() == Answer.NOT_ALLOWED) {
        headers.set("Allow", "POST");
      }
      headers.set("X-Prometheus-Remote-Write-Samples-Written", Long.toString(answer.samples()));
      headers.set(
          "X-Prometheus-Remote-Write-Histograms-Written", Long.toString(answer.histograms()));
      headers.set("X-Prometheus-Remote-Write-Exemplars-Written", "0");
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      int length = isHead ? 0 : answer.body().length;
      if (answer.status() != Answer.NO_CONTENT) {
        headers.set("Content-Type", answer.type());
      }
      exchange.sendResponseHeaders(answer.status(), length == 0 ? -1 : length);
      if (length > 0) {
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(answer.body());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Reads the rest of a request. A sender that is refused earlier would only find the connection
   * closed, and not learn why.
   */
  private void readToTheEnd(InputStream body) throws IOException {
    byte[] buffer = new byte[1 << 13];
    long left = bounds.bodyBytes();
    for (int read = 0; left > 0 && read >= 0; left -= read) {
      read = body.read(buffer);
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException, InterruptedException {
    Headers headers = exchange.getRequestHeaders();
    if (!isAllowed(header(headers, "Authorization"))) {
      return refuse("unauthorized", Answer.UNAUTHORIZED, "no token, or not that of --token-file");
    }
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    if (Route.isHealth(method, path)) {
      return isOver()
          ? Answer.text(Answer.UNAVAILABLE, "the capture is over")
          : Answer.text(Answer.OK, "a capture of Tidemark listens; " + Route.KNOWN);
    }
    Optional<Route> known = Route.of(path);
    if (known.isEmpty()) {
      return refuse("path", Answer.NOT_FOUND, "nothing here; " + Route.KNOWN);
    }
    Route route = known.get();
    if (!method.equals("POST")) {
      return refuse("method", Answer.NOT_ALLOWED, "not taken here; " + Route.KNOWN);
    }
    String type = header(headers, "Content-Type");
    Optional<Integer> version = route.version(type);
    String encoding = header(headers, "Content-Encoding").toLowerCase(Locale.ROOT);
    if (version.isEmpty() || !route.takesEncoding(encoding)) {
      return refuse("content-type", Answer.UNSUPPORTED, route.expected(type, encoding));
    }
    if (isOver()) {
      return over();
    }
    long announced = announced(headers);
    if (announced > bounds.bodyBytes()) {
      return counted(Rejection.TOO_LARGE.reason(), bodies.tooLarge(announced));
    }
    try (Bodies.Body body = bodies.read(exchange.getRequestBody())) {
      if (body.refused() != null) {
        boolean later = body.refused().isForLater();
        return counted(later ? BUSY : Rejection.TOO_LARGE.reason(), body.refused());
      }
      return write(route, version.get(), encoding, body.bytes());
    }
  }

  private Answer write(Route route, int version, String encoding, byte[] body)
      throws InterruptedException {
    if (!turn.tryLock(bounds.waitTime().toMillis(), TimeUnit.MILLISECONDS)) {
      return refuse(BUSY, Answer.TOO_MANY, "too many requests wait; come again");
    }
    try {
      if (isOver()) {
        return over();
      }
      Answer answer =
          switch (route) {
            case REMOTE_WRITE -> intake.remoteWrite(body, version, clock.millis());
            case OTLP -> otlp(encoding, body);
          };
      if (file.bytes() >= bounds.fileBytes()) {
        end = Optional.of(End.SIZE);
      }
      return answer;
    } catch (IOException | RuntimeException | Error e) {
      // A full disk, a lack of memory or a missing library would fail the next request as well.
      failure = RootCause.of(e);
      end = Optional.of(End.FAILED_FILE);
      return over();
    } finally {
      turn.unlock();
    }
  }

  private Answer otlp(String encoding, byte[] body) throws IOException {
    byte[] unpacked;
    try (InputStream in = Route.unpacked(encoding, body)) {
      unpacked = in.readNBytes(Bounds.UNPACKED_BYTES + 1);
    } catch (IOException e) {
      return intake.unreadable(Rejection.UNDECODABLE, "not %s, or cut short".formatted(encoding));
    }
    return unpacked.length > Bounds.UNPACKED_BYTES
        ? intake.unreadable(
            Rejection.TOO_LARGE,
            "unpacks to too much [maxBytes=%d]".formatted(Bounds.UNPACKED_BYTES))
        : intake.otlp(unpacked, clock.millis());
  }

  private boolean isOver() {
    return finished || end.isPresent();
  }

  private Answer over() {
    return counted(
        "over",
        Answer.text(
            Answer.UNAVAILABLE,
            failure.isEmpty()
                ? "the capture is over"
                : "the capture takes no more: %s can't be written".formatted(path.getFileName())));
  }

  private Answer refuse(String reason, int status, String text) {
    return counted(reason, Answer.text(status, text));
  }

  private Answer counted(String reason, Answer answer) {
    intake.totals().refusedRequest(reason);
    return answer;
  }

  private boolean isAllowed(String authorization) {
    return token.isEmpty()
        || MessageDigest.isEqual(token.get(), authorization.getBytes(StandardCharsets.UTF_8));
  }

  private static long announced(Headers headers) {
    try {
      return Long.parseLong(header(headers, "Content-Length"));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String header(Headers headers, String name) {
    String value = headers.getFirst(name);
    return value == null ? "" : value.strip();
  }
}
