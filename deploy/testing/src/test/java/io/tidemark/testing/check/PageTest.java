package io.tidemark.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.check.Page.Kind;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void knowsWhatEachLineIs() {
    Page page =
        Page.of(
            "a.md",
            """
            # Title
            Some text
            - an item
              that goes on

                  and a paragraph of it

            ```yaml
            # no heading
            ```
            | a | b |
            <!-- html -->

                code, for no list is open
            """);
    assertThat(page.kinds())
        .containsExactly(
            Kind.HEADING,
            Kind.PROSE,
            Kind.PROSE,
            Kind.PROSE,
            Kind.BLANK,
            Kind.PROSE,
            Kind.BLANK,
            Kind.FENCE,
            Kind.CODE,
            Kind.FENCE,
            Kind.TABLE,
            Kind.HTML,
            Kind.BLANK,
            Kind.CODE);
  }

  /**
   * The rules are those of github.com: its "Basic writing and formatting syntax", section links.
   */
  @Test
  void hasAnAnchorForEachHeading() {
    Page page =
        Page.of(
            "a.md",
            """
            # The `first` one, with [a link](b.md)!
            ## Twice
            ## Twice
            ### under_score and hyphen-ated
            <a id="own"></a>
            ```
            # in code
            ```
            """);
    assertThat(page.anchors())
        .containsExactlyInAnyOrder(
            "the-first-one-with-a-link", "twice", "twice-1", "under_score-and-hyphen-ated", "own");
  }

  @Test
  void findsALineByItsText() {
    Page page = Page.of("a.md", "one\ntwo\n");
    assertThat(page.lineOf("wo")).isEqualTo(2);
    assertThat(page.lineOf("three")).isEqualTo(1);
  }
}
