package io.tidemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.Facts;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Plot;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A page as one HTML file that opens offline: style, script, data and the charting library
 * (Chart.js, MIT) are inside, and its policy allows no request to anywhere.
 */
public final class HtmlPage {
  private static final String CHARTS =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";
  private static final String CHARTS_VERSION = "4.5.1";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringBuilder body = new StringBuilder();
  private final List<Plot> plots = new ArrayList<>();

  private HtmlPage() {}

  public static String of(Page page) {
    var html = new HtmlPage();
    html.body(page);
    return resource("/io/tidemark/report/page.html")
        .replace("%TITLE%", escape(page.title()))
        .replace("%STYLE%", resource("/io/tidemark/report/page.css"))
        .replace("%BODY%", html.body)
        .replace("%PLOTS%", json(html.plots))
        .replace("%CHARTS%", charts())
        .replace("%SCRIPT%", resource("/io/tidemark/report/page.js"));
  }

  private void body(Page page) {
    add("<header><p class=\"product\">%s</p>", page.title());
    add("<h1>%s</h1>", page.verdict());
    add("<p class=\"badges\"><span class=\"badge\">%s</span>", page.badge());
    add("<span class=\"note\">%s</span></p></header>", page.badgeNote());
    page.sections().forEach(this::section);
  }

  private void section(Section section) {
    add("<section><h2>%s</h2>", section.heading());
    section.items().forEach(this::item);
    body.append("</section>\n");
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
      table((Table) item);
    }
  }

  private void plot(Plot plot) {
    add("<figure><figcaption>%s</figcaption>", plot.title());
    add(
        "<div class=\"plot\"><canvas role=\"img\" aria-label=\"%s\"",
        plot.title() + "; its data is in the table below");
    body.append(" data-plot=\"").append(plots.size()).append("\"></canvas></div>");
    body.append("<details><summary>Data</summary>");
    table(Page.table(plot));
    body.append("</details></figure>\n");
    plots.add(plot);
  }

  private void table(Table table) {
    body.append("<div class=\"table\" tabindex=\"0\"><table><thead><tr>");
    for (Column column : table.columns()) {
      add(column.numeric() ? "<th class=\"number\">%s</th>" : "<th>%s</th>", column.name());
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
