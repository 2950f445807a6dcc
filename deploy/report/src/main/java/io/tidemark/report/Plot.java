package io.tidemark.report;

import io.tidemark.measure.Amounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A plot of values that share a horizontal axis.
 *
 * @param unit unit of all values
 * @param most value at which the vertical axis ends, unless a line goes beyond; null to fit the
 *     values
 */
public record Plot(
    String title,
    Shape shape,
    Axis axis,
    String unit,
    Double most,
    List<Series> series,
    List<Mark> marks,
    List<Level> levels)
    implements Page.Item {
  public Plot {
    series = List.copyOf(series);
    marks = List.copyOf(marks);
    levels = List.copyOf(levels);
    for (Series one : series) {
      if (one.values().size() != axis.names().size()) {
        throw new IllegalArgumentException(
            "series \"%s\" has %d values for %d places"
                .formatted(one.name(), one.values().size(), axis.names().size()));
      }
    }
    for (Mark mark : marks) {
      if (axis.at().isEmpty()
          || mark.at() < axis.at().get(0)
          || mark.at() > axis.at().get(axis.at().size() - 1)) {
        throw new IllegalArgumentException(
            "\"%s\" is marked at %s, which is not on the axis".formatted(mark.text(), mark.at()));
      }
    }
  }

  /** The way in which values are drawn. */
  public enum Shape {
    LINES,
    STACKED_BARS
  }

  /**
   * Colours that colour-blind readers can tell apart; page.css defines them for light and dark
   * pages.
   */
  public enum Ink {
    BLUE,
    ORANGE,
    GREEN,
    PURPLE,
    YELLOW,
    GREY
  }

  /**
   * Distances between the places on an axis: all equal, or as between the logarithms of their
   * numbers.
   */
  public enum Scale {
    NAMES,
    LOG2
  }

  /**
   * @param at positions of the values, rising; for {@link Scale#NAMES} the indexes of the names
   * @param names labels of these positions
   */
  public record Axis(String title, Scale scale, List<Double> at, List<String> names) {
    public Axis {
      at = List.copyOf(at);
      names = List.copyOf(names);
      if (at.size() != names.size()) {
        throw new IllegalArgumentException(
            "%d places with %d names".formatted(at.size(), names.size()));
      }
      double before = scale == Scale.LOG2 ? 0 : Double.NEGATIVE_INFINITY;
      for (double place : at) {
        if (!(place > before && Double.isFinite(place))) {
          throw new IllegalArgumentException(
              "%s on axis \"%s\" is not above %s".formatted(place, title, before));
        }
        before = place;
      }
    }

    public static Axis names(String title, List<String> names) {
      return new Axis(
          title,
          Scale.NAMES,
          IntStream.range(0, names.size()).mapToObj(i -> Double.valueOf(i)).toList(),
          names);
    }

    /** Returns an axis on which each doubling is equally wide. */
    public static Axis log2(String title, List<Double> at) {
      return new Axis(title, Scale.LOG2, at, at.stream().map(Amounts::count).toList());
    }

    /** Returns the label at a place, or of the place nearest to it. */
    String nameAt(double place) {
      int nearest = 0;
      for (int i = 1; i < at.size(); i++) {
        if (Math.abs(at.get(i) - place) < Math.abs(at.get(nearest) - place)) {
          nearest = i;
        }
      }
      return names.get(nearest);
    }
  }

  /**
   * @param values one value for each place on the axis, null where there is none
   * @param joined whether lines connect the values
   */
  public record Series(String name, Ink ink, List<Double> values, boolean joined) {
    public Series {
      values = Collections.unmodifiableList(new ArrayList<>(values));
      if (values.stream().anyMatch(value -> value != null && !Double.isFinite(value))) {
        throw new IllegalArgumentException("series \"%s\" holds what is no number".formatted(name));
      }
    }

    public static Series of(String name, Ink ink, List<Double> values) {
      return new Series(name, ink, values, true);
    }

    /**
     * Returns a series whose values are not connected, because they don't follow from each other.
     */
    public static Series points(String name, Ink ink, List<Double> values) {
      return new Series(name, ink, values, false);
    }

    boolean saysNothing() {
      return values.stream().allMatch(Objects::isNull);
    }
  }

  /** A vertical line with its text. */
  public record Mark(double at, String text) {}

  /**
   * A horizontal line to compare values with.
   *
   * @param low lower end of its interval, null if it has none
   * @param high upper end of its interval, null if it has none
   */
  public record Level(double value, Double low, Double high, String text) {}

  /** Returns the plotted values as a table, for readers who can't see the plot. */
  Page.Table table() {
    var columns = new ArrayList<Page.Column>();
    columns.add(Page.Column.text(axis.title()));
    series.forEach(one -> columns.add(Page.Column.number("%s, %s".formatted(one.name(), unit))));
    var rows = new ArrayList<List<String>>();
    for (int i = 0; i < axis.names().size(); i++) {
      var row = new ArrayList<String>();
      row.add(axis.names().get(i));
      for (Series one : series) {
        row.add(Amounts.orDash(one.values.get(i)));
      }
      rows.add(row);
    }
    return new Page.Table(columns, rows);
  }
}
