package io.tidemark.judge;

import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Amounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A CSV file with one judgement per line, which Apache Otava reads: its {@code time_column} is
 * {@code time}, and the other columns are its metrics. Each metric has two columns: the ratio of B
 * over A, on which the speed of the host has least influence, and B's median.
 */
public final class History {
  private static final String RATIO = "_b_over_a";
  private static final long MAX_BYTES = 16L << 20;

  private final Path file;
  private final String header;

  /** A line of the file, except its header. */
  private record Line(Instant time, double[] values) {}

  /**
   * Checks the file.
   *
   * @param metrics metrics of the judgements to append
   * @throws ConfigException if the file can't be written to, or has other columns
   */
  public History(Path file, List<Metric> metrics) {
    this.file = file;
    this.header = String.join(",", columns(metrics));
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new ConfigException("--history %s: there is no folder %s".formatted(file, folder));
    }
    lines();
  }

  private static List<String> columns(List<Metric> metrics) {
    var columns = new ArrayList<>(List.of("time"));
    metrics.forEach(metric -> columns.add(metric.word() + RATIO));
    metrics.forEach(metric -> columns.add(metric.word()));
    return columns;
  }

  /**
   * Appends a line, unless a metric has no effect, because an empty cell is no number.
   *
   * @return lines that say the latest change of each column, or why nothing was appended
   * @throws ConfigException if the file can't be written
   */
  public List<String> append(Judgement judgement, Instant time) {
    Optional<Finding> untold =
        judgement.findings().stream().filter(each -> each.effect() == null).findFirst();
    if (untold.isPresent()) {
      return List.of(
          "%s: nothing was appended: %s was not measured"
              .formatted(file, untold.get().metric().words()));
    }
    var line = new StringBuilder(time.toString());
    judgement.findings().forEach(each -> line.append(',').append(number(1 + each.effect())));
    judgement.findings().forEach(each -> line.append(',').append(number(each.b())));
    try {
      String begin = Files.exists(file) && Files.size(file) > 0 ? "" : header + "\n";
      Files.writeString(
          file, begin + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new ConfigException("--history %s can't be written: %s".formatted(file, e), e);
    }
    return changes();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }

  /** Returns the latest change of each column in words. */
  private List<String> changes() {
    List<Line> all = lines();
    List<Line> newest = all.subList(Math.max(0, all.size() - ChangePoints.MOST_VALUES), all.size());
    String[] columns = header.split(",");
    var changes = new ArrayList<String>();
    for (int column = 1; column < columns.length; column++) {
      int at = column - 1;
      double[] values = newest.stream().mapToDouble(line -> line.values[at]).toArray();
      List<Integer> points = ChangePoints.in(values);
      if (!points.isEmpty()) {
        changes.add(change(columns[column], newest, values, points));
      }
    }
    return changes.isEmpty()
        ? List.of("%s: no change in %d lines".formatted(file, newest.size()))
        : changes;
  }

  private String change(String column, List<Line> lines, double[] values, List<Integer> points) {
    int last = points.get(points.size() - 1);
    int first = points.size() > 1 ? points.get(points.size() - 2) : 0;
    double before = mean(values, first, last);
    double after = mean(values, last, values.length);
    return "%s: %s changed by %s at %s (E-divisive, p at most 0.01)"
        .formatted(file, column, Amounts.change(after / before - 1), lines.get(last).time);
  }

  private static double mean(double[] values, int from, int to) {
    return java.util.Arrays.stream(values, from, to).average().orElseThrow();
  }

  private List<Line> lines() {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new ConfigException(
            "--history %s has over %d MiB; begin a new file".formatted(file, MAX_BYTES >> 20));
      }
      List<String> all = Files.readAllLines(file, StandardCharsets.UTF_8);
      if (!all.isEmpty() && !all.get(0).equals(header)) {
        throw new ConfigException(
            "--history %s has other columns than this judgement, \"%s\"; name another file"
                .formatted(file, header));
      }
      var lines = new ArrayList<Line>();
      for (int i = 1; i < all.size(); i++) {
        lines.add(line(all.get(i), i + 1));
      }
      return lines;
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new ConfigException("--history %s can't be read: %s".formatted(file, e), e);
    }
  }

  private Line line(String text, int number) {
    String[] cells = text.split(",", -1);
    try {
      var values = new double[cells.length - 1];
      for (int i = 0; i < values.length; i++) {
        values[i] = Double.parseDouble(cells[i + 1]);
      }
      boolean finite = java.util.Arrays.stream(values).allMatch(Double::isFinite);
      if (cells.length == header.split(",").length && finite) {
        return new Line(Instant.parse(cells[0]), values);
      }
    } catch (java.time.format.DateTimeParseException | NumberFormatException e) {
      // The exception below reports it, like a line with too many cells.
    }
    throw new ConfigException(
        "--history %s: line %d is not a time and %d numbers"
            .formatted(file, number, header.split(",").length - 1));
  }
}
