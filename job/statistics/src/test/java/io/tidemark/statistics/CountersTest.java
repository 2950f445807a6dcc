package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountersTest {
  private final Counters counters = new Counters();

  @Test
  void stillKnowsTheMomentFromWhichOnItKeeps() {
    for (int millis = 0; millis <= 1000; millis += 100) {
      counters.add(millis, 2 * millis);
    }

    counters.forgetBefore(450);

    assertThat(counters.firstMillis()).isEqualTo(400);
    assertThat(counters.at(450)).isEqualTo(900);
    assertThat(counters.at(399)).isNaN();
  }

  @Test
  void countsTheReadingsOfAWindow() {
    for (int millis = 0; millis <= 1000; millis += 100) {
      counters.add(millis, 1);
    }

    assertThat(counters.count(150, 400)).isEqualTo(3);
    assertThat(counters.count(410, 490)).isZero();
    assertThat(counters.count(2000, 3000)).isZero();
  }

  @Test
  void keepsEverythingThatIsLater() {
    counters.add(500, 1);

    counters.forgetBefore(100);

    assertThat(counters.at(500)).isEqualTo(1);
  }
}
