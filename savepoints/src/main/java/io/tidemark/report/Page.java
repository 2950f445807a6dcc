package io.tidemark.report;

import java.util.ArrayList;
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

  /** How the values of a plot are drawn. */
  public enum Shape {
    LINES,
    STACKED_BARS,
    POINTS
  }

  /**
   * @param values one for each label of the plot, null where there is none
   * @param dashed for a level to compare with, not a measurement
   */
  public record Series(String name, List<Double> values, boolean dashed) {
    public Series {
      values = new ArrayList<>(values);
      if (values.stream().anyMatch(value -> value != null && !Double.isFinite(value))) {
        throw new IllegalArgumentException("series \"%s\" holds no number".formatted(name));
      }
    }
  }

  /**
   * @param labels of the horizontal axis, evenly spaced
   * @param marked index of the label that a vertical line marks, -1 for none
   * @param markedAs what the line says
   */
  public record Plot(
      String title,
      Shape shape,
      String labelsTitle,
      String valuesTitle,
      List<String> labels,
      List<Series> series,
      int marked,
      String markedAs)
      implements Item {
    public Plot {
      labels = List.copyOf(labels);
      series = List.copyOf(series);
      for (Series one : series) {
        if (one.values().size() != labels.size()) {
          throw new IllegalArgumentException(
              "series \"%s\" has %d values for %d labels"
                  .formatted(one.name(), one.values().size(), labels.size()));
        }
      }
      if (marked >= labels.size()) {
        throw new IllegalArgumentException(
            "label %d of %d is marked".formatted(marked, labels.size()));
      }
    }
  }

  /** What a plot shows, for those who can't see it. */
  static Table table(Plot plot) {
    var columns = new ArrayList<Column>();
    columns.add(Column.text(plot.labelsTitle()));
    plot.series().forEach(series -> columns.add(Column.number(series.name())));
    var rows = new ArrayList<List<String>>();
    for (int i = 0; i < plot.labels().size(); i++) {
      var row = new ArrayList<String>();
      row.add(plot.labels().get(i));
      for (Series series : plot.series()) {
        Double value = series.values().get(i);
        row.add(value == null ? "–" : Amounts.count(value));
      }
      rows.add(row);
    }
    return new Table(columns, rows);
  }
}
