package io.tidemark.readers;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.queries.Queries;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.query.QueryClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the expressions to query: those of the configuration, of its file, and of the database.
 */
final class Expressions {
  private static final int MAX_FILE_BYTES = 1 << 20;

  private Expressions() {}

  /**
   * Returns the expressions of the configuration and of its file.
   *
   * @throws ConfigException if the file can't be read
   */
  static List<String> of(Queries queries) {
    var all = new ArrayList<>(queries.expressions());
    if (!queries.file().isEmpty()) {
      all.addAll(ofFile(Path.of(queries.file())));
    }
    return all;
  }

  private static List<String> ofFile(Path file) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new ConfigException(
            "queries.file=%s: must have at most %d bytes".formatted(file, MAX_FILE_BYTES));
      }
      List<String> found =
          Files.readAllLines(file).stream()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .toList();
      if (found.isEmpty()) {
        throw new ConfigException("queries.file=%s: has no expression".formatted(file));
      }
      return found;
    } catch (IOException e) {
      throw new ConfigException("queries.file=%s: can't be read: %s".formatted(file, e), e);
    }
  }

  /**
   * Adds the queries on which the database spent most time.
   *
   * @throws IOException if the database can't tell them, or there is no expression at all
   */
  static List<String> with(List<String> named, QueryClient client, int top) throws IOException {
    var all = new ArrayList<>(named);
    if (top > 0) {
      all.addAll(client.top(top));
    }
    if (all.isEmpty()) {
      throw new IOException(
          "the database names no query that it was asked lately; set queries.expressions");
    }
    for (String each : all) {
      Optional<String> problem = client.problem(each);
      if (problem.isPresent()) {
        throw new IOException("queries: \"%s\" %s".formatted(ErrorText.of(each), problem.get()));
      }
    }
    return all;
  }
}
