package io.tidemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.Facts;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
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
 * A page as one HTML file that opens offline: style, script, data and the charting library
 * (Chart.js, MIT) are inside, and its policy allows no request to anywhere.
 */
public final class HtmlPage {
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";

  /** As in pom.xml: the path of the script in its WebJar names it. */
  private static final String CHARTS_VERSION = "4.5.1";

  private static final Pattern PLACE = Pattern.compile("%([A-Z]+)%");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringBuilder body = new StringBuilder();
  private final List<Plot> plots = new ArrayList<>();
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
    // In one pass: what a report says may look like a place to fill.
    return PLACE
        .matcher(resource("/io/tidemark/report/page.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  private void body(Page page) {
    add("<header><p class=\"product\">%s</p>", page.title());
    add("<h1>%s</h1>", page.verdict());
    add("<p class=\"badges\"><span class=\"badge\">%s</span>", page.badge());
    add("<span class=\"note\">%s</span></p></header>", page.badgeNote());
    page.sections().forEach(this::section);
  }

  private void section(Section section) {
    heading = section.heading();
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
      add("<p>%s</p>\n", paragraph.text());
    } else if (item instanceof Facts facts) {
      body.append("<dl>");
      for (Fact fact : facts.facts()) {
        add("<div><dt>%s</dt>", fact.name());
        add("<dd>%s</dd></div>", fact.value());
      }
      body.append("</dl>\n");
    } else if (item instanceof Bullets bullets) {
      body.append("<ul>");
      bullets.lines().forEach(line -> add("<li>%s</li>", line));
      body.append("</ul>\n");
    } else if (item instanceof Plot plot) {
      plot(plot);
    } else {
      table((Table) item, heading);
    }
  }

  private void plot(Plot plot) {
    add("<figure><figcaption>%s</figcaption>", plot.title());
    add(
        "<div class=\"plot\"><canvas role=\"img\" aria-label=\"%s\"",
        plot.title() + "; its data is in the table below");
    body.append(" data-plot=\"").append(plots.size()).append("\"></canvas></div>");
    body.append("<details><summary>Data</summary>");
    table(plot.table(), plot.title());
    body.append("</details></figure>\n");
    plots.add(plot);
  }

  /**
   * @param name for those who hear the page: the box can be scrolled with the keyboard
   */
  private void table(Table table, String name) {
    add("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">", name);
    body.append("<table><thead><tr>");
    for (Column column : table.columns()) {
      add(
          column.numeric()
              ? "<th scope=\"col\" class=\"number\">%s</th>"
              : "<th scope=\"col\">%s</th>",
          column.name());
    }
    body.append("</tr></thead><tbody>");
    for (List<String> row : table.rows()) {
      body.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        boolean numeric = table.columns().get(i).numeric();
        add(numeric ? "<td class=\"number\">%s</td>" : "<td>%s</td>", row.get(i));
      }
      body.append("</tr>");
    }
    body.append("</tbody></table></div>\n");
  }

  private void add(String markUp, String text) {
    body.append(markUp.formatted(escape(text)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Inside a script element only {@code <} could end it. */
  private static String json(List<Plot> plots) {
    try {
      return JSON.writeValueAsString(plots).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the plots can't be written as JSON", e);
    }
  }

  /** Without the note where its source map is: a browser would ask for it. */
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
