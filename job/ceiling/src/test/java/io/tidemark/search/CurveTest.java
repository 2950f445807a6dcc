package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CurveTest {
  private final Curve curve = new Curve();

  private void raise(int inFlight, double rate, String... invalid) {
    curve.raised(CeilingIntervalTest.measured(inFlight, new double[] {rate}, invalid));
  }

  @Test
  void endsAfterTwoDoublingsThatGainLittleAndOneMore() {
    raise(1, 100);
    raise(2, 200);
    raise(4, 205);
    raise(8, 204);
    assertThat(curve.gainsNothingAnyMore()).isFalse();
    raise(16, 190);
    assertThat(curve.gainsNothingAnyMore()).isTrue();
  }

  @Test
  void aDoublingThatGainsAgainGoesOn() {
    raise(1, 100);
    raise(2, 101);
    raise(4, 102);
    raise(8, 150);
    raise(16, 151);
    assertThat(curve.gainsNothingAnyMore()).isFalse();
  }

  /** What a backlog pushes through in a window that is too short is no gain. */
  @Test
  void stepsThatAreNotValidGainNothingWhateverTheirRateSays() {
    raise(1, 100);
    raise(2, 200);
    raise(4, 300, "it is shorter than 20 latencies");
    raise(8, 400, "it is shorter than 20 latencies");
    raise(16, 500, "it is shorter than 20 latencies");

    assertThat(curve.gainsNothingAnyMore()).isTrue();
    assertThat(curve.best()).isEqualTo(200);
    assertThat(Curve.inFlight(curve.plateau())).isEqualTo(2);
  }

  /** What was refused at a higher bound is still tried again. */
  @Test
  void aStepWithMoreInFlightThanItsBoundIsNoneOfThatLoad() {
    raise(1, 100);
    raise(2, 200);
    raise(4, 200);
    double[] rate = {150};
    curve.add(CeilingIntervalTest.measured(1, 90, rate));

    assertThat(curve.steps().get(0).samplesPerSecond()).isEqualTo(100);
  }

  @Test
  void beforeThereIsAnyValidStepItGoesOn() {
    for (int inFlight = 1; inFlight < 100; inFlight *= 2) {
      raise(inFlight, 100, "the job was restarted");
    }
    assertThat(curve.gainsNothingAnyMore()).isFalse();
    assertThat(curve.isEmpty()).isTrue();
    assertThat(curve.plateau()).isNull();
  }

  /** Answers of 0.5 s and more, in steps of three seconds: a search of 90 s has no longer ones. */
  @Test
  void whereNoStepIsLongEnoughThoseOfAFewAnswersCount() {
    raiseBrief(1, 100, 700);
    raiseBrief(2, 200, 500);
    raiseBrief(4, 300, 650);
    raiseBrief(8, 290, 1_400);
    raiseBrief(16, 310, 2_300);
    assertThat(curve.gainsNothingAnyMore()).isFalse();
    raiseBrief(32, 90, 5_700);

    assertThat(curve.gainsNothingAnyMore()).isTrue();
    assertThat(Curve.inFlight(curve.plateau())).isEqualTo(4);
  }

  @Test
  void oneStepThatIsLongEnoughIsWorthMoreThanAllThatAreNot() {
    raiseBrief(1, 500, 700);
    raiseBrief(2, 600, 700);
    raise(4, 300);

    assertThat(curve.gainsNothingAnyMore()).isFalse();
    assertThat(Curve.inFlight(curve.plateau())).isEqualTo(4);
  }

  /** Its answers would be more, if anything: what waits for one is pushed through as well. */
  @Test
  void aBriefStepBeyondThatWritesNoMoreShowsThatMoreGainsNothing() {
    raise(1, 100);
    raise(2, 200);
    assertThat(curve.otherLoads().moreMayGain()).isTrue();
    raiseBrief(4, 205, 500);
    raiseBrief(8, 900, 700);

    assertThat(curve.otherLoads().moreMayGain()).isFalse();
    assertThat(Curve.inFlight(curve.plateau())).isEqualTo(2);
  }

  @Test
  void aBriefStepThatWritesMoreShowsNothing() {
    raise(1, 100);
    raise(2, 101);
    raiseBrief(4, 205, 500);

    assertThat(curve.otherLoads().moreMayGain()).isFalse();
  }

  /** For three seconds, with answers that take so long. */
  private void raiseBrief(int inFlight, double rate, double latencyMillis) {
    curve.raised(CeilingIntervalTest.measured(inFlight, rate, 3, latencyMillis));
  }
}
