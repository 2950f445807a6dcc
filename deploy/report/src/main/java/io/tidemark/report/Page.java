package io.tidemark.report;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The content of a report without its looks. All text is plain; renderers escape it.
 *
 * @param verdict one sentence that says what was found
 * @param badge short name of the result, such as "TSDB_CPU"
 * @param badgeNote remark on the badge, such as "confidence: high"
 * @param conditions conditions under which the verdict was found, in a few words each, shown beside
 *     it
 * @param warnings what readers have to know before they use the verdict, shown beside it
 */
public record Page(
    String title,
    String verdict,
    String badge,
    String badgeNote,
    List<Fact> conditions,
    List<String> warnings,
    List<Section> sections) {
  /** The line above the warnings. */
  static final String WARNINGS = "Read this before you use the numbers:";

  public Page {
    if (title.isBlank() || verdict.isBlank() || badge.isBlank()) {
      throw new IllegalArgumentException(
          "a page needs a title, a verdict and a badge: \"%s\", \"%s\", \"%s\""
              .formatted(title, verdict, badge));
    }
    conditions = List.copyOf(conditions);
    warnings = List.copyOf(warnings);
    sections = List.copyOf(sections);
  }

  /**
   * @param isFolded whether only the heading shows until a reader opens the section
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

  /** A part of a section. */
  public sealed interface Item permits Paragraph, FactList, Table, Bullets, Plot {}

  public record Paragraph(String text) implements Item {}

  public record Fact(String name, String value) {
    /** Adds a fact, unless its value is null because it was not measured. */
    static <T> void add(List<Fact> facts, String name, T value, Function<T, String> text) {
      if (value != null) {
        facts.add(new Fact(name, text.apply(value)));
      }
    }

    /** Adds the versions of what was measured, without that of the report's JSON format. */
    static void addVersions(List<Fact> facts, Map<String, String> versions) {
      versions.forEach(
          (what, version) -> {
            if (!what.equals(ReportJson.FORM)) {
              facts.add(new Fact(what, version));
            }
          });
    }
  }

  public record FactList(List<Fact> facts) implements Item {
    public FactList {
      facts = List.copyOf(facts);
    }
  }

  public record Bullets(List<String> lines) implements Item {
    public Bullets {
      lines = List.copyOf(lines);
    }
  }

  /** How a value rates for the reader; its sign says so without colour. */
  public enum Rating {
    BETTER("✓", "better", "good"),
    WORSE("✗", "worse", "bad"),
    SAME("", "not shown to differ", ""),
    PASSED("✓", "passed", "good"),
    FAILED("✗", "failed", "bad"),
    NOT_TOLD("", "unknown", "");

    private final String sign;
    private final String word;
    private final String style;

    Rating(String sign, String word, String style) {
      this.sign = sign;
      this.word = word;
      this.style = style;
    }

    public String word() {
      return word;
    }

    /** Returns a text such as "✓ better". */
    String text() {
      return (sign + " " + word).strip();
    }

    /** Returns the style of a cell with this text; empty if the text is no rating. */
    static String style(String text) {
      return Stream.of(values())
          .filter(rating -> rating.text().equals(text))
          .map(rating -> rating.style)
          .findFirst()
          .orElse("");
    }
  }

  public record Column(String name, Kind kind) {
    /** Numbers are aligned to the right, and ratings have a colour. */
    public enum Kind {
      TEXT,
      NUMBER,
      RATING
    }

    public static Column text(String name) {
      return new Column(name, Kind.TEXT);
    }

    public static Column number(String name) {
      return new Column(name, Kind.NUMBER);
    }

    /** Returns a column whose cells hold a {@link Rating}. */
    static Column rating(String name) {
      return new Column(name, Kind.RATING);
    }

    boolean numeric() {
      return kind == Kind.NUMBER;
    }
  }

  /** A column, and the text of its cell for each thing that has a row. */
  record Cells<T>(Column column, Function<T, String> of) {
    static <T> Cells<T> text(String name, Function<T, String> of) {
      return new Cells<>(Column.text(name), of);
    }

    static <T> Cells<T> number(String name, Function<T, String> of) {
      return new Cells<>(Column.number(name), of);
    }

    static <T> Cells<T> rating(String name, Function<T, Rating> of) {
      return new Cells<>(Column.rating(name), of.andThen(Rating::text));
    }
  }

  public record Table(List<Column> columns, List<List<String>> rows) implements Item {
    /** Returns a table with a row for each of these things. */
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
