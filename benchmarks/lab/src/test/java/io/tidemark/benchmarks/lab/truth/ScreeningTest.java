package io.tidemark.benchmarks.lab.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Knob;
import io.tidemark.benchmarks.lab.setup.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScreeningTest {
  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** Gives what each knob gains, and remembers the order in which it was asked. */
  private static final class Scripted implements Stand {
    private final Map<String, Double> gains = new LinkedHashMap<>();
    private final List<String> asked = new ArrayList<>();
    private double drift = 1;
    private double driftEach = 1;

    Scripted with(String knob, double gain) {
      gains.put(knob, gain);
      return this;
    }

    List<Knob> knobs() {
      return gains.keySet().stream()
          .map(name -> new Knob(name, Map.of(), List.of("CAUSE_OF_" + name)))
          .toList();
    }

    @Override
    public Measured measure(Optional<Knob> doubled) {
      asked.add(doubled.map(Knob::name).orElse("base"));
      drift *= driftEach;
      double gain = doubled.map(knob -> gains.get(knob.name())).orElse(1.0);
      return new Measured(
          doubled.map(Knob::name).orElse(""),
          1_000 * gain * drift,
          doubled.isPresent() ? 0.3 : 0.6,
          0.2,
          0.4);
    }
  }

  @Test
  void screensEachKnobBetweenTwoWindowsOfTheBase() {
    var stand = new Scripted().with("a", 2).with("b", 1);

    Screening.of(stand, stand.knobs());

    assertThat(stand.asked.subList(0, 5)).containsExactly("base", "a", "base", "b", "base");
  }

  @Test
  void takesThreeMorePairsOfTheTwoBestAndOfWhatIsUnsure() {
    var stand =
        new Scripted()
            .with("none", 1.0)
            .with("unsure", 1.15)
            .with("best", 2.0)
            .with("good", 1.9)
            .with("edge", 1.4)
            .with("over", 1.6);

    Screening.of(stand, stand.knobs());

    assertThat(times(stand, "best")).isEqualTo(4);
    assertThat(times(stand, "good")).isEqualTo(4);
    assertThat(times(stand, "unsure")).isEqualTo(4);
    assertThat(times(stand, "edge")).isEqualTo(4);
    assertThat(times(stand, "over")).isEqualTo(1);
    assertThat(times(stand, "none")).isEqualTo(1);
  }

  @Test
  void takesAsManyWindowsAsItSays() {
    var stand = new Scripted().with("a", 2).with("b", 1).with("c", 1.8);

    Screening.Result result = Screening.of(stand, stand.knobs());

    assertThat(stand.asked).hasSize(Screening.windows(3));
    assertThat(result.base()).hasSize((int) stand.asked.stream().filter("base"::equals).count());
  }

  @Test
  void isNotMisledByAHostThatBecomesSlower() {
    var stand = new Scripted().with("a", 1.5).with("b", 1.0);
    stand.driftEach = 0.98;

    List<Gain> gains = Screening.of(stand, stand.knobs()).gains();

    assertThat(gains.get(0).times()).isCloseTo(1.5, within(0.01));
    assertThat(gains.get(1).times()).isCloseTo(1.0, within(0.01));
  }

  @Test
  void keepsTheCausesAndTheLeastIdleWindow() {
    var stand = new Scripted().with("a", 2);

    Gain gain = Screening.of(stand, stand.knobs()).gains().get(0);

    assertThat(gain.causes()).containsExactly("CAUSE_OF_a");
    assertThat(gain.idleAfter()).isEqualTo(0.3);
    assertThat(gain.lowerBound()).isFalse();
    assertThat(gain.pairs()).hasSize(4);
  }

  @Test
  void doesNotTakeASetUpForFreeOfLimitsInWhichNothingIsEverStored() {
    Setup setup = Catalogue.load().inTurn().get(0);
    Truth begun = TestTruths.gaining(setup, new Host(2, 24, "6", "v1"), Map.of());
    Screening.Result nothing =
        Screening.of(doubled -> new Stand.Measured("", 0, 0.6, 0, 0), setup.knobs());

    assertThat(TruthRun.of(begun, setup, WINDOW, nothing).status()).isEqualTo(Truth.Status.FAILED);
  }

  /** A database that was killed on the way is not one that nothing limits. */
  @Test
  void knowsNothingOfASetUpThatStopsOnTheWay() {
    Setup setup = Catalogue.load().inTurn().get(0);
    Truth begun = TestTruths.gaining(setup, new Host(2, 24, "6", "v1"), Map.of());
    var windows = new AtomicInteger();
    Screening.Result died =
        Screening.of(
            doubled ->
                new Stand.Measured(
                    doubled.map(Knob::name).orElse(""),
                    windows.incrementAndGet() < 4 ? 50_000 : 0,
                    0.6,
                    0,
                    0),
            setup.knobs());

    Truth truth = TruthRun.of(begun, setup, WINDOW, died);
    Truth triedOut = TruthRun.of(begun, setup, Duration.ofMillis(1500), died);

    assertThat(truth.status()).isEqualTo(Truth.Status.FAILED);
    assertThat(truth.reason()).startsWith("as it is, nothing is stored in ");
    assertThat(triedOut.status()).isEqualTo(Truth.Status.MEASURED);
  }

  @Test
  void comparesWithNothing() {
    assertThat(Gain.ratio(100, 0)).isEqualTo(100);
    assertThat(Gain.ratio(0, 0)).isEqualTo(1);
    assertThat(Gain.ratio(0, 100)).isEqualTo(0.01);
  }

  /**
   * ln 1.2, 1.2, 1.3, 1.1: mean 0.18066, standard error 0.03410; t of three degrees 3.1824
   * (tables).
   */
  @Test
  void hasTheIntervalOfItsPairs() {
    Gain gain = Gain.of("a", List.of(), List.of(1.2, 1.2, 1.3, 1.1), 0.5);

    assertThat(gain.times()).isCloseTo(1.1980, within(0.0005));
    assertThat(gain.low()).isCloseTo(1.0747, within(0.001));
    assertThat(gain.high()).isCloseTo(1.3354, within(0.001));
  }

  private static long times(Scripted stand, String knob) {
    return stand.asked.stream().filter(knob::equals).count();
  }
}
