package io.tidemark.benchmarks.lab.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabelTest {
  private static final double ROOM = 0.5;

  @Test
  void takesWhatGainsWithinATenthOfTheBest() {
    Label label =
        Label.of(
            List.of(
                gain("cpu", 2.0, 0.3),
                gain("slots", 1.85, 0.3),
                gain("delay", 1.7, 0.3),
                gain("disk", 1.0, 0.3)),
            ROOM,
            false);

    assertThat(label.right()).containsExactly("cpu", "slots");
    assertThat(label.causes()).containsExactly("CAUSE_OF_cpu", "CAUSE_OF_slots");
    assertThat(label.counts()).isTrue();
  }

  @Test
  void takesNoneWhereNothingGainsAFifth() {
    Label label = Label.of(List.of(gain("cpu", 1.19, 0.3), gain("slots", 1.0, 0.3)), ROOM, false);

    assertThat(label.right()).isEmpty();
    assertThat(label.causes()).isEqualTo(Label.NOTHING);
    assertThat(label.words()).containsExactly("none");
    assertThat(label.counts()).isTrue();
  }

  @Test
  void doesNotCountWithoutRoomOnTheHost() {
    assertThat(Label.of(List.of(gain("cpu", 2, 0.3)), 0.39, false).counts()).isFalse();
    assertThat(Label.of(List.of(gain("cpu", 2, 0.3)), 0.39, true).counts()).isTrue();
  }

  @Test
  void doesNotCountWhereItHangsOnWhatFilledTheHost() {
    Label hangs = Label.of(List.of(gain("cpu", 1.15, 0.01), gain("slots", 1.5, 0.3)), ROOM, false);

    assertThat(hangs.counts()).isFalse();
    assertThat(hangs.why()).contains("cpu");
  }

  @Test
  void countsWhereALowerBoundIsTheBestAnyhow() {
    Label label = Label.of(List.of(gain("cpu", 1.9, 0.01), gain("slots", 1.0, 0.3)), ROOM, false);

    assertThat(label.counts()).isTrue();
    assertThat(label.right()).containsExactly("cpu");
  }

  @Test
  void marksWhatFilledTheHost() {
    assertThat(gain("cpu", 1.5, 0.04).lowerBound()).isTrue();
    assertThat(gain("cpu", 1.5, 0.06).lowerBound()).isFalse();
  }

  private static Gain gain(String knob, double times, double idleAfter) {
    return Gain.of(knob, List.of("CAUSE_OF_" + knob), List.of(times), idleAfter);
  }
}
