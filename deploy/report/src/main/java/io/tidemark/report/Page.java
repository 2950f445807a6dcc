package io.tidemark.report;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

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

  /**
   * @param isFolded whether only its heading shows until someone wants more
   */
  public record Section(String heading, List<Item> items, boolean isFolded) {
    public Section {
      items = List.copyOf(items);
    }

    public Section(String heading, List<Item> items) {
      this(heading, items, false);
    }

    Section folded() {
      return new Section(heading, items, true);
    }

    public static Section of(String heading, Item... items) {
      return new Section(heading, List.of(items));
    }
  }

  /** One thing below a heading. */
  public sealed interface Item permits Paragraph, Facts, Table, Bullets, Plot {}

  public record Paragraph(String text) implements Item {}

  public record Fact(String name, String value) {
    /** Adds what is known of it; of null, which was not measured, there is nothing to say. */
    static <T> void add(List<Fact> facts, String name, T value, Function<T, String> text) {
      if (value != null) {
        facts.add(new Fact(name, text.apply(value)));
      }
    }

    /** Of what was measured; the version of the JSON's form says nothing about that. */
    static void addVersions(List<Fact> facts, Map<String, String> versions) {
      versions.forEach(
          (what, version) -> {
            if (!what.equals(ReportJson.FORM)) {
              facts.add(new Fact(what, version));
            }
          });
    }
  }

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

  /** A column, and what stands in it for each thing that has a row. */
  record Cells<T>(Column column, Function<T, String> of) {
    static <T> Cells<T> text(String name, Function<T, String> of) {
      return new Cells<>(Column.text(name), of);
    }

    static <T> Cells<T> number(String name, Function<T, String> of) {
      return new Cells<>(Column.number(name), of);
    }
  }

  public record Table(List<Column> columns, List<List<String>> rows) implements Item {
    /** A row for each of these things. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    static <T> Table of(Collection<T> things, Cells<T>... cells) {
      return new Table(
          Stream.of(cells).map(Cells::column).toList(),
          things.stream()
              .map(thing -> Stream.of(cells).map(cell -> cell.of().apply(thing)).toList())
              .toList());
    }

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
