package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.process.HostCores.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two cores; the loop made 500 million steps a second at best. */
class HostCoresTest {
  private static Reading at(double seconds, double stepsPerSecond, double stolen) {
    var host = new HostCpu(2, 2 * seconds, stolen);
    return new Reading(seconds, new CoreSpeed(stepsPerSecond, 500, host));
  }

  @Test
  void whatSlowCoresCostIsGivenBack() {
    HostCores cores = HostCores.of(List.of(at(0, 400, 7), at(20, 400, 8), at(100, 475, 11)), 1.7e6);

    assertThat(cores.speed()).isCloseTo(0.85, within(1e-9));
    assertThat(cores.slowest()).isCloseTo(0.8, within(1e-9));
    assertThat(cores.fastest()).isCloseTo(0.95, within(1e-9));
    // 4 of 200 core-seconds.
    assertThat(cores.stolenShare()).isCloseTo(0.02, within(1e-9));
    assertThat(cores.ceilingSamplesPerSecond()).isCloseTo(2e6, within(1.0));
    assertThat(cores.wereSlower()).isTrue();
  }

  @Test
  void atFullSpeedThereIsNothingToSay() {
    assertThat(HostCores.of(List.of(at(0, 495, 0), at(100, 500, 1)), 1e6).wereSlower()).isFalse();
  }

  @Test
  void timeThatAnotherMachineTookIsSaid() {
    assertThat(HostCores.of(List.of(at(0, 500, 0), at(100, 500, 10)), 1e6).wereSlower()).isTrue();
  }

  @Test
  void oneReadingSaysNothingOfASearch() {
    assertThat(HostCores.of(List.of(at(0, 495, 0)), 1e6)).isNull();
  }

  @Test
  void withoutACeilingThereIsNoneToCorrect() {
    HostCores cores = HostCores.of(List.of(at(0, 495, 0), at(1, 495, 0)), null);
    assertThat(cores.ceilingSamplesPerSecond()).isNull();
  }
}
