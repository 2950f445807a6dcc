package io.tidemark.benchmarks.lab.part;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Shows that each part does what a set-up says: a line of 40 ms takes 40 ms, a disk of 4 MB/s takes
 * 4 MB/s, and a quota of half a core allows half a core. Bounds are wide, because a busy host is
 * slower.
 */
public final class PartChecks {
  private static final Duration BURNT = Duration.ofSeconds(2);
  private static final int MANY_MILLIS = 100;
  private static final int TOO_MANY = 429;
  private static final List<String> BURN = List.of("sh", "-c", "while :; do :; done");
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * The result of one check.
   *
   * @param asked what the part was set to
   * @param measured measured value in the unit of {@code asked}; NaN if the part can't be made here
   * @param note why it can't be made
   */
  public record Outcome(
      String part, String asked, double least, double most, double measured, String note) {
    public boolean isMissing() {
      return Double.isNaN(measured);
    }

    /**
     * Tells whether the check is about CPU or a line's rate, which other load on the host reduces.
     */
    public boolean isShared() {
      return asked.endsWith("in cores") || asked.contains("Mbit/s");
    }

    public boolean isShown() {
      return measured >= least && measured <= most;
    }

    @Override
    public String toString() {
      return isMissing()
          ? "%-24s %-44s not made here: %s".formatted(part, asked, note)
          : "%-24s %-44s measured %.3f (%.3g to %.3g) %s"
              .formatted(part, asked, measured, least, most, isShown() ? "" : "WRONG " + note);
    }
  }

  private interface Measurement {
    double take() throws Exception;
  }

  private record Check(
      String part, String asked, double least, double most, Measurement measurement) {
    Outcome outcome() {
      try {
        return new Outcome(part, asked, least, most, measurement.take(), "");
      } catch (PartMissing e) {
        return new Outcome(part, asked, least, most, Double.NaN, e.getMessage());
      } catch (Exception e) {
        return new Outcome(part, asked, least, most, -1, e.toString());
      }
    }
  }

  private PartChecks() {}

  private static List<Check> checks() {
    return List.of(
        new Check("control group", "half a core, in cores", 0.4, 0.6, () -> burnt(0.5, 0.5)),
        new Check(
            "control group",
            "a quarter made half while it runs, in cores",
            0.4,
            0.6,
            () -> burnt(0.25, 0.5)),
        new Check(
            "control group",
            "100 MB for one who wants 200: 1 if refused",
            1,
            1,
            PartChecks::refusesMemory),
        new Check("disk", "4 MB/s, in MB/s", 3.2, 4.8, () -> written(4_000_000, 4_000_000)),
        new Check(
            "disk",
            "1 MB/s made 4 while it is mounted, in MB/s",
            3.2,
            4.8,
            () -> written(1_000_000, 4_000_000)),
        new Check("wire", "40 ms of round trip, in ms", 38, 60, () -> connected(40, 40)),
        new Check(
            "wire", "40 ms made 20 while connections live, in ms", 18, 40, () -> connected(40, 20)),
        // The wire's clock wakes up late, so it gives less than asked, but twice the rate gives
        // twice.
        new Check("wire", "32 Mbit/s at most, in MB/s", 1.2, 4.4, () -> uploaded(32)),
        new Check("wire", "64 Mbit/s over 32", 1.5, 2.4, () -> uploaded(64) / uploaded(32)),
        new Check("bursts", "stopped half of the time, in cores", 0.3, 0.7, () -> bursting(100)),
        new Check("bursts", "not stopped any more, in cores", 0.75, 1.1, () -> bursting(0)),
        new Check(
            "haproxy",
            "1 at once: 8 of 100 ms, in s",
            0.75,
            1.4,
            () -> through(proxy("haproxy", 1, 0, 0, 0), 8)),
        new Check(
            "haproxy",
            "1 at once made 2 by its socket, in s",
            0.38,
            0.75,
            () ->
                through(
                    proxy("haproxy", 1, 0, 0, 0), Optional.of(proxy("haproxy", 2, 0, 0, 0)), 8)),
        new Check(
            "haproxy",
            "half refused with 429, share",
            0.35,
            0.65,
            () ->
                share(
                    proxy("haproxy", 0, 0, 0, 0.5),
                    Optional.empty(),
                    status -> status == TOO_MANY)),
        new Check(
            "haproxy",
            "a dead backend of two: 503, share",
            0.4,
            0.6,
            () -> share(proxy("haproxy", 0, 0, 1, 0), Optional.empty(), status -> status == 503)),
        new Check(
            "haproxy",
            "the dead one taken out by its socket, share",
            0,
            0,
            () ->
                share(
                    proxy("haproxy", 0, 0, 1, 0),
                    Optional.of(proxy("haproxy", 0, 0, 0, 0)),
                    status -> status == 503)),
        new Check(
            "nginx",
            "10 a second: 20 requests, in s",
            1.7,
            2.8,
            () -> through(proxy("nginx", 0, 10, 0, 0), 20)),
        new Check(
            "nginx",
            "a dead backend of two: 502, share",
            0.4,
            0.6,
            () -> share(proxy("nginx", 0, 0, 1, 0), Optional.empty(), status -> status == 502)),
        new Check(
            "vmauth",
            "1 at once: 8 of 100 ms, in s",
            0.75,
            1.4,
            () -> through(proxy("vmauth", 1, 0, 0, 0), 8)),
        new Check(
            "vmagent",
            "acknowledges while nobody is behind it: 1",
            1,
            1,
            PartChecks::acknowledgesAlone),
        new Check(
            "VictoriaMetrics, today's",
            "half a core: what it reports, in cores",
            0.5,
            0.5,
            () -> reports("current")),
        new Check(
            "VictoriaMetrics, Debian's",
            "half a core: what it reports, in cores",
            0.5,
            0.5,
            () -> reports("debian")),
        new Check(
            "PostgreSQL", "at the other end of a line: answers 1", 1, 1, PartChecks::answersAway),
        new Check("readers", "queries answered in a second", 1, 1e6, PartChecks::queries));
  }

  /** Returns the results of all checks, one after the other. */
  public static Stream<Outcome> all() {
    return checks().stream().map(Check::outcome);
  }

  private static double burnt(double first, double then) throws Exception {
    try (var group = ControlGroup.make();
        var process = burning(group, first)) {
      group.quota(then);
      return cores(process.process());
    }
  }

  private static OwnedProcess burning(ControlGroup group, double cores) {
    group.quota(cores);
    return OwnedProcess.start(
        OwnedProcess.newFolder("burn"),
        Stream.concat(group.wrapper().stream(), BURN.stream()).toList());
  }

  private static double cores(LinuxProcess process) {
    double before = process.cpuSeconds().orElseThrow();
    long from = System.nanoTime();
    Poll.pause(BURNT);
    return (process.cpuSeconds().orElseThrow() - before) / ((System.nanoTime() - from) / 1e9);
  }

  private static double refusesMemory() throws Exception {
    try (var group = ControlGroup.make()) {
      group.memory(100_000_000);
      var command =
          Stream.concat(
                  group.wrapper().stream(),
                  Stream.of("sh", "-c", "head -c 200000000 /dev/zero | tail -n 1 | wc -c"))
              .toList();
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes());
      process.waitFor(1, TimeUnit.MINUTES);
      return said.contains("200000000") ? 0 : 1;
    }
  }

  /** Returns the rate of a write that is larger than what the file system buffers. */
  private static double written(long first, long then) throws Exception {
    try (var group = ControlGroup.make();
        var disk = new SlowDisk(Optional.of(group))) {
      disk.rate(first);
      disk.rate(then);
      Path file = disk.files().resolve("written");
      if (ControlGroup.isV2()) {
        group.add(new LinuxProcess(ProcessHandle.current().pid()));
      }
      long bytes = 12_000_000;
      long from = System.nanoTime();
      try (var channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        var block = ByteBuffer.allocate(1_000_000);
        for (long left = bytes; left > 0; left -= block.capacity()) {
          channel.write(block.clear());
        }
        channel.force(true);
      }
      return bytes / 1e6 / ((System.nanoTime() - from) / 1e9);
    }
  }

  private static Parts.Database database(String version, double cores) {
    return new Parts.Database(null, version, cores, null, 0, 0, 0, 0, 0, null, null);
  }

  private static double connected(double first, double then) throws Exception {
    try (var wire = new Wire(new Parts.Wire(first, 0));
        var away = away(wire)) {
      wire.become(new Parts.Wire(then, 0));
      return DoubleStream.generate(() -> connectMillis(away.url()))
          .limit(5)
          .sorted()
          .skip(2)
          .findFirst()
          .orElseThrow();
    }
  }

  private static VictoriaMetricsNode away(Wire wire) {
    Parts.Database spec = database("current", 0);
    return new VictoriaMetricsNode(spec, new Place(spec, Optional.of(wire), Optional.empty()));
  }

  private static double connectMillis(URI url) {
    long from = System.nanoTime();
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), 5_000);
      return (System.nanoTime() - from) / 1e6;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double uploaded(double mbit) throws Exception {
    try (var wire = new Wire(new Parts.Wire(2, mbit));
        var away = away(wire)) {
      byte[] body = "# nothing but a comment\n".repeat(400_000).getBytes();
      var request =
          HttpRequest.newBuilder(away.url().resolve("/api/v1/import/prometheus"))
              .POST(BodyPublishers.ofByteArray(body))
              .build();
      long from = System.nanoTime();
      HTTP.send(request, BodyHandlers.discarding());
      return body.length / 1e6 / ((System.nanoTime() - from) / 1e9);
    }
  }

  private static double bursting(int stopMillis) throws Exception {
    try (var process = OwnedProcess.start(OwnedProcess.newFolder("burn"), BURN);
        var bursts = new Bursts(new Parts.Bursts(100, 100), process.process())) {
      bursts.become(new Parts.Bursts(stopMillis, 100));
      return cores(process.process());
    }
  }

  private static Parts.Proxy proxy(
      String type, int atOnce, double perSecond, int dead, double refused) {
    return new Parts.Proxy(type, atOnce, perSecond, dead, refused, TOO_MANY, 0);
  }

  private static double through(Parts.Proxy spec, int requests) throws Exception {
    return through(spec, Optional.empty(), requests);
  }

  /**
   * Returns the seconds that this many simultaneous posts take; the server behind the proxy takes
   * 100 ms for each.
   */
  private static double through(Parts.Proxy spec, Optional<Parts.Proxy> then, int requests)
      throws Exception {
    return before(
        spec,
        then,
        url -> {
          long from = System.nanoTime();
          var all = Stream.generate(() -> post(url, 100_000)).limit(requests).toList();
          all.forEach(CompletableFuture::join);
          return (System.nanoTime() - from) / 1e9;
        });
  }

  private static double share(Parts.Proxy spec, Optional<Parts.Proxy> then, IntPredicate counted)
      throws Exception {
    return before(
        spec,
        then,
        url -> {
          var all = Stream.generate(() -> post(url, 100)).limit(60).toList();
          return all.stream().filter(each -> counted.test(each.join().statusCode())).count() / 60.0;
        });
  }

  private static CompletableFuture<HttpResponse<Void>> post(URI url, int bytes) {
    var request =
        HttpRequest.newBuilder(url.resolve("/write"))
            .POST(BodyPublishers.ofString("x".repeat(bytes)))
            .build();
    return HTTP.sendAsync(request, BodyHandlers.discarding());
  }

  private static double before(
      Parts.Proxy spec, Optional<Parts.Proxy> then, Function<URI, Double> measurement)
      throws Exception {
    var threads = Executors.newCachedThreadPool();
    var backend =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    backend.setExecutor(threads);
    backend.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          Poll.pause(Duration.ofMillis(MANY_MILLIS));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    backend.start();
    try (var proxy =
        new Proxy(spec, URI.create("http://127.0.0.1:" + backend.getAddress().getPort()))) {
      then.ifPresent(proxy::become);
      return measurement.apply(proxy.url());
    } finally {
      backend.stop(0);
      threads.shutdownNow();
    }
  }

  private static double acknowledgesAlone() throws Exception {
    try (var agent = new Proxy(proxy("vmagent", 0, 0, 0, 0), URI.create("http://127.0.0.1:9"))) {
      var request =
          HttpRequest.newBuilder(agent.url().resolve("/api/v1/import/prometheus"))
              .POST(BodyPublishers.ofString("lab 1\n"))
              .build();
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 204 ? 1 : 0;
    }
  }

  private static double reports(String version) throws Exception {
    Parts.Database spec = database(version, 0.5);
    try (var database =
        new VictoriaMetricsNode(spec, new Place(spec, Optional.empty(), Optional.empty()))) {
      return io.tidemark.testing.ScrapedPage.get(database.url().resolve("/metrics"))
          .orElseThrow()
          .sum("process_cpu_cores_available")
          .orElse(-1);
    }
  }

  private static double answersAway() throws Exception {
    var spec = new Parts.Database("postgresql", null, 0, null, 0, 0, 0, 0, 0, null, null);
    try (var wire = new Wire(new Parts.Wire(1, 0));
        var database =
            new PostgreSqlNode(spec, new Place(spec, Optional.of(wire), Optional.empty()));
        var connection = database.connect();
        var rows = connection.createStatement().executeQuery("SELECT 1")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static double queries() throws Exception {
    Parts.Database spec = database("current", 0);
    try (var database =
            new VictoriaMetricsNode(spec, new Place(spec, Optional.empty(), Optional.empty()));
        var readers = new Readers(new Parts.Readers(1, false), database.url(), 1_577_836_800)) {
      Poll.pause(BURNT);
      return readers.answered() / (double) BURNT.toSeconds();
    }
  }
}
