package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ceiling.result.Step;
import io.tidemark.process.RunException;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final Behaviour FOUR_SLOTS = Behaviour.ofSlots(4, Duration.ofMillis(50));
  private static final Behaviour SLOW = Behaviour.ofSlots(4, Duration.ofMillis(75));

  private final SimulatedSearch search =
      new SimulatedSearch(SimulatedSetup.of(FOUR_SLOTS), By.IN_FLIGHT, Duration.ofMinutes(3), 1e7);
  private final Verification verification = new Verification(search.context);

  private List<String> verified() {
    return search.context.journal().steps().stream()
        .filter(step -> step.phase().equals("verify"))
        .map(Step::note)
        .toList();
  }

  @Test
  void onePlateauThatIsFoundAgainIsEnough() {
    try (var sweep = new Sweep(search.context)) {
      sweep.run(16);
      verification.run(sweep);

      assertThat(verified()).containsExactly("in flight 1", "in flight 8");
      assertThat(verification.unsteady()).isFalse();
      assertThat(verification.last()).isPresent();
    }
  }

  /** The sweep was of another time: two windows since then agree. */
  @Test
  void aPlateauThatWasNotThereAgainIsMeasuredUntilItIs() {
    try (var sweep = new Sweep(search.context)) {
      sweep.run(16);
      search.system.become(SLOW);
      verification.run(sweep);

      assertThat(verified()).containsExactly("in flight 1", "in flight 8", "in flight 8");
      assertThat(verification.unsteady()).isFalse();
      assertThat(verification.last().orElseThrow().samplesPerSecond()).isBetween(0.52e6, 0.54e6);
    }
  }

  @Test
  void aPlateauThatIsNeverTheSameIsSaid() {
    var sweep = new Sweep(search.context);
    sweep.run(16);
    for (int i = 1; i < 30; i++) {
      var next = Behaviour.ofSlots(4, Duration.ofMillis(50 + 25 * i));
      search.system.time().in(Duration.ofSeconds(5L * i), () -> search.system.become(next));
    }
    verification.run(sweep);
    sweep.close();

    assertThat(verified()).hasSize(4);
    assertThat(verification.unsteady()).isTrue();
    assertThat(search.said).anyMatch(line -> line.startsWith("the plateau did not stay"));
  }

  @Test
  void withoutTimeOneWindowIsAllThereIs() {
    var brief =
        new SimulatedSearch(
            SimulatedSetup.of(FOUR_SLOTS), By.IN_FLIGHT, Duration.ofSeconds(6), 1e7);
    var hasty = new Verification(brief.context);
    try (var sweep = new Sweep(brief.context)) {
      sweep.run(16);
      brief.system.become(SLOW);
      hasty.run(sweep);

      assertThat(hasty.last()).isPresent();
      assertThat(
              brief.context.journal().steps().stream()
                  .filter(step -> step.phase().equals("verify")))
          .hasSize(1);
    }
  }

  @Test
  void whereNothingIsWrittenThereIsNothingToVerify() {
    search.system.become(FOUR_SLOTS.withReadOnly(true));
    try (var sweep = new Sweep(search.context)) {
      assertThatThrownBy(() -> sweep.run(16))
          .isInstanceOf(RunException.class)
          .hasMessageStartingWith("every request fails: database-0: HTTP 503");
      verification.run(sweep);

      assertThat(verification.last()).isEmpty();
      assertThat(verification.unsteady()).isFalse();
    }
  }
}
