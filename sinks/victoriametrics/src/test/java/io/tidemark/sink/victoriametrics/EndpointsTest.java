package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndpointsTest {
  private final Endpoints endpoints =
      new Endpoints(
          IntStream.range(0, 3)
              .mapToObj(i -> Address.ofWrite(URI.create("http://db" + i), ""))
              .toList());

  @Test
  void takesTurnsWhileAllAreEqual() {
    for (int expected : new int[] {0, 1, 2, 0, 1, 2, 0}) {
      assertThat(endpoints.take()).isEqualTo(expected);
    }
  }

  @Test
  void takesTurnsAlsoWhenEachCallIsDoneBeforeTheNext() {
    for (int expected : new int[] {0, 1, 2, 0}) {
      int endpoint = endpoints.take();
      assertThat(endpoint).isEqualTo(expected);
      endpoints.done(endpoint);
    }
  }

  @Test
  void prefersTheOneWithTheFewestInFlight() {
    for (int i = 0; i < 6; i++) {
      endpoints.take();
    }
    endpoints.done(1);
    endpoints.done(1);
    endpoints.done(2);

    // In flight: 2, 0, 1
    assertThat(endpoints.take()).isEqualTo(1);
    assertThat(endpoints.take()).isEqualTo(2);
    assertThat(endpoints.take()).isEqualTo(1);
  }
}
