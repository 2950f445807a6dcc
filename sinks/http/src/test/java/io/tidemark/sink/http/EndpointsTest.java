package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndpointsTest {
  private final Endpoints endpoints =
      new Endpoints(
          IntStream.range(0, 3)
              .mapToObj(i -> Targets.address(URI.create("http://db" + i)))
              .toList());

  @Test
  void takesTurnsWhileAllAreEqual() {
    for (int expected : new int[] {0, 1, 2, 0, 1, 2, 0}) {
      assertThat(endpoints.take(0)).isEqualTo(expected);
    }
  }

  @Test
  void takesTurnsAlsoWhenEachCallIsDoneBeforeTheNext() {
    for (int expected : new int[] {0, 1, 2, 0}) {
      int endpoint = endpoints.take(0);
      assertThat(endpoint).isEqualTo(expected);
      endpoints.done(endpoint, false, 0);
    }
  }

  @Test
  void prefersTheOneWithTheFewestInFlight() {
    for (int i = 0; i < 6; i++) {
      endpoints.take(0);
    }
    endpoints.done(1, false, 0);
    endpoints.done(1, false, 0);
    endpoints.done(2, false, 0);

    // In flight: 2, 0, 1
    assertThat(endpoints.take(0)).isEqualTo(1);
    assertThat(endpoints.take(0)).isEqualTo(2);
    assertThat(endpoints.take(0)).isEqualTo(1);
  }

  @Test
  void passesOverOneThatHasJustFailedUntilItHasRested() {
    long second = 1_000_000_000L;
    endpoints.done(endpoints.take(0), true, 0);
    for (int i = 0; i < 8; i++) {
      assertThat(endpoints.take(second - 1)).isNotEqualTo(0);
    }
    assertThat(endpoints.take(second)).isEqualTo(0);
    // A second failure in a row doubles the rest.
    endpoints.done(0, true, second);
    assertThat(endpoints.take(3 * second - 1)).isNotEqualTo(0);
    assertThat(endpoints.take(3 * second)).isEqualTo(0);
  }

  @Test
  void takesTheOneThatWillBeRestedFirstWhenAllHaveFailed() {
    for (int i = 0; i < 3; i++) {
      endpoints.done(endpoints.take(i), true, i);
    }
    assertThat(endpoints.take(10)).isEqualTo(0);
  }
}
