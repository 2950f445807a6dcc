package io.tidemark.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The result of one benchmark: {@code NAME.json} and, for readers, {@code NAME.md}.
 *
 * @param date date in ISO 8601, UTC
 * @param command command line that repeats it
 * @param method how the figures were measured, such as the length and number of windows
 */
public record ResultFile(
    String benchmark,
    String date,
    String command,
    String method,
    Machine machine,
    Versions versions,
    List<Row> rows) {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .enable(SerializationFeature.INDENT_OUTPUT);

  /** Writes both files, and replaces existing ones. */
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(benchmark + ".json"), JSON.writeValueAsString(this) + "\n");
      Files.writeString(folder.resolve(benchmark + ".md"), toMarkdown());
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the results to " + folder, e);
    }
  }

  /**
   * Returns the result with the windows of another run of the same commit.
   *
   * @throws IllegalArgumentException if the other one is of another benchmark, or has other rows
   */
  public ResultFile and(ResultFile other) {
    if (!benchmark.equals(other.benchmark) || rows.size() != other.rows.size()) {
      throw new IllegalArgumentException(
          "these are not two runs of one benchmark: %s with %d rows, %s with %d"
              .formatted(benchmark, rows.size(), other.benchmark, other.rows.size()));
    }
    var all =
        IntStream.range(0, rows.size()).mapToObj(i -> rows.get(i).and(other.rows.get(i))).toList();
    return new ResultFile(benchmark, date, command, method, machine, versions, all);
  }

  public String toMarkdown() {
    return Markdown.of(this);
  }

  /**
   * @throws UncheckedIOException if the file is missing or no result
   */
  public static ResultFile read(Path file) {
    try {
      return JSON.readValue(file.toFile(), ResultFile.class);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the result file " + file, e);
    }
  }
}
