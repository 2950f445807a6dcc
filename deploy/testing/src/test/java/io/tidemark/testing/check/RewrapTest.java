package io.tidemark.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RewrapTest {
  /** Twelve characters with the space after it. */
  private static final String WORD = "abcdefghijk ";

  private static final String LONG = WORD.repeat(11).strip();

  private static final String FULL = WORD.repeat(10).strip();

  private static String rewrapped(String... lines) {
    return Rewrap.rewrapped(Page.of("a.md", String.join("\n", lines)));
  }

  private static String page(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  @Test
  void breaksAParagraphFromTheFirstLongLineOn() {
    assertThat(rewrapped("short", "", "also short", LONG, "and on", "", "short"))
        .isEqualTo(page("short", "", "also short", FULL, "abcdefghijk and on", "", "short"));
  }

  @Test
  void breaksAnItemAndIndentsWhatFollows() {
    // Two of the 120 characters are the marker's.
    String full = WORD.repeat(9).strip();
    assertThat(rewrapped("- " + LONG, "  and on", "- next"))
        .isEqualTo(page("- " + full, "  abcdefghijk abcdefghijk and on", "- next"));
    assertThat(rewrapped("12. first", "    " + LONG))
        .isEqualTo(page("12. first", "    " + full, "    abcdefghijk abcdefghijk"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"# %s", "| %s |", "<!-- %s -->", "```\n%s\n```", "%s  \nnext", "    %s"})
  void leavesWhatCannotBeBroken(String form) {
    String text = form.formatted(LONG) + "\n";
    assertThat(rewrapped(text)).isEqualTo(text);
  }

  @Test
  void leavesAPageThatFits() {
    String page = page("# A", "text  with spaces", "", "- item", "  more");
    assertThat(rewrapped(page)).isEqualTo(page);
  }

  @Test
  void keepsTogetherWhatWouldBeginSomethingElse() {
    for (String word : List.of("-", "1.", "#", ">", "+", "|")) {
      assertThat(rewrapped(FULL + " " + word + " end")).isEqualTo(page(FULL + " " + word, "end"));
    }
  }

  @Test
  void isDoneAfterOnce() {
    String once = rewrapped("- " + LONG + " " + LONG, "", LONG);
    assertThat(once.lines()).allMatch(line -> line.length() <= Rewrap.MAX_LINE);
    assertThat(rewrapped(once)).isEqualTo(once);
  }
}
