package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.Patience;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.SearchObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where every request fails, a search says so at once. All of them run beside each other. */
@Tag("guards:job/ceiling")
@Tag("guards:job/measure")
class FailingDatabaseIT {
  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static final String PASSWORD = "changeit";
  private static final String BODY = "quota of tenant 7 is used up\r\n\u0007see the manual";
  private static final String SAID = "quota of tenant 7 is used up see the manual";

  @TempDir static Path folder;

  private static ExecutorService threads;
  private static final List<AutoCloseable> STARTED = new ArrayList<>();
  private static final Map<String, CompletableFuture<CeilingResult>> SEARCHES =
      new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    threads = Executors.newCachedThreadPool();
    int closing = closing();
    for (int status : new int[] {401, 408, 429, 500}) {
      SEARCHES.put("HTTP " + status, null);
    }
    Stream.of("closed", "certificate", "silent", "time-out").forEach(n -> SEARCHES.put(n, null));
    Stream.of(Other.values()).forEach(other -> SEARCHES.put(other.name(), null));
    EmbeddedFlink flink = EmbeddedFlink.start(SEARCHES.size(), 0);
    STARTED.add(flink);
    for (int status : new int[] {401, 408, 429, 500}) {
      search(flink, "HTTP " + status, "target.urls=[%s]".formatted(url("http", answering(status))));
    }
    search(flink, "closed", "target.urls=[%s]".formatted(url("http", closing)));
    search(flink, "certificate", "target.urls=[%s]".formatted(url("https", expired())));
    String silent = "target.urls=[%s]".formatted(url("http", silent()));
    search(flink, "silent", silent);
    search(flink, "time-out", silent, "write.timeout=1s");
    for (Other other : Other.values()) {
      search(flink, other.name(), other.settings(closing).toArray(String[]::new));
    }
  }

  @AfterAll
  static void end() throws Exception {
    for (int i = STARTED.size() - 1; i >= 0; i--) {
      STARTED.get(i).close();
    }
    STARTED.clear();
    threads.shutdownNow();
  }

  /** Databases that do not speak HTTP, before one that closes every connection. */
  enum Other {
    POSTGRESQL("postgresql://127.0.0.1:%d/metrics"),
    MYSQL("mysql://127.0.0.1:%d/metrics"),
    IGNITE("ignite://127.0.0.1:%d"),
    RRDCACHED("rrdcached://127.0.0.1:%d"),
    OPENTSDB("http://127.0.0.1:%d", "target.protocol=telnet");

    private final String url;
    private final List<String> settings;

    Other(String url, String... settings) {
      this.url = url;
      this.settings = List.of(settings);
    }

    List<String> settings(int port) {
      var all = new ArrayList<>(settings);
      all.add("target.type=" + name().toLowerCase(Locale.ROOT));
      all.add("target.urls=[%s]".formatted(url.formatted(port)));
      return all;
    }
  }

  private static void search(EmbeddedFlink flink, String name, String... settings) {
    var all = new ArrayList<>(List.of(settings));
    all.addAll(List.of("parallelism=1", "dead-letter.path=" + folder.resolve(name)));
    SEARCHES.put(
        name,
        CompletableFuture.supplyAsync(
            () -> {
              var plan =
                  new CeilingPlan(
                      ConfigLoader.load(Optional.empty(), all),
                      Optional.empty(),
                      CeilingPlan.By.IN_FLIGHT,
                      Duration.ofMinutes(3),
                      256,
                      Optional.empty(),
                      Instant.now(),
                      false);
              return Ceiling.find(plan, flink, null, SearchObserver.SILENT).result();
            },
            threads));
  }

  private static CeilingResult result(String name) {
    CompletableFuture<CeilingResult> search = SEARCHES.get(name);
    Patience.await(name, Duration.ofMinutes(2), search::isDone);
    CeilingResult result = search.join();
    assertThat(result.seconds())
        .as(result.sentence())
        .isLessThan(Patience.of(WITHIN).toMillis() / 1e3);
    assertThat(result.sentence()).startsWith("No ceiling was found: ");
    assertThat(result.partial()).isNotNull();
    return result;
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500})
  void aStatusIsTheHeadline(int status) {
    CeilingResult result = result("HTTP " + status);

    assertThat(result.sentence())
        .startsWith("No ceiling was found: every request fails: http://127.0.0.1:")
        .endsWith(": HTTP %d: %s.".formatted(status, SAID));
    assertThat(result.cause())
        .isEqualTo(status == 429 ? Cause.TSDB_REJECTING : Cause.REQUESTS_FAIL);
  }

  @Test
  void credentialsThatAreRefusedAreTheHeadline() {
    assertThat(result("HTTP 401").sentence())
        .contains("http://127.0.0.1:", "HTTP 401: " + SAID, "check target.auth");
  }

  @Test
  void aConnectionThatIsClosedIsTheHeadline() {
    assertThat(result("closed").sentence())
        .startsWith("No ceiling was found: every request fails: http://127.0.0.1:");
  }

  @Test
  void aBrokenCertificateIsTheHeadline() {
    assertThat(result("certificate").sentence())
        .contains("https://127.0.0.1:", "TLS: ", "check target.tls.ca-file");
  }

  @Test
  void aTimeOutIsTheHeadline() {
    assertThat(result("time-out").sentence())
        .startsWith("No ceiling was found: every request fails: http://127.0.0.1:");
  }

  @Test
  void thatNothingIsAnsweredIsTheHeadline() {
    assertThat(result("silent").sentence())
        .containsPattern("^No ceiling was found: no request was answered within \\d+ s by ")
        .contains("http://127.0.0.1:");
  }

  @ParameterizedTest
  @EnumSource
  void databasesWithoutHttpDoTheSame(Other other) {
    CeilingResult result = result(other.name());

    assertThat(result.sentence()).contains("127.0.0.1:").doesNotContain("..");
    assertThat(result.cause()).isIn(Cause.REQUESTS_FAIL, Cause.INCONCLUSIVE);
  }

  /** Standard output has it, and the exit code says that nothing was found. */
  @Test
  void theCommandEndsWithIt() throws Exception {
    String urls = "target.urls=[%s]".formatted(url("http", answering(500)));
    Executed ended = Executed.of("ceiling", "--yes", "--set", urls, "--set", "parallelism=1");

    assertThat(ended.assertCode(3).out()).endsWith("HTTP 500: %s.\n".formatted(SAID));
  }

  private static String url(String scheme, int port) {
    return "%s://127.0.0.1:%d".formatted(scheme, port);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static int answering(int status) throws IOException {
    return serve(HttpServer.create(loopback(), 0), status);
  }

  private static int serve(HttpServer server, int status) {
    server.createContext("/", exchange -> answer(exchange, status));
    server.setExecutor(threads);
    server.start();
    STARTED.add(() -> server.stop(0));
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Its certificate has expired, and nobody knows who signed it. */
  private static int expired() throws Exception {
    Path file = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=server",
                "-ext",
                "san=ip:127.0.0.1",
                "-startdate",
                "-10d",
                "-validity",
                "5",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return serve(server, 204);
  }

  private interface Handler {
    void handle(Socket connection) throws IOException;
  }

  private static int closing() throws IOException {
    return accepting(Socket::close);
  }

  private static int silent() throws IOException {
    return accepting(connection -> connection.getInputStream().transferTo(nowhere()));
  }

  private static OutputStream nowhere() {
    return OutputStream.nullOutputStream();
  }

  private static int accepting(Handler handler) throws IOException {
    var server = new ServerSocket();
    server.bind(loopback());
    STARTED.add(server);
    threads.execute(
        () -> {
          while (!server.isClosed()) {
            try {
              Socket connection = server.accept();
              threads.execute(() -> handle(connection, handler));
            } catch (IOException e) {
              return;
            }
          }
        });
    return server.getLocalPort();
  }

  private static void handle(Socket connection, Handler handler) {
    try (connection) {
      handler.handle(connection);
    } catch (IOException e) {
      // The other side was faster.
    }
  }
}
