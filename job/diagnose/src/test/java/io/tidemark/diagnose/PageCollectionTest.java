package io.tidemark.diagnose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.diagnose.PageCollection.CollectionPlan;
import io.tidemark.measure.Time;
import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a server of this test are saved, in time that passes at once. */
class PageCollectionTest {
  private static final String PAGE =
      """
      vm_app_version{version="victoria-metrics-v1.151.0",short_version="v1.151.0"} 1
      vm_rows_inserted_total{type="promremotewrite"} 5
      vm_data_size_bytes{type="storage/small"} 7
      flag{name="httpAuth.password",value="hunter2",is_set="true"} 1
      flag{name="storageNode",value="db-7.corp.example:8400",is_set="true"} 1
      vm_rpc_rows_sent_total{addr="db-7.corp.example:8400"} 1
      """;

  private static final int TOO_LARGE_BYTES = 16 * 1024 * 1024 + 1;

  @TempDir Path folder;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final ExecutorService serving = Executors.newCachedThreadPool();
  private final AtomicInteger served = new AtomicInteger();
  private HttpServer server;

  /** It passes when the next page is waited for; while one is asked for, it stands still. */
  private static final class WaitedTime implements Time {
    private long nanos = 1_795_766_400_000_000_000L;

    @Override
    public long millisAt(long at) {
      return at / 1_000_000;
    }

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void pause(Duration pause) {
      nanos += pause.toNanos();
    }
  }

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(serving);
    page("/metrics", 200, PAGE.getBytes(UTF_8));
    page("/large/metrics", 200, new byte[TOO_LARGE_BYTES]);
    page("/broken/metrics", 500, "hunter2".getBytes(UTF_8));
    server.createContext(
        "/silent/metrics",
        exchange -> {
          try {
            stopped.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    server.start();
  }

  private void page(String path, int status, byte[] body) {
    server.createContext(
        path,
        exchange -> {
          served.incrementAndGet();
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  @AfterEach
  void stop() {
    stopped.countDown();
    server.stop(0);
    serving.shutdownNow();
  }

  private PageCollection collection(
      boolean raw, Duration length, long mostBytes, int mostPages, String... paths) {
    List<URI> urls =
        Stream.of(paths)
            .map(
                path ->
                    URI.create(
                        "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path)))
            .toList();
    return new PageCollection(
        new CollectionPlan(
            urls,
            TargetConfig.of("remote-write", URI.create("http://127.0.0.1:1")),
            length,
            Duration.ofSeconds(5),
            folder,
            raw),
        new WaitedTime(),
        mostBytes,
        mostPages);
  }

  private Collected collect(boolean raw, String... paths) {
    return collection(raw, Duration.ofSeconds(10), 1 << 30, 1000, paths)
        .run(() -> false, saved -> {});
  }

  private List<Path> files() {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsSavedSaysNothingOfWhoRunsItAndOnlyTheOwnerReadsIt() throws IOException {
    Collected collected = collect(false, "");

    assertThat(collected.pages()).isEqualTo(3);
    assertThat(files()).hasSize(3);
    String port = "" + server.getAddress().getPort();
    for (Path file : files()) {
      assertThat(file.getFileName().toString()).startsWith("single-1@2026-11-27T08-00-");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(file)
          .content()
          .doesNotContain("hunter2", "corp", "db-7", "127.0.0.1", port)
          .contains("vm_rows_inserted_total{type=\"promremotewrite\"} 5");
    }
    assertThat(collected.droppedSettings()).containsExactly("httpAuth.password");
    assertThat(collected.pseudonyms()).isEqualTo(1);
    assertThat(collected.table())
        .contains("1 pseudonyms stand for hosts")
        .contains("values of settings: httpAuth.password")
        .doesNotContain("hunter2", "db-7", port);
  }

  @Test
  void rawPagesHaveHostsAndNoSecrets() {
    collect(true, "");

    assertThat(files().get(0).getFileName().toString()).startsWith("127.0.0.1_");
    assertThat(files().get(0))
        .content()
        .contains("db-7.corp.example:8400")
        .doesNotContain("hunter2");
  }

  /** What is there is nobody's to be written over. */
  @Test
  void filesThatAreThereStay() throws IOException {
    collect(false, "");
    Path first = files().get(0);
    Files.writeString(first, "mine");

    assertThatThrownBy(() -> collect(false, ""))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("is there already");
    assertThat(first).content().isEqualTo("mine");
  }

  @Test
  void pagesThatAreTooLargeOrCannotBeReadAreSaidAndTheOthersSaved() {
    Collected collected = collect(false, "/large", "/broken", "");

    assertThat(collected.processes()).containsOnlyKeys("single-1").containsValue(3);
    assertThat(collected.failures())
        .hasSize(2)
        .anyMatch(each -> each.contains("too large [maxBytes=16777216]"))
        .anyMatch(each -> each.contains("HTTP 500"));
    assertThat(files()).hasSize(3);
  }

  @Test
  void itEndsWithTheRoundThatReachesTheBoundOnBytes() {
    long page = new PublicPage(false).of(PAGE.getBytes(UTF_8)).length;
    Collected collected =
        collection(false, Duration.ofHours(1), 2 * page, 1000, "").run(() -> false, saved -> {});

    assertThat(collected.ended()).isEqualTo("size");
    assertThat(files()).hasSize(2);
  }

  @Test
  void itEndsWithTheRoundThatReachesTheBoundOnPages() {
    Collected collected =
        collection(false, Duration.ofHours(1), 1 << 30, 4, "").run(() -> false, saved -> {});

    assertThat(collected.ended()).isEqualTo("size");
    assertThat(files()).hasSize(4);
  }

  /** Ctrl-C must not wait for who does not answer, and what was answered is kept. */
  @Test
  void whoDoesNotAnswerHoldsUpNeitherOthersNorTheEnd() throws Exception {
    var interrupted = new CountDownLatch(1);
    PageCollection collection =
        collection(false, Duration.ofHours(1), 1 << 30, 1000, "/silent", "");
    var run =
        Executors.newSingleThreadExecutor()
            .submit(() -> collection.run(() -> interrupted.getCount() == 0, saved -> {}));
    Patience.await("a page that is served", Duration.ofSeconds(10), () -> served.get() > 0);
    interrupted.countDown();

    Collected collected =
        run.get(Patience.of(Duration.ofSeconds(5)).toMillis(), TimeUnit.MILLISECONDS);
    assertThat(collected.ended()).isEqualTo("interrupted");
  }

  @Test
  void nothingThatCanBeReadIsAFailure() {
    assertThatThrownBy(() -> collect(false, "/broken"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("no page could be read: can't read http://127.0.0.1");
    assertThat(files()).isEmpty();
  }
}
