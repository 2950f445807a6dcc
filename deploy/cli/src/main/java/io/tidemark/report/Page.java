package io.tidemark.report;

import java.util.List;

/**
 * A report as what it says, without how it looks. All text is plain; renderers escape it.
 *
 * @param verdict one sentence
 * @param badge e.g. "TSDB_CPU"
 * @param badgeNote e.g. "confidence: high"
 */
public record Page(
    String title, String verdict, String badge, String badgeNote, List<Section> sections) {
  public Page {
    if (title.isBlank() || verdict.isBlank() || badge.isBlank()) {
      throw new IllegalArgumentException(
          "a page needs a title, a verdict and a badge: \"%s\", \"%s\", \"%s\""
              .formatted(title, verdict, badge));
    }
    sections = List.copyOf(sections);
  }

  public record Section(String heading, List<Item> items) {
    public Section {
      items = List.copyOf(items);
    }

    public static Section of(String heading, Item... items) {
      return new Section(heading, List.of(items));
    }
  }

  /** One thing below a heading. */
  public sealed interface Item permits Paragraph, Facts, Table, Bullets, Plot {}

  public record Paragraph(String text) implements Item {}

  public record Fact(String name, String value) {}

  public record Facts(List<Fact> facts) implements Item {
    public Facts {
      facts = List.copyOf(facts);
    }
  }

  public record Bullets(List<String> lines) implements Item {
    public Bullets {
      lines = List.copyOf(lines);
    }
  }

  /**
   * @param numeric whether the column is a number's, and flush right
   */
  public record Column(String name, boolean numeric) {
    public static Column text(String name) {
      return new Column(name, false);
    }

    public static Column number(String name) {
      return new Column(name, true);
    }
  }

  public record Table(List<Column> columns, List<List<String>> rows) implements Item {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
      for (List<String> row : rows) {
        if (row.size() != columns.size()) {
          throw new IllegalArgumentException(
              "a row of %d cells in a table of %d columns".formatted(row.size(), columns.size()));
        }
      }
    }
  }
}
