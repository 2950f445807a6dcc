package io.tidemark.benchmarks.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gateway before a real database. */
@Tag("quiet-host")
class GatewayIT {
  private static final Duration ROUND_TRIP = Duration.ofMillis(400);
  private static final String WRITE = "/api/v1/write";

  /** Snappy's block of no bytes: a request of no samples. */
  private static final byte[] NOTHING = {0};

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** While a body is on its way, the one slot is taken: the second request waits for the first. */
  @Test
  void aBodyOnItsWayHoldsTheSlot() {
    try (var database =
            Patience.started(
                "VictoriaMetrics",
                () -> OwnedVictoriaMetrics.start(Settings.DEFAULT.withInsertSlots(1)));
        var gateway = Gateway.to(database.url(), ROUND_TRIP)) {
      long start = System.nanoTime();
      List<CompletableFuture<HttpResponse<String>>> both =
          Stream.of(1, 2).map(i -> post(gateway.url())).toList();
      assertThat(both).allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(204));
      // Two round trips each, of which the one within the slot is not shared.
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(ROUND_TRIP.multipliedBy(3));
    }
  }

  @Test
  void twoSlotsTakeTwoBodiesAtOnce() {
    try (var database =
            Patience.started(
                "VictoriaMetrics",
                () -> OwnedVictoriaMetrics.start(Settings.DEFAULT.withInsertSlots(2)));
        var gateway = Gateway.to(database.url(), ROUND_TRIP)) {
      post(gateway.url()).join();
      long start = System.nanoTime();
      Stream.of(1, 2).map(i -> post(gateway.url())).toList().forEach(CompletableFuture::join);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(took).isGreaterThanOrEqualTo(ROUND_TRIP.multipliedBy(2));
      MeasuredBound.check(() -> assertThat(took).isLessThan(ROUND_TRIP.multipliedBy(3)));
    }
  }

  @Test
  void aDatabaseThatIsGoneEndsTheConnection() {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var gateway = Gateway.to(database.url(), ROUND_TRIP)) {
      database.stop();
      assertThat(post(gateway.url())).failsWithin(Patience.ofSeconds(10));
    }
  }

  private CompletableFuture<HttpResponse<String>> post(URI gateway) {
    var request =
        HttpRequest.newBuilder(gateway.resolve(WRITE))
            .header("Content-Encoding", "snappy")
            .header("Content-Type", "application/x-protobuf")
            .timeout(Patience.ofSeconds(30))
            .POST(BodyPublishers.ofByteArray(NOTHING))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString());
  }
}
