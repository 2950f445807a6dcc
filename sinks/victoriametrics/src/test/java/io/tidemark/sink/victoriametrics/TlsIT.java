package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real server that speaks TLS. */
class TlsIT {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);

  @TempDir static Path folder;
  private static TestCertificates certificates;
  private static Path authority;
  private static Path stranger;

  @BeforeAll
  static void make() throws Exception {
    certificates = new TestCertificates(folder);
    authority = certificates.authority("authority");
    stranger = certificates.authority("stranger");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "good, ip:127.0.0.1, -1d, true, OK, ''",
    "expired, ip:127.0.0.1, -30d, true, FATAL, NotAfter",
    "other-host, dns:db.example, -1d, true, FATAL, 127.0.0.1",
    "unknown-authority, ip:127.0.0.1, -1d, false, FATAL, target.tls.ca-file"
  })
  void writesOnlyToAServerWhoseCertificateHolds(
      String name, String san, String from, boolean known, ResponseClass expected, String reason)
      throws Exception {
    TestCertificates.Pem pem = certificates.serverPem(name, "authority", san, from, 10);
    int port = Loopback.freePort();
    Path data = OwnedProcess.newFolder("tls");
    try (var server = OwnedProcess.start(data, command(pem, port, data))) {
      Patience.startedAgain(
          "VictoriaMetrics",
          () ->
              server.awaitReady(
                  "VictoriaMetrics", Patience.of(STARTS_WITHIN), () -> listens(port)));
      WriteResult result = write(port, known ? authority : stranger);

      assertThat(result.outcome()).as(result.error()).isEqualTo(expected);
      assertThat(result.error()).contains(reason);
    }
  }

  private static List<String> command(TestCertificates.Pem pem, int port, Path data) {
    return List.of(
        System.getenv().getOrDefault("TIDEMARK_VICTORIA_METRICS", "victoria-metrics"),
        "-httpListenAddr=127.0.0.1:" + port,
        "-storageDataPath=" + data.resolve("data"),
        "-tls",
        "-tlsCertFile=" + pem.certificate(),
        "-tlsKeyFile=" + pem.key());
  }

  private static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static WriteResult write(int port, Path trusted) throws Exception {
    TargetConfig target =
        TargetConfig.of("victoriametrics", URI.create("https://127.0.0.1:" + port))
            .withTls(TargetConfig.Tls.of(trusted.toString()));
    var sample = new Sample(Labels.of(Map.of("__name__", "up")), System.currentTimeMillis(), 1);
    return new PlainWrites(new VictoriaMetrics()).write(target, List.of(sample));
  }
}
