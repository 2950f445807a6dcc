package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.FactList;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Rating;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import io.tidemark.report.Plot.Axis;
import io.tidemark.report.Plot.Ink;
import io.tidemark.report.Plot.Level;
import io.tidemark.report.Plot.Mark;
import io.tidemark.report.Plot.Series;
import io.tidemark.report.Plot.Shape;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final Pattern PLOTS =
      Pattern.compile("<script type=\"application/json\" id=\"plots\">(.*?)</script>");

  @Test
  void isMarkdown() {
    assertThat(MarkdownPage.of(page("text")))
        .isEqualTo(
            """
            # text

            **text**

            text · text

            - text: text

            Read this before you use the numbers:

            - text

            ## text

            text

            - text: text

            - text

            | text | text |
            | --- | --: |
            | text | text |

            *text*

            | text | text, text |
            | --- | --: |
            | 1 | 1 |
            | 8 | 2.50 M |

            - text: 2 text
            - text: text, 8
            """);
  }

  @Test
  void markdownHasNoMarkUpOfWhatItSays() {
    String markdown = MarkdownPage.of(page("a|b\n# <i>*c*</i> &lt; `d` [e](f) ~~g~~"));

    assertThat(markdown)
        .contains("| a\\|b \\# \\<i\\>\\*c\\*\\</i\\> \\&lt; \\`d\\` \\[e\\](f) \\~\\~g\\~\\~ |");
    assertThat(markdown.lines().filter(line -> line.startsWith("# "))).hasSize(1);
  }

  @Test
  void htmlHoldsWhateverItSaysAsText() throws IOException {
    String html = HtmlPage.of(page(ExampleReport.HOSTILE));

    assertThat(html).doesNotContain("<script>throw").doesNotContain("<b onclick");
    assertThat(html.split("</script", -1)).as("data, charts and script of its own").hasSize(4);
    JsonNode plot = plots(html).get(0);
    assertThat(plot.get("title").textValue()).isEqualTo(ExampleReport.HOSTILE);
    assertThat(plot.get("series").get(0).get("values").get(1).doubleValue()).isEqualTo(2.5e6);
  }

  @Test
  void htmlNamesNoOtherFile() {
    String html = HtmlPage.of(page("text"));

    assertThat(html)
        .contains("default-src 'none'")
        .contains("Chart.js v4", "Released under the MIT License")
        .doesNotContain("sourceMappingURL", " src=", " href=", "@import");
  }

  @Test
  void refusesARowThatLacksACell() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Table(List.of(Column.text("a"), Column.text("b")), List.of(List.of("1"))))
        .withMessage("a row of 1 cells in a table of 2 columns");
  }

  @Test
  void refusesToSayNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Page("title", " ", "badge", "", List.of(), List.of(), List.of()));
  }

  /** In grey and on paper the sign tells them apart, and a text of somebody else is no rating. */
  @Test
  void aRatingHasASignAndAColour() {
    var table =
        new Table(
            List.of(Column.rating("B is"), Column.text("note")),
            List.of(
                List.of(Rating.BETTER.text(), Rating.BETTER.text()),
                List.of(Rating.WORSE.text(), ""),
                List.of(Rating.SAME.text(), "")));
    Page page = withSection(Section.of("found", table));

    assertThat(HtmlPage.of(page))
        .contains(
            "<td class=\"rating good\">✓ better</td><td>✓ better</td>",
            "<td class=\"rating bad\">✗ worse</td>",
            "<td class=\"rating\">not shown to differ</td>");
    assertThat(MarkdownPage.of(page)).contains("| ✓ better |", "| ✗ worse |");
  }

  /** Once in each part, where it is pointed at, and at the end for those who can't point. */
  @Test
  void explainsItsTermsWhereTheyStandAndAtTheEnd() {
    String html =
        HtmlPage.of(
            withSection(Section.of("knee", new Paragraph("At the knee, or past the knee."))));

    assertThat(html)
        .contains("<h2>knee</h2>")
        .containsPattern(
            "At the <abbr tabindex=\"0\" title=\"the lowest load [^\"]+\">knee</abbr>, or past the knee\\.")
        .containsPattern(
            "<h2>Terms</h2><dl><div><dt>knee</dt><dd>the lowest load [^<]+</dd></div></dl>");
  }

  @Test
  void keepsANumberAndItsUnitOnOneLine() {
    String html =
        HtmlPage.of(withSection(Section.of("x", new Paragraph("+21.0 %, 15 s, 1.46 M samples/s"))));

    assertThat(html).contains("<p>+21.0\u00a0%, 15\u00a0s, 1.46\u00a0M samples/s</p>");
  }

  private static Page withSection(Section section) {
    return new Page("title", "verdict", "badge", "", List.of(), List.of(), List.of(section));
  }

  private static JsonNode plots(String html) throws IOException {
    var found = PLOTS.matcher(html);
    assertThat(found.find()).isTrue();
    return new ObjectMapper().readTree(found.group(1));
  }

  /** One of each, with the same text wherever text can be. */
  private static Page page(String text) {
    var plot =
        new Plot(
            text,
            Shape.LINES,
            Axis.log2(text, List.of(1.0, 8.0)),
            text,
            null,
            List.of(Series.of(text, Ink.BLUE, List.of(1.0, 2.5e6))),
            List.of(new Mark(8, text)),
            List.of(new Level(2, null, null, text)));
    return new Page(
        text,
        text,
        text,
        text,
        List.of(new Fact(text, text)),
        List.of(text),
        List.of(
            Section.of(
                text,
                new Paragraph(text),
                new FactList(List.of(new Fact(text, text))),
                new Bullets(List.of(text)),
                new Table(
                    List.of(Column.text(text), Column.number(text)), List.of(List.of(text, text))),
                plot)));
  }
}
