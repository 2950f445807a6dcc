package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Browser;
import io.tidemark.testing.Browser.View;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report as a person gets it, in a real browser. */
class ReportIT {
  private static final View DESK = new View(1280, false, false);
  private static final View DARK_DESK = new View(1280, true, false);

  /** What is left of a sheet of A4 between margins of 10 mm, at 96 pixels an inch. */
  private static final int PAPER = 718;

  /**
   * Throughput, latency, how full, whose CPU, memory and CPU by series, latency and CPU by queries,
   * the time of all tasks.
   */
  private static final int PLOTS = 9;

  /** The two of a part of the page that is folded, which nobody can unfold on paper. */
  private static final int NOT_PRINTED = 2;

  /** Of each plot, those that are neither grey nor see-through. */
  private static final String COLOURED_PIXELS =
      """
      return [...document.querySelectorAll('canvas')].filter(canvas => canvas.width > 0).map(canvas => {
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let coloured = 0;
        for (let i = 0; i < data.length; i += 4) {
          const rgb = [data[i], data[i + 1], data[i + 2]];
          if (data[i + 3] > 0 && Math.max(...rgb) - Math.min(...rgb) > 60) coloured++;
        }
        return coloured;
      });
      """;

  /** Boxes that are too small for what is in them; tables on a screen may be scrolled. */
  private static final String CUT_OFF =
      """
      return [document.documentElement, ...document.querySelectorAll('body *')]
        .filter(e => e.clientWidth > 0 && (e.scrollWidth > e.clientWidth + 1
          || getComputedStyle(e).overflowY !== 'visible' && e.scrollHeight > e.clientHeight + 1))
        .filter(e => matchMedia('print').matches || !e.matches('.table'))
        .map(e => e.tagName + ' ' + e.className + ': ' + e.textContent.trim().slice(0, 60));
      """;

  private static final String LEGENDS_CUT_OFF =
      """
      return [...document.querySelectorAll('canvas')].filter(canvas => canvas.width > 0)
        .map(canvas => Chart.getChart(canvas))
        .filter(chart => chart.legend.legendHitBoxes.some(box =>
          box.left < 0 || box.left + box.width > chart.width || box.top + box.height > chart.height))
        .map(chart => chart.canvas.getAttribute('aria-label'));
      """;

  /** WCAG 2.2, 1.4.3 and its definition of relative luminance. */
  private static final String TOO_PALE =
      """
      const parse = text => text.match(/[\\d.]+/g).map(Number);
      const channel = c => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
      const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
      const ground = e => {
        const colour = parse(getComputedStyle(e).backgroundColor);
        return colour.length === 4 && colour[3] === 0 ? ground(e.parentElement) : colour;
      };
      return [...document.querySelectorAll('body *')]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && e.getClientRects().length)
        .map(e => {
          const [dark, bright] = [light(parse(getComputedStyle(e).color)), light(ground(e))].sort((a, b) => a - b);
          return { e, ratio: (bright + 0.05) / (dark + 0.05) };
        })
        .filter(({ ratio }) => ratio < 4.5)
        .map(({ e, ratio }) => e.tagName + ' ' + ratio);
      """;

  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.start(folder.resolve("profile"));
  }

  @AfterAll
  static void stop() {
    browser.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1280, false, false",
    "1280, true, false",
    "390, false, false",
    "390, true, false",
    PAPER + ", true, true"
  })
  void showsItsPlotsAndAllOfItsText(int width, boolean dark, boolean print) {
    open(ExampleReport.HOSTILE, new View(width, dark, print));

    assertThat(browser.<Long>list(COLOURED_PIXELS))
        .hasSize(print ? PLOTS - NOT_PRINTED : PLOTS)
        .allMatch(pixels -> pixels > 200);
    assertThat(browser.<String>list(CUT_OFF)).isEmpty();
    assertThat(browser.<String>list(LEGENDS_CUT_OFF)).isEmpty();
    assertThat(browser.<String>list(TOO_PALE)).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1280, false, false", "390, true, false", PAPER + ", false, true"})
  void showsAComparison(int width, boolean dark, boolean print) {
    Page page = AbPage.of(ExampleComparison.result(ExampleReport.HOSTILE));
    open(page, new View(width, dark, print));

    assertThat(browser.<Long>list(COLOURED_PIXELS)).hasSize(1).allMatch(pixels -> pixels > 200);
    assertThat(browser.<String>list(CUT_OFF)).isEmpty();
    assertThat(browser.<String>list(LEGENDS_CUT_OFF)).isEmpty();
    assertThat(browser.<String>list(TOO_PALE)).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void saysHostileTextAsItIs() {
    open(ExampleReport.HOSTILE, DESK);

    assertThat(browser.run("return document.querySelectorAll('.warnings li')[1].textContent"))
        .isEqualTo(ExampleReport.HOSTILE);
    assertThat(browser.run("return document.scripts.length")).isEqualTo(3L);
    assertThat(browser.complaints()).isEmpty();
  }

  /** On the axes, half of a point would be hidden, and its value hard to tell. */
  @Test
  void drawsFirstAndLastRunsBesideTheAxes() {
    open(AbPage.of(ExampleComparison.result("a note")), DESK);

    assertThat(
            browser.<Number>list(
                """
                const chart = Chart.getChart(document.querySelector('canvas'));
                const at = chart.getDatasetMeta(0).data.map(point => point.x);
                const radius = chart.data.datasets[0].pointRadius;
                return [at[0] - radius - chart.chartArea.left,
                  chart.chartArea.right - radius - at[at.length - 1]];
                """))
        .allSatisfy(room -> assertThat(room.doubleValue()).isPositive());
  }

  /** A browser shrinks a page to its widest part, and prints before plots are drawn anew. */
  @Test
  void plotsOfAScreenDoNotWidenThePaper() {
    open("", new View(PAPER, false, true));

    assertThat(
            browser.run(
                """
                document.querySelectorAll('canvas').forEach(canvas => canvas.style.width = '1200px');
                const root = document.documentElement;
                return root.scrollWidth <= root.clientWidth;
                """))
        .isEqualTo(true);
  }

  /** What a mouse shows by pointing, whoever has a keyboard or a finger gets by focus. */
  @ParameterizedTest
  @CsvSource({"1280, false", "390, true"})
  void explainsATermThatHasTheFocus(int width, boolean dark) {
    open("", new View(width, dark, false));

    assertThat(
            browser.run(
                """
                const term = document.querySelector('abbr');
                term.focus();
                const shown = getComputedStyle(term, '::after');
                return shown.content === JSON.stringify(term.title) && shown.position === 'fixed';
                """))
        .isEqualTo(true);
    assertThat(browser.<String>list(CUT_OFF)).isEmpty();
  }

  @Test
  void asksNobodyForAnything() {
    open("", DESK);

    assertThat(browser.requests())
        .isEqualTo(List.of(folder.resolve("report.html").toUri().toString()));
  }

  @Test
  void wouldNotBeLetAskAnybody() {
    open("", DESK);

    Object stopped =
        browser.await(
            """
            const answer = arguments[arguments.length - 1];
            document.addEventListener('securitypolicyviolation', e => answer(e.effectiveDirective));
            new Image().src = 'http://127.0.0.1:9/';
            """);

    assertThat(stopped).isEqualTo("img-src");
  }

  @Test
  void turnsDarkTogetherWithItsPlotsAndIsPrintedOnWhite() {
    open("", DESK);
    Object light = tick();

    browser.show(DARK_DESK);
    Object dark = tick();
    browser.show(new View(PAPER, true, true));

    assertThat(dark).isNotEqualTo(light);
    assertThat(tick()).isEqualTo(light);
    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(255, 255, 255)");
  }

  @Test
  void marksTheKneeAndTheCeiling() {
    open("", DESK);

    assertThat(browser.run("return Chart.getChart(document.querySelector('canvas')).scales.x.type"))
        .isEqualTo("logarithmic");
    assertThat(
            browser.<String>list(
                "return Chart.getChart(document.querySelector('canvas')).scales.x.ticks.map(t => t.label)"))
        .containsExactly("1", "2", "4", "6", "8", "16", "32", "64");
    assertThat(
            browser.run(
                "const { marks, levels } = JSON.parse(document.getElementById('plots').textContent)[0];"
                    + "return marks[0].text + ' ' + marks[0].at + ', ' + levels[0].text + ' ' + levels[0].value"))
        .isEqualTo("knee 8, ceiling 1970000");
  }

  /** The colour that a plot writes in; the browser tells of a new look in its next frame. */
  private static Object tick() {
    return browser.await(
        """
        const answer = arguments[arguments.length - 1];
        const colour = () => Chart.getChart(document.querySelector('canvas')).options.scales.x.ticks.color;
        requestAnimationFrame(() => requestAnimationFrame(() => answer(colour())));
        """);
  }

  private static void open(String warning, View view) {
    open(CeilingPage.of(ExampleReport.result(warning)), view);
  }

  private static void open(Page page, View view) {
    browser.open(HtmlPage.of(page), folder.resolve("report.html"), view);
  }
}
