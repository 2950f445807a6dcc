package io.tidemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.FactList;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Rating;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders a page as one HTML file that opens offline. It contains style, script, data and the
 * charting library (Chart.js, MIT), and its content security policy allows no request.
 */
public final class HtmlPage {
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";

  /** The version, which must be that in pom.xml, is in the path of the script inside its WebJar. */
  private static final String CHARTS_VERSION = "4.5.1";

  /** A table with more columns is set in smaller type on paper. */
  private static final int MOST_COLUMNS = 7;

  /**
   * Cells with more characters than these get a wider column, because they are hard to read in one
   * as narrow as their words.
   */
  private static final int WORD = 12;

  private static final int LINE = 40;

  /** The space between a number and its unit, which is to stay on one line. */
  private static final Pattern UNIT =
      Pattern.compile("(?<=\\d) (?=(?:%|[kMGT]|[KMGT]?i?B|s|ms|µs)(?![\\p{L}\\p{N}]))");

  private static final Pattern PLACE = Pattern.compile("%([A-Z]+)%");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringBuilder body = new StringBuilder();
  private final List<Plot> plots = new ArrayList<>();
  private final Terms terms = new Terms(HtmlPage::escape);
  private String heading = "";

  private HtmlPage() {}

  public static String of(Page page) {
    var html = new HtmlPage();
    html.body(page);
    Map<String, String> parts =
        Map.of(
            "TITLE", escape(page.title()),
            "STYLE", resource("/io/tidemark/report/page.css"),
            "BODY", html.body.toString(),
            "PLOTS", json(html.plots),
            "CHARTS", charts(),
            "SCRIPT", resource("/io/tidemark/report/page.js"));
    // All places are filled in one pass, because the text of a report may look like such a place.
    return PLACE
        .matcher(resource("/io/tidemark/report/page.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  private void body(Page page) {
    add("<header><p class=\"product\">%s</p>", page.title());
    add("<h1>%s</h1>", page.verdict());
    add("<p class=\"badges\"><span class=\"badge\">%s</span>", page.badge());
    explained("<span class=\"note\">%s</span></p>", page.badgeNote());
    if (!page.conditions().isEmpty()) {
      facts("conditions", page.conditions());
    }
    if (!page.warnings().isEmpty()) {
      body.append("<div class=\"warnings\" role=\"note\"><p>").append(Page.WARNINGS).append("</p>");
      item(new Bullets(page.warnings()));
      body.append("</div>");
    }
    body.append("</header>");
    page.sections().forEach(this::section);
    explanations();
  }

  /** Adds the terms' meanings for phones and paper, where a pointer can't show them. */
  private void explanations() {
    Map<String, String> used = terms.marked();
    if (!used.isEmpty()) {
      body.append("<section class=\"terms\"><h2>Terms</h2><dl>");
      used.forEach(
          (term, meaning) -> {
            add("<div><dt>%s</dt>", term);
            add("<dd>%s</dd></div>", meaning);
          });
      body.append("</dl></section>\n");
    }
  }

  private void section(Section section) {
    heading = section.heading();
    terms.begin();
    add(
        section.isFolded()
            ? "<details class=\"folded\"><summary><h2>%s</h2></summary>"
            : "<section><h2>%s</h2>",
        heading);
    boolean among = false;
    for (Item item : section.items()) {
      boolean plot = item instanceof Plot;
      if (plot != among) {
        body.append(plot ? "<div class=\"plots\">" : "</div>\n");
        among = plot;
      }
      item(item);
    }
    body.append(among ? "</div>" : "").append(section.isFolded() ? "</details>\n" : "</section>\n");
  }

  private void item(Item item) {
    if (item instanceof Paragraph paragraph) {
      explained("<p>%s</p>\n", paragraph.text());
    } else if (item instanceof FactList facts) {
      facts("cards", facts.facts());
    } else if (item instanceof Bullets bullets) {
      body.append("<ul>");
      bullets.lines().forEach(line -> explained("<li>%s</li>", line));
      body.append("</ul>\n");
    } else if (item instanceof Plot plot) {
      plot(plot);
    } else {
      table((Table) item, heading, true);
    }
  }

  private void facts(String style, List<Fact> facts) {
    add("<dl class=\"%s\">", style);
    for (Fact fact : facts) {
      explained("<div><dt>%s</dt>", fact.name());
      explained("<dd>%s</dd></div>", fact.value());
    }
    body.append("</dl>\n");
  }

  private void plot(Plot plot) {
    explained("<figure><figcaption>%s</figcaption>", plot.title());
    add(
        "<div class=\"plot\"><canvas role=\"img\" aria-label=\"%s\"",
        plot.title() + "; its data is in the table below");
    body.append(" data-plot=\"").append(plots.size()).append("\"></canvas></div>");
    body.append("<details><summary>Data</summary>");
    table(plot.table(), plot.title(), false);
    body.append("</details></figure>\n");
    plots.add(plot);
  }

  /**
   * @param name name for screen readers: the keyboard can scroll the table's box
   * @param open whether the table is visible at once, so that its terms are marked; a plot's data
   *     is folded
   */
  private void table(Table table, String name, boolean open) {
    add("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">", name);
    boolean wide = table.columns().size() > MOST_COLUMNS;
    body.append(wide ? "<table class=\"wide\">" : "<table>").append("<thead><tr>");
    for (Column column : table.columns()) {
      String title = escape(column.name());
      body.append(column.numeric() ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">")
          .append(open ? terms.mark(title) : title)
          .append("</th>");
    }
    body.append("</tr></thead><tbody>");
    for (List<String> row : table.rows()) {
      body.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        cell(table.columns().get(i), row.get(i), open);
      }
      body.append("</tr>");
    }
    body.append("</tbody></table></div>\n");
  }

  private void cell(Column column, String text, boolean open) {
    String style =
        switch (column.kind()) {
          case TEXT -> text.length() > LINE ? "long" : text.length() > WORD ? "words" : "";
          case NUMBER -> "number";
          case RATING -> "rating " + Rating.style(text);
        };
    String escaped = escape(text);
    body.append(style.isEmpty() ? "<td>" : "<td class=\"%s\">".formatted(style.strip()))
        .append(open ? terms.mark(escaped) : escaped)
        .append("</td>");
  }

  private void add(String markUp, String text) {
    body.append(markUp.formatted(escape(text)));
  }

  /** Adds text in which terms of the glossary are marked with their meanings. */
  private void explained(String markUp, String text) {
    body.append(markUp.formatted(terms.mark(escape(text))));
  }

  private static String escape(String text) {
    return UNIT.matcher(text)
        .replaceAll("\u00a0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Writes the plots so that they can't end the script element, which only {@code <} could. */
  private static String json(List<Plot> plots) {
    try {
      return JSON.writeValueAsString(plots).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the plots can't be written as JSON", e);
    }
  }

  /** Returns the library without the address of its source map, which a browser would request. */
  private static String charts() {
    return resource(CHARTS.formatted(CHARTS_VERSION))
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  private static String resource(String path) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("not in this build: " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
