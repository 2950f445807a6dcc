package io.tidemark.listen;

import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.series;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.sun.management.OperatingSystemMXBean;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.topic.Anonymizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies made here, sent to a receiver in this process; real agents are in AgentsIT. */
class ReceiverIT {
  private static final String VERSION_1 = "application/x-protobuf";
  private static final String VERSION_2 =
      "application/x-protobuf;proto=io.prometheus.write.v2.Request";
  private static final String WRITE = "/api/v1/write";
  private static final String OTLP = "/v1/metrics";
  private static final Bounds BOUNDS = bounds(1L << 30, 100_000);

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private Path file;
  private Receiver receiver;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("fleet.capture");
    receiver = start(BOUNDS, Optional.empty(), Optional.empty());
  }

  private static Bounds bounds(long fileBytes, int series) {
    return new Bounds(
        fileBytes, series, 1 << 20, 8 << 20, 256, Duration.ofSeconds(30), Duration.ofSeconds(5));
  }

  private Receiver start(Bounds bounds, Optional<String> token, Optional<Anonymizer> anonymizer)
      throws Exception {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return Receiver.start(address, file, bounds, token, Optional.empty(), anonymizer);
  }

  private void startAgain(Bounds bounds, Optional<String> token, Optional<Anonymizer> anonymizer)
      throws Exception {
    receiver.close();
    Files.delete(folder.resolve("fleet.capture.part"));
    receiver = start(bounds, token, anonymizer);
  }

  @AfterEach
  void close() throws Exception {
    receiver.close();
  }

  @Test
  void theFileHasEachSampleOfEachProtocolBitByBit() throws Exception {
    var requests = new Requests(7);
    var sent = new ArrayList<Sample>();
    for (int i = 0; i < 20; i++) {
      List<Sample> first = requests.samples(50);
      List<Sample> second = requests.samples(50);
      List<Sample> third = requests.samples(50);
      assertThat(send(WRITE, VERSION_1, "snappy", Requests.version1(first)).statusCode())
          .isEqualTo(204);
      var answer = send(WRITE, VERSION_2, "snappy", Requests.version2(second));
      assertThat(answer.statusCode()).isEqualTo(204);
      assertThat(written(answer)).isEqualTo(50);
      byte[] body = Requests.otlp(third);
      boolean packed = i % 2 == 0;
      var taken =
          packed
              ? send(OTLP, VERSION_1, "gzip", gzip(body))
              : send("/api/v1/otlp/v1/metrics", VERSION_1, "", body);
      assertThat(taken.statusCode()).isEqualTo(200);
      assertThat(taken.body()).isEmpty();
      sent.addAll(first);
      sent.addAll(second);
      sent.addAll(third);
    }

    ListenResult.Counts counts = receiver.finish();

    assertThat(Requests.texts(Requests.in(file))).isEqualTo(Requests.texts(sent));
    assertThat(counts.requests()).isEqualTo(60);
    assertThat(counts.samplesReceived()).isEqualTo(3000);
    assertThat(counts.samplesWritten()).isEqualTo(3000);
    assertThat(counts.refused()).isEmpty();
    assertThat(counts.refusedRequests()).isEmpty();
    assertThat(counts.series()).isEqualTo(sent.stream().map(Sample::labels).distinct().count());
    assertThat(counts.fileBytes()).isEqualTo(Files.size(file));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** What a sender was told is there is there, though the process should die this moment. */
  @Test
  void whatWasAcknowledgedCanBeReadBeforeTheCaptureEnds() throws Exception {
    List<Sample> samples = new Requests(1).samples(10);
    send(WRITE, VERSION_1, "snappy", Requests.version1(samples));
    Path copy = Files.copy(folder.resolve("fleet.capture.part"), folder.resolve("copy"));
    assertThat(Requests.texts(Requests.in(copy))).isEqualTo(Requests.texts(samples));
  }

  @Test
  void aVmagentMayPackWithZstd() throws Exception {
    List<Sample> samples = new Requests(2).samples(10);
    byte[] plain = org.xerial.snappy.Snappy.uncompress(Requests.version1(samples));
    assertThat(send(WRITE, VERSION_1, "zstd", Zstd.compress(plain)).statusCode()).isEqualTo(204);
    receiver.finish();
    assertThat(Requests.texts(Requests.in(file))).isEqualTo(Requests.texts(samples));
  }

  @Test
  void whatIsBadOfARequestIsRefusedAloneAndSaid() throws Exception {
    byte[] body =
        snappy(
            message(
                series(label("__name__", "up"), sample(1, 1000)),
                series(label("a", "1"), label("a", "2"), sample(1, 1000), sample(2, 2000)),
                series(label("__name__", "down"), sample(0, 1000))));
    var answer = send(WRITE, VERSION_1, "snappy", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).startsWith("refused 2 of it {invalid-labels=2}: ");
    assertThat(written(answer)).isEqualTo(2);
    ListenResult.Counts counts = receiver.finish();
    assertThat(counts.samplesReceived()).isEqualTo(4);
    assertThat(counts.samplesWritten()).isEqualTo(2);
    assertThat(counts.refused()).isEqualTo(Map.of("invalid-labels", 2L));
    assertThat(Requests.in(file)).hasSize(2);
  }

  @Test
  void ofOtlpABadPointIsAPartialSuccess() throws Exception {
    byte[] body =
        message(
            OtlpRequests.resourceMetrics(
                OtlpRequests.scopeMetrics(
                    OtlpRequests.metric(
                        "good",
                        OtlpRequests.gauge(
                            OtlpRequests.point(OtlpRequests.time(1_000_000), n -> {}))),
                    OtlpRequests.metric(
                        "",
                        OtlpRequests.gauge(
                            OtlpRequests.point(OtlpRequests.time(1_000_000)),
                            OtlpRequests.point(OtlpRequests.time(2_000_000)))))));
    var answer = send(OTLP, VERSION_1, "", body);
    assertThat(answer.statusCode()).isEqualTo(200);
    // partial_success (1) with rejected_data_points (1) of two
    assertThat(answer.body()).startsWith(0x0A).contains(0x08, 0x02);
    assertThat(receiver.finish().refused()).isEqualTo(Map.of("undecodable", 2L));
  }

  @Test
  void whatTheFileHasNoPlaceForIsCounted() throws Exception {
    byte[] version1 =
        snappy(
            message(
                series(
                    label("__name__", "up"),
                    sample(1, 1000),
                    OtlpRequests.nested(3, label("trace", "a"), sample(1, 1000))),
                OtlpRequests.nested(3, m -> m.writeString(2, "up"))));
    assertThat(send(WRITE, VERSION_1, "snappy", version1).statusCode()).isEqualTo(204);
    byte[] histograms = WriteRequests.nativeHistograms();
    assertThat(send(WRITE, VERSION_1, "snappy", histograms).statusCode()).isEqualTo(204);

    ListenResult.Counts counts = receiver.finish();

    assertThat(counts.exemplars()).isEqualTo(1);
    assertThat(counts.metadata()).isEqualTo(1);
    assertThat(counts.histograms()).isEqualTo(2);
    assertThat(counts.histogramSamples()).isEqualTo(Requests.in(file).size() - 1).isGreaterThan(4);
    var result =
        new ListenResult("127.0.0.1:1", file.toString(), "remote-write", false, 1, "time", counts);
    assertThat(result.table())
        .contains("histograms 2 native ones")
        .contains("not kept   1 exemplars, 1 descriptions");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          POST, /api/v1/write, application/json, snappy, 415, content-type
          POST, /api/v1/write, application/x-protobuf;proto=io.prometheus.write.v3.Request, snappy, 415, content-type
          POST, /api/v1/write, application/x-protobuf, gzip, 415, content-type
          POST, /api/v1/write, application/x-protobuf, -, 415, content-type
          POST, /v1/metrics, application/json, -, 415, content-type
          POST, /v1/metrics, application/x-protobuf, snappy, 415, content-type
          POST, /v1/metrics, application/json, gzip, 415, content-type
          POST, /v1/metrics, application/x-protobuf, zstd, 400, undecodable
          POST, /v1/metrics, application/x-protobuf, deflate, 400, undecodable
          POST, /v1/metrics, application/x-protobuf, -, 400, undecodable
          HEAD, /api/v1/write, application/x-protobuf, snappy, 405, method
          POST, /v1/metrics, application/x-protobuf, gzip, 400, undecodable
          POST, /api/v1/write, application/x-protobuf, snappy, 400, undecodable
          POST, /, application/x-protobuf, snappy, 404, path
          POST, /api/v1/writer, application/x-protobuf, snappy, 404, path
          GET, /api/v1/write, application/x-protobuf, snappy, 405, method
          PUT, /v1/metrics, application/x-protobuf, -, 405, method
          """)
  void whatIsNoneOfItIsRefusedAndCounted(
      String method, String path, String type, String encoding, int status, String reason)
      throws Exception {
    byte[] body = "not protobuf at all".getBytes(StandardCharsets.UTF_8);
    var answer = send(method, path, type, encoding == null ? "" : encoding, body);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body().length > 0).isEqualTo(!method.equals("HEAD"));
    ListenResult.Counts counts = receiver.finish();
    assertThat(counts.refusedRequests()).isEqualTo(Map.of(reason, 1L));
    assertThat(counts.requests()).isZero();
    assertThat(Requests.in(file)).isEmpty();
  }

  @Test
  void saysWhatItWantsInPlaceOfJson() throws Exception {
    var answer = send(OTLP, "application/json", "", "{}".getBytes(StandardCharsets.UTF_8));

    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(text(answer))
        .contains("expected Content-Type: application/x-protobuf", "encoding: proto");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/api/v1/write", "/api/v1/push", "/api/prom/push", "/api/v1/receive?tenant=a"})
  void takesRemoteWriteWhereOthersTakeIt(String path) throws Exception {
    byte[] body = Requests.version1(new Requests(12).samples(3));
    assertThat(send(path, VERSION_1, "snappy", body).statusCode()).isEqualTo(204);
    assertThat(receiver.finish().samplesWritten()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/metrics, identity",
    "/api/v1/otlp/v1/metrics, gzip",
    "/otlp/v1/metrics, zstd",
    "/opentelemetry/v1/metrics, deflate",
    "/v1/metrics, zlib"
  })
  void takesOtlpWhereOthersTakeItAndAsExportersPackIt(String path, String encoding)
      throws Exception {
    List<Sample> samples = new Requests(13).samples(30);
    byte[] body = Requests.otlp(samples);
    byte[] packed =
        switch (encoding) {
          case "gzip" -> gzip(body);
          case "zstd" -> Zstd.compress(body);
          case "deflate", "zlib" -> deflated(body);
          default -> body;
        };
    assertThat(send(path, VERSION_1, encoding, packed).statusCode()).isEqualTo(200);
    receiver.finish();
    assertThat(Requests.texts(Requests.in(file))).isEqualTo(Requests.texts(samples));
  }

  private static byte[] deflated(byte[] body) throws Exception {
    var packed = new ByteArrayOutputStream();
    try (var out = new java.util.zip.DeflaterOutputStream(packed)) {
      out.write(body);
    }
    return packed.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/-/healthy", "/-/ready", "/health"})
  void answersWhoAsksWhetherItIsThere(String path) throws Exception {
    var get = send("GET", path, "text/plain", "", new byte[0]);
    assertThat(get.statusCode()).isEqualTo(200);
    assertThat(text(get)).contains("listens", WRITE);
    var head = send("HEAD", path, "text/plain", "", new byte[0]);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();

    assertThat(receiver.finish().refusedRequests()).isEmpty();
    assertThat(send("GET", path, "text/plain", "", new byte[0]).statusCode()).isEqualTo(503);
  }

  /** Byte by byte, as agents that are not the JDK's client may do it. */
  @Test
  void keepsAConnectionAndTakesChunksAndGoesOnWhereOneAsksFirst() throws Exception {
    byte[] body = Requests.version1(new Requests(14).samples(20));
    String headers =
        "POST /api/v1/write HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Encoding: snappy\r\n"
            .formatted(VERSION_1);
    try (var socket = new Socket(receiver.address().getAddress(), receiver.address().getPort())) {
      socket.setSoTimeout((int) Patience.ofSeconds(10).toMillis());
      var out = socket.getOutputStream();
      var in = socket.getInputStream();

      out.write(ascii("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"));
      assertThat(head(in)).startsWith("HTTP/1.1 200 ");

      out.write(
          ascii(
              headers
                  + "Expect: 100-continue\r\nContent-Length: %d\r\n\r\n".formatted(body.length)));
      assertThat(head(in)).startsWith("HTTP/1.1 100 ");
      out.write(body);
      assertThat(head(in)).startsWith("HTTP/1.1 204 ");

      out.write(ascii(headers + "Transfer-Encoding: chunked\r\n\r\n"));
      for (int from = 0; from < body.length; from += 100) {
        int length = Math.min(100, body.length - from);
        out.write(ascii(Integer.toHexString(length) + "\r\n"));
        out.write(body, from, length);
        out.write(ascii("\r\n"));
      }
      out.write(ascii("0\r\n\r\n"));
      assertThat(head(in)).startsWith("HTTP/1.1 204 ");

      out.write(ascii(headers + "Content-Length: %d\r\n\r\n".formatted(body.length)));
      out.write(body);
      assertThat(head(in)).startsWith("HTTP/1.1 204 ");
    }
    assertThat(receiver.finish().samplesWritten()).isEqualTo(60);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Status line and headers of an answer without a body. */
  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertThat(next).as("after %s", head).isNotNegative();
      head.append((char) next);
    }
    return head.toString();
  }

  /** A sender that first writes all of it, more than the kernel takes, and only then reads. */
  @Test
  void whoIsRefusedBeforeAllIsReadHearsWhy() throws Exception {
    startAgain(Bounds.of(1L << 30, 1000), Optional.empty(), Optional.empty());
    byte[] body = new byte[15 << 20];
    for (int i = 0; i < 3; i++) {
      try (var socket = new Socket(receiver.address().getAddress(), receiver.address().getPort())) {
        socket.setSoTimeout((int) Patience.ofSeconds(10).toMillis());
        socket
            .getOutputStream()
            .write(
                ascii(
                    "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"
                        .formatted(body.length)));
        socket.getOutputStream().write(body);
        assertThat(head(socket.getInputStream())).startsWith("HTTP/1.1 404 ");
      }
    }
  }

  @Test
  void aHeaderThatSaysAnotherVersionThanTheBodyIsOfIsRefused() throws Exception {
    List<Sample> samples = new Requests(3).samples(2);
    assertThat(send(WRITE, VERSION_2, "snappy", Requests.version1(samples)).statusCode())
        .isEqualTo(400);
    assertThat(send(WRITE, VERSION_1, "snappy", Requests.version2(samples)).statusCode())
        .isEqualTo(400);
    receiver.finish();
    assertThat(Requests.in(file)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy that claims it", "zstd", "gzip", "as it is"})
  void whatIsOrUnpacksToTooMuchIsRefused(String how) throws Exception {
    byte[] zeros = new byte[40 << 20];
    var answer =
        switch (how) {
          // A length of 2^31 in front, and nothing behind it.
          case "snappy that claims it" ->
              send(WRITE, VERSION_1, "snappy", new byte[] {-128, -128, -128, -128, 8});
          case "zstd" -> send(WRITE, VERSION_1, "zstd", Zstd.compress(zeros));
          case "gzip" -> send(OTLP, VERSION_1, "gzip", gzip(zeros));
          default -> send(OTLP, VERSION_1, "", new byte[(1 << 20) + 1]);
        };
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(receiver.finish().refusedRequests()).isEqualTo(Map.of("too-large", 1L));
  }

  /** A few bytes of it refer to 60 KB of labels each. */
  @Test
  void aRequestWhoseLabelsAreAllTheSameTableTakesNoMoreThanItsBound() throws Exception {
    var parts = new ArrayList<WriteRequests.Fields>();
    parts.add(Requests.symbols(List.of("", "__name__", "x".repeat(60_000))));
    for (int i = 0; i < 10_000; i++) {
      int time = 1000 + i;
      parts.add(Requests.series2(new int[] {1, 2}, sample(1, time)));
    }
    byte[] body = snappy(message(parts.toArray(WriteRequests.Fields[]::new)));
    assertThat(body.length).isLessThan(1 << 20);

    var answer = send(WRITE, VERSION_2, "snappy", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    ListenResult.Counts counts = receiver.finish();
    assertThat(counts.samplesReceived()).isEqualTo(10_000);
    long most = Bounds.UNPACKED_BYTES / 60_000 + 1;
    assertThat(counts.samplesWritten()).isPositive().isLessThanOrEqualTo(most);
    assertThat(written(answer)).isEqualTo(counts.samplesWritten());
    assertThat(counts.refused()).isEqualTo(Map.of("too-large", 10_000 - counts.samplesWritten()));
    assertThat(Requests.in(file)).hasSize((int) counts.samplesWritten());
  }

  @Test
  void whoComesWhileTooMuchIsReceivedComesAgainLater() throws Exception {
    var small =
        new Bounds(
            1L << 30,
            1000,
            1 << 20,
            128 << 10,
            256,
            Duration.ofSeconds(30),
            Duration.ofMillis(200));
    startAgain(small, Optional.empty(), Optional.empty());
    byte[] body = Requests.version1(new Requests(3).samples(10));
    try (var slow = new Socket(receiver.address().getAddress(), receiver.address().getPort())) {
      String head =
          "POST %s HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-protobuf\r\n".formatted(WRITE)
              + "Content-Encoding: snappy\r\nContent-Length: 1000000\r\n\r\n";
      slow.getOutputStream().write(ascii(head));
      slow.getOutputStream().write(new byte[100_000]);
      slow.getOutputStream().flush();
      Patience.await(
          "all room to be taken",
          Duration.ofSeconds(10),
          () -> sent(body).statusCode() == Answer.TOO_MANY);
      var answer = sent(body);
      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(answer.headers().firstValueAsLong("Retry-After")).hasValue(5);
      assertThat(text(answer)).contains("come again");
    }
    Patience.await("room again", Duration.ofSeconds(10), () -> sent(body).statusCode() == 204);
    ListenResult.Counts counts = receiver.finish();
    assertThat(counts.refusedRequests().get("busy")).isGreaterThanOrEqualTo(2);
    assertThat(Requests.in(file)).hasSize((int) counts.samplesWritten());
  }

  private HttpResponse<byte[]> sent(byte[] body) {
    try {
      return send(WRITE, VERSION_1, "snappy", body);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ofASeriesLabelsThereAreNoMoreThanMayBe() throws Exception {
    var many = new ArrayList<WriteRequests.Fields>();
    for (int i = 0; i <= 256; i++) {
      many.add(label("l%03d".formatted(i), "x"));
    }
    many.add(sample(1, 1000));
    byte[] body =
        snappy(
            message(
                series(many.toArray(WriteRequests.Fields[]::new)),
                series(label("__name__", "x".repeat(64 << 10)), sample(2, 1000)),
                series(many.subList(1, 258).toArray(WriteRequests.Fields[]::new))));
    var answer = send(WRITE, VERSION_1, "snappy", body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).startsWith("refused 2 of it {invalid-labels=2}: ");
    receiver.finish();
    assertThat(Requests.in(file)).hasSize(1);
  }

  @Test
  void ofSeriesThereAreNoMoreThanMayBe() throws Exception {
    startAgain(bounds(1L << 30, 1000), Optional.empty(), Optional.empty());
    List<Sample> samples =
        IntStream.range(0, 1500)
            .mapToObj(
                i -> new Sample(Labels.of(Map.of("__name__", "up", "instance", "" + i)), 1000, i))
            .toList();
    var answer = send(WRITE, VERSION_1, "snappy", Requests.version1(samples));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).contains("too-many-series=500", "max=1000");
    // Those that it knows go on.
    assertThat(
            send(WRITE, VERSION_1, "snappy", Requests.version1(samples.subList(0, 900)))
                .statusCode())
        .isEqualTo(204);
    ListenResult.Counts counts = receiver.finish();
    assertThat(counts.series()).isEqualTo(1000);
    assertThat(counts.samplesWritten()).isEqualTo(1900);
  }

  @Test
  void endsOnceTheFileHasSoMuch() throws Exception {
    startAgain(bounds(1000, 100_000), Optional.empty(), Optional.empty());
    byte[] body = Requests.version1(new Requests(4).samples(500));
    assertThat(send(WRITE, VERSION_1, "snappy", body).statusCode()).isEqualTo(204);
    assertThat(receiver.ended()).contains(Receiver.End.SIZE);
    var late = send(WRITE, VERSION_1, "snappy", body);
    assertThat(late.statusCode()).isEqualTo(503);
    assertThat(late.headers().firstValue("Retry-After")).contains("5");
    receiver.finish();
    assertThat(Requests.in(file)).hasSize(500);
  }

  @Test
  void withoutItsTokenNobodyIsReadAtAll() throws Exception {
    startAgain(BOUNDS, Optional.of("a-token-of-sixteen"), Optional.empty());
    byte[] body = Requests.version1(new Requests(5).samples(5));
    assertThat(send(WRITE, VERSION_1, "snappy", body).statusCode()).isEqualTo(401);
    var wrong = request("POST", WRITE, VERSION_1, "snappy", body);
    wrong.header("Authorization", "Bearer a-token-of-sixteeN");
    assertThat(client.send(wrong.build(), BodyHandlers.ofByteArray()).statusCode()).isEqualTo(401);
    var right = request("POST", WRITE, VERSION_1, "snappy", body);
    right.header("Authorization", "Bearer a-token-of-sixteen");
    assertThat(client.send(right.build(), BodyHandlers.ofByteArray()).statusCode()).isEqualTo(204);
    ListenResult.Counts counts = receiver.finish();
    assertThat(counts.refusedRequests()).isEqualTo(Map.of("unauthorized", 2L));
    assertThat(Requests.in(file)).hasSize(5);
  }

  @Test
  void labelsHavePseudonymsAndSeriesStayApart() throws Exception {
    byte[] key = "not for your eyes".getBytes(StandardCharsets.UTF_8);
    startAgain(BOUNDS, Optional.empty(), Optional.of(new Anonymizer(key, Set.of("label_1"))));
    List<Sample> samples = new Requests(6).samples(200);
    send(WRITE, VERSION_2, "snappy", Requests.version2(samples));
    send(WRITE, VERSION_1, "snappy", Requests.version1(samples));
    receiver.finish();
    var again = new Anonymizer(key, Set.of("label_1"));
    var expected =
        samples.stream()
            .map(each -> new Sample(again.of(each.labels()), each.timestampMillis(), each.value()))
            .toList();
    List<Sample> read = Requests.in(file);
    assertThat(Requests.texts(read.subList(0, 200))).isEqualTo(Requests.texts(expected));
    assertThat(Requests.texts(read.subList(200, 400))).isEqualTo(Requests.texts(expected));
    assertThat(read.stream().map(Sample::labels).distinct().count())
        .isEqualTo(samples.stream().map(Sample::labels).distinct().count());
    assertThat(read)
        .allSatisfy(
            each ->
                each.labels()
                    .toMap()
                    .forEach(
                        (name, value) -> {
                          if (!name.equals("__name__") && !name.equals("label_1")) {
                            assertThat(value).matches("[0-9a-f]{16}");
                          }
                        }));
  }

  @Test
  void manySendersAtATimeLoseNothing() throws Exception {
    int senders = 100;
    var pool = Executors.newFixedThreadPool(senders);
    var requests = new Requests(8);
    var all = new ArrayList<Sample>();
    var calls = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < senders * 5; i++) {
      List<Sample> samples = requests.samples(20);
      all.addAll(samples);
      byte[] body = Requests.version1(samples);
      calls.add(() -> send(WRITE, VERSION_1, "snappy", body).statusCode());
    }
    for (var answer : pool.invokeAll(calls)) {
      assertThat(answer.get()).isEqualTo(204);
    }
    pool.shutdown();
    receiver.finish();
    assertThat(Requests.texts(Requests.in(file)))
        .containsExactlyInAnyOrderElementsOf(Requests.texts(all));
  }

  /** With the sender's part of it, which is in this process. */
  @Test
  void a100kSamplesASecondTakeLessThanACore() throws Exception {
    startAgain(Bounds.of(1L << 30, 100_000), Optional.empty(), Optional.empty());
    var requests = new Requests(9);
    List<byte[]> bodies =
        IntStream.range(0, 20).mapToObj(i -> Requests.version1(requests.samples(2_000))).toList();
    int posts = 250;
    double before = cpuSeconds();
    for (int i = 0; i < posts; i++) {
      byte[] body = bodies.get(i % bodies.size());
      assertThat(send(WRITE, VERSION_1, "snappy", body).statusCode()).isEqualTo(204);
    }
    double seconds = cpuSeconds() - before;
    assertThat(receiver.finish().samplesWritten()).isEqualTo(posts * 2_000L);
    MeasuredBound.check(() -> assertThat(posts * 2_000 / seconds).isGreaterThan(100_000));
  }

  private static double cpuSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  @Test
  void noFileIsWrittenOver() throws Exception {
    assertThatThrownBy(() -> start(BOUNDS, Optional.empty(), Optional.empty()))
        .isInstanceOf(FileAlreadyExistsException.class);
    Files.writeString(file, "someone else's");
    assertThatThrownBy(receiver::finish).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("someone else's");
    assertThat(folder.resolve("fleet.capture.part")).exists();
  }

  private HttpResponse<byte[]> send(String path, String type, String encoding, byte[] body)
      throws Exception {
    return send("POST", path, type, encoding, body);
  }

  private HttpResponse<byte[]> send(
      String method, String path, String type, String encoding, byte[] body) throws Exception {
    return client.send(
        request(method, path, type, encoding, body).build(), BodyHandlers.ofByteArray());
  }

  private HttpRequest.Builder request(
      String method, String path, String type, String encoding, byte[] body) {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(receiver.address().getPort(), path));
    var request = HttpRequest.newBuilder(uri).header("Content-Type", type);
    if (!encoding.isEmpty()) {
      request.header("Content-Encoding", encoding);
    }
    return request.method(method, BodyPublishers.ofByteArray(body));
  }

  private static long written(HttpResponse<byte[]> answer) {
    return answer
        .headers()
        .firstValueAsLong("X-Prometheus-Remote-Write-Samples-Written")
        .getAsLong();
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] plain) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }
}
