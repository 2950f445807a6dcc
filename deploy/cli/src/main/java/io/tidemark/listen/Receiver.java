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
 * An HTTP server that takes remote write 1 and 2 and OTLP, as agents send them, into a {@link
 * CaptureFile}. What it answers with success is in the file, whatever happens then.
 *
 * <ul>
 *   <li>204 (remote write) or 200 (OTLP): all of it is. 400 with the headers {@code
 *       X-Prometheus-Remote-Write-…-Written}, or OTLP's partial success: all but what the text
 *       names; to send it again would write it twice.
 *   <li>429 with {@code Retry-After}: too much at a time. 503: the capture is over, or its disk is
 *       full: not 429, at which a Prometheus drops its samples unless it is told otherwise.
 *   <li>Any other: none of it is, and sent again it would be no better.
 * </ul>
 *
 * Requests are read at the same time, and written one after the other: that takes one core at most.
 * Thread-safe.
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

  /** Why it takes no more by itself. */
  public enum End {
    SIZE,
    FAILED_FILE
  }

  /** Held by whoever touches what stands below. */
  private final ReentrantLock turn = new ReentrantLock(true);

  private final Intake intake;
  private volatile Optional<End> end = Optional.empty();
  private volatile boolean finished;

  private volatile String failure = "";
  private final AtomicInteger answering = new AtomicInteger();

  /**
   * Begins to listen.
   *
   * @param token that senders have to show, empty for none
   * @param tls empty for none
   * @throws ConfigException if the address can't be listened on
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

  /** The JDK's server takes its bounds from here, once in a process. */
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

  /** Where it listens, with the port that it was given for 0. */
  public InetSocketAddress address() {
    return new InetSocketAddress(host, http.getAddress().getPort());
  }

  /** Why it takes no more by itself, if it does. */
  public Optional<End> ended() {
    return end;
  }

  /** What the file failed with, or "". */
  public String failure() {
    return failure;
  }

  /** What it did so far. */
  public ListenResult.Counts counts() {
    turn.lock();
    try {
      return ListenResult.Counts.of(intake.totals(), intake.series(), file.bytes());
    } finally {
      turn.unlock();
    }
  }

  /**
   * Takes no more and gives the file its name.
   *
   * @return what is in it
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

  /** Without {@link #finish} the file stays with {@code .part} behind its name. */
  @Override
  public void close() throws IOException {
    finished = true;
    // Who waits for an answer gets it; who is slow does not hold the end up.
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
   * Who is refused before all of the request is read would find the connection closed, and not why.
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
      // A full disk, no memory, a library that can't be loaded: it would be so the next time.
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
