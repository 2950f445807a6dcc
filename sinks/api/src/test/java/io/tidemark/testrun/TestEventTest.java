package io.tidemark.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testrun.TestEvent.Outcome;
import org.junit.jupiter.api.Test;

class TestEventTest {
  @Test
  void aLineGivesTheEventBack() {
    var event =
        new TestEvent(
            "[engine:x]/[class:a.B]", "a.B", "c[2]", Outcome.FAILED, 5, 7, "a.E", "one\n\ttwo \\n");

    assertThat(event.line()).doesNotContain("\n");
    assertThat(TestEvent.of(event.line())).contains(event);
    assertThat(event.name()).isEqualTo("B#c[2]");
  }

  @Test
  void aLineThatWasCutIsNoEvent() {
    assertThat(TestEvent.of("[engine:x]\ta.B\tc")).isEmpty();
  }

  @Test
  void aLongTextIsCut() {
    var event =
        new TestEvent(
            "id", "B", "c", Outcome.FAILED, 0, 0, "E", "x".repeat(TestEvent.MAX_TEXT + 1));

    assertThat(event.text()).hasSize(TestEvent.MAX_TEXT + 2).endsWith("x …");
  }
}
