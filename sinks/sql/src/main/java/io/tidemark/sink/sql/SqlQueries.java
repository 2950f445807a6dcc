package io.tidemark.sink.sql;

import io.tidemark.sink.client.ClientThreads;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;

/**
 * Sends plain SELECTs, each in a read-only transaction that is rolled back. {@code $from_ms} and
 * {@code $to_ms} in an expression become the range's ends, in milliseconds of Unix time. Each query
 * outstanding takes a thread and a connection; answers are read a few rows at a time.
 */
public final class SqlQueries implements QueryClient {
  private static final Pattern SELECT =
      Pattern.compile("\\s*(SELECT|WITH)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * Matches what a SELECT may do beside reading: write a file or a table, take locks, be two
   * statements.
   */
  private static final Pattern MORE =
      Pattern.compile(
          ";|\\bINTO\\b|\\bFOR\\s+(NO\\s+KEY\\s+|KEY\\s+)?(UPDATE|SHARE)\\b|\\bLOCK\\s+IN\\b",
          Pattern.CASE_INSENSITIVE);

  private static final String PLAIN =
      "must be one plain SELECT, without a semicolon, INTO or locks";

  private static final int ROWS_AT_A_TIME = 1_000;

  /**
   * Opens a connection whose transactions are read-only, as far as its server has such
   * transactions.
   */
  public interface Opener {
    /**
     * @param timeout the most time of connecting, and of each answer
     */
    Connection open(Duration timeout) throws SQLException;
  }

  private final Opener opener;
  private final ExecutorService threads;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  public SqlQueries(Opener opener) {
    this.opener = opener;
    this.threads = Executors.newCachedThreadPool(new ClientThreads("tidemark-queries"));
  }

  @Override
  public Optional<String> problem(String expression) {
    boolean plain = SELECT.matcher(expression).matches() && !MORE.matcher(expression).find();
    return plain ? Optional.empty() : Optional.of(PLAIN);
  }

  @Override
  public CompletableFuture<Answer> ask(Query query, Bounds bounds) {
    Optional<String> problem = problem(query.expression());
    if (problem.isPresent()) {
      return CompletableFuture.completedFuture(new Answer(0, problem.get()));
    }
    try {
      return CompletableFuture.supplyAsync(() -> answer(sql(query), bounds), threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(new Answer(0, "the client was closed"));
    }
  }

  private static String sql(Query query) {
    return query
        .expression()
        .replace("$from_ms", Long.toString(query.fromMillis()))
        .replace("$to_ms", Long.toString(query.toMillis()));
  }

  private Answer answer(String sql, Bounds bounds) {
    Connection connection = null;
    try {
      connection = idle.pollFirst();
      if (connection == null) {
        connection = opener.open(bounds.timeout());
        connection.setAutoCommit(false);
        connection.setReadOnly(true);
      }
      Answer answer = answer(connection, sql, bounds);
      release(connection);
      return answer;
    } catch (SQLException | RuntimeException e) {
      release(connection);
      return new Answer(0, ErrorText.of(String.valueOf(e.getMessage())));
    }
  }

  private static Answer answer(Connection connection, String sql, Bounds bounds)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_AT_A_TIME);
      statement.setQueryTimeout((int) Math.max(1, bounds.timeout().toSeconds()));
      try (ResultSet rows = statement.executeQuery(sql)) {
        int columns = rows.getMetaData().getColumnCount();
        long bytes = 0;
        while (rows.next()) {
          for (int i = 1; i <= columns; i++) {
            String value = rows.getString(i);
            bytes += value == null ? 0 : value.length();
          }
          if (bytes > bounds.bytes()) {
            statement.cancel();
            return new Answer(
                bytes,
                "the answer is longer than queries.answer-bytes=%d".formatted(bounds.bytes()));
          }
        }
        return new Answer(bytes, "");
      }
    }
  }

  /** Puts the connection back; one that can't be rolled back is closed. */
  private void release(Connection connection) {
    if (connection == null) {
      return;
    }
    try {
      connection.rollback();
      idle.addFirst(connection);
    } catch (SQLException e) {
      close(connection);
    }
    if (closed) {
      closeIdle();
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is lost already.
    }
  }

  private void closeIdle() {
    for (Connection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
      close(each);
    }
  }

  /** Throws, because such a list would be in an extension of the database, if anywhere. */
  @Override
  public List<String> top(int most) throws IOException {
    throw new IOException("the database keeps no list of its queries; name them");
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
    closeIdle();
  }
}
