package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchedProbabilitiesTest {
  private final WatchedWindow scene = new WatchedWindow();
  private final List<Runnable> later = new ArrayList<>();
  private boolean busy;
  private long nanos = 1;
  private final WatchedProbabilities probabilities =
      new WatchedProbabilities(new At(), Duration.ofSeconds(10), this::run);

  private final class At implements Time {
    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public long millisAt(long at) {
      return at / 1_000_000;
    }

    @Override
    public void pause(Duration length) {
      nanos += length.toNanos();
    }
  }

  private void run(Runnable task) {
    if (busy) {
      later.add(task);
    } else {
      task.run();
    }
  }

  private Probabilities now() {
    return probabilities.of(scene.window()).probabilities();
  }

  @Test
  void aBoundOfOneRequestIsTheMostProbable() {
    assertThat(now().causes().keySet().iterator().next()).isEqualTo(Cause.JOB_IN_FLIGHT);
    assertThat(now().causes().get(Cause.JOB_IN_FLIGHT)).isBetween(0.4, 0.8);
  }

  @Test
  void areMadeAnewWhenAWholeWindowHasPassed() {
    Probabilities first = now();
    nanos += Duration.ofSeconds(9).toNanos();
    assertThat(now()).isSameAs(first);
    nanos += Duration.ofSeconds(1).toNanos();
    now();
    assertThat(now()).isNotSameAs(first).isEqualTo(first);
  }

  /** A watch reads on: what the job reports meanwhile would be lost. */
  @Test
  void theLastOnesAreShownUntilTheNextAreMade() {
    Probabilities first = now();
    busy = true;
    nanos += Duration.ofSeconds(10).toNanos();
    assertThat(now()).isSameAs(first);
    nanos += Duration.ofSeconds(10).toNanos();
    assertThat(now()).isSameAs(first);
    assertThat(later).hasSize(1);

    later.get(0).run();

    assertThat(now()).isNotSameAs(first);
  }

  /**
   * Requests that are cut at its ends weigh too much: of a disk that hung it said the job's CPU.
   */
  @Test
  void aWindowThatIsTooShortForItsAnswersHasNone() {
    scene.meanMillis = 13_450;
    scene.littleError = -0.75;
    assertThat(now().untold()).contains("do not agree yet");

    scene.littleError = -0.04;
    assertThat(now().told()).isTrue();
  }

  @Test
  void anInvalidWindowHasNone() {
    assertThat(now().told()).isTrue();
    scene.invalid = List.of("the job was restarted");
    assertThat(now().told()).isFalse();
    scene.invalid = List.of();
    assertThat(now().told()).isTrue();
  }
}
