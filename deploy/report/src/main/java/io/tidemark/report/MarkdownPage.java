package io.tidemark.report;

import io.tidemark.measure.Amounts;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.FactList;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import java.util.Arrays;
import java.util.List;

/** Renders a page as Markdown; each plot becomes a table of its values. */
public final class MarkdownPage {
  private final StringBuilder text = new StringBuilder();

  private MarkdownPage() {}

  public static String of(Page page) {
    var markdown = new MarkdownPage();
    markdown.line("# " + escape(page.title()));
    markdown.line("");
    markdown.line(escape("**%s**", page.verdict()));
    markdown.line("");
    markdown.line(
        page.badgeNote().isEmpty()
            ? escape(page.badge())
            : escape("%s · %s", page.badge(), page.badgeNote()));
    if (!page.conditions().isEmpty()) {
      markdown.item(new FactList(page.conditions()));
    }
    if (!page.warnings().isEmpty()) {
      markdown.item(new Paragraph(Page.WARNINGS));
      markdown.item(new Bullets(page.warnings()));
    }
    page.sections().forEach(markdown::section);
    return markdown.text.toString();
  }

  private void section(Section section) {
    line("");
    line("## " + escape(section.heading()));
    section.items().forEach(this::item);
  }

  private void item(Item item) {
    line("");
    if (item instanceof Paragraph paragraph) {
      line(escape(paragraph.text()));
    } else if (item instanceof FactList facts) {
      for (Fact fact : facts.facts()) {
        line(escape("- %s: %s", fact.name(), fact.value()));
      }
    } else if (item instanceof Bullets bullets) {
      bullets.lines().forEach(one -> line("- " + escape(one)));
    } else if (item instanceof Plot plot) {
      plot(plot);
    } else {
      table((Table) item);
    }
  }

  private void plot(Plot plot) {
    line(escape("*%s*", plot.title()));
    line("");
    table(plot.table());
    if (!plot.levels().isEmpty() || !plot.marks().isEmpty()) {
      line("");
    }
    for (Plot.Level level : plot.levels()) {
      line(escape("- %s: %s %s", level.text(), Amounts.count(level.value()), plot.unit()));
    }
    for (Plot.Mark mark : plot.marks()) {
      String place = plot.axis().nameAt(mark.at());
      line(escape("- %s: %s, %s", mark.text(), plot.axis().title(), place));
    }
  }

  private void table(Table table) {
    row(table.columns().stream().map(Column::name).toList());
    row(table.columns().stream().map(column -> column.numeric() ? "--:" : "---").toList(), false);
    table.rows().forEach(this::row);
  }

  private void row(List<String> cells) {
    row(cells, true);
  }

  private void row(List<String> cells, boolean escaped) {
    line(
        "| "
            + String.join(" | ", cells.stream().map(cell -> escaped ? escape(cell) : cell).toList())
            + " |");
  }

  /** Escapes all characters that could be markup, and keeps the text on one line. */
  private static String escape(String text) {
    return text.replaceAll("\\R", " ").replaceAll("([\\\\`*_{}\\[\\]<>#|&~])", "\\\\$1");
  }

  private static String escape(String markUp, String... texts) {
    return markUp.formatted(Arrays.stream(texts).map(MarkdownPage::escape).toArray());
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
