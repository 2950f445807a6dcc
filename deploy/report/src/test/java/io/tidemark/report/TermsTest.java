package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TermsTest {
  private final Terms terms = new Terms(UnaryOperator.identity());

  @Test
  void saysWhatTheGlossarySays() throws IOException {
    terms.mark("p99 of a dead letter");

    String glossary = Files.readString(Path.of("../../docs/glossary.md"));
    assertThat(glossary)
        .contains("| **p50, p99** | %s |".formatted(terms.marked().get("p50, p99")))
        .contains("a refused sample or record, kept with the [reason](");
    assertThat(terms.marked().get("dead letter"))
        .isEqualTo("a refused sample or record, kept with the reason");
  }

  @Test
  void marksATermOnceInEachPart() {
    assertThat(terms.mark("knee, knee")).matches("<abbr [^>]+>knee</abbr>, knee");
    assertThat(terms.mark("Knee")).isEqualTo("Knee");

    terms.begin();

    assertThat(terms.mark("Knee")).matches("<abbr [^>]+>Knee</abbr>");
  }

  @Test
  void knowsATermWhoeverWritesIt() {
    assertThat(terms.mark("Insert slots.")).matches("<abbr [^>]+>Insert slots</abbr>\\.");
    assertThat(terms.mark("16 in flight of 10000")).contains(">in flight</abbr> of");
    assertThat(terms.marked()).containsOnlyKeys("insert slot", "in flight");
  }

  @Test
  void knowsATermThatIsKeptOnOneLine() {
    assertThat(terms.mark("95\u00a0% interval")).contains(">95\u00a0% interval</abbr>");
    assertThat(terms.marked()).containsOnlyKeys("95 % interval");
  }

  /** Keys of the configuration, addresses, entities and longer words are something else. */
  @Test
  void leavesAloneWhatOnlyLooksLikeATerm() {
    String text =
        "amplify.layout http://knee/p99 &knee; kneecap p99_total write.in-flight knee.example";

    assertThat(terms.mark(text)).isEqualTo(text);
    assertThat(terms.marked()).isEmpty();
  }
}
