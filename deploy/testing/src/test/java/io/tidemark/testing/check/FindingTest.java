package io.tidemark.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingTest {
  private static final Finding LONG =
      new Finding("docs/ab.md", 12, "the line is 130 characters long; 120 fit", "break it");

  @Test
  void isALineThatReadsBackToIt() {
    assertThat(LONG)
        .hasToString("docs/ab.md:12: the line is 130 characters long; 120 fit; break it");
    assertThat(Finding.read("  " + LONG)).contains(LONG);
  }

  @Test
  void isOneLineWhateverIsWrong() {
    var finding = new Finding("A.java", 1, "expected:\n  1\nbut was:\n  2\n", "mend it; or not");
    assertThat(finding).hasToString("A.java:1: expected: 1 but was: 2; mend it, or not");
    assertThat(Finding.read(finding.toString())).contains(finding);
  }

  @Test
  void otherLinesAreNone() {
    assertThat(
            List.of(
                "12 findings",
                "\tat io.tidemark.A.b(A.java:12)",
                "java.lang.AssertionError: expected 1; got 2",
                "A.java:0: no line; mend it",
                ""))
        .allSatisfy(line -> assertThat(Finding.read(line)).as(line).isEmpty());
  }

  @Test
  void needsAPlaceAndARemedy() {
    assertThatThrownBy(() -> new Finding("A.java", 0, "wrong", "mend it"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line=0");
    assertThatThrownBy(() -> new Finding("A.java", 1, "wrong", " "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void failATestWithALineEach() {
    var second = new Finding("docs/ab.md", 2, "is wrong", "mend it");
    Findings.assertNone(List.of());
    assertThatThrownBy(() -> Findings.assertNone(List.of(LONG, second)))
        .isInstanceOf(AssertionError.class)
        .hasMessage("2 findings\n" + second + "\n" + LONG + "\n");
  }
}
