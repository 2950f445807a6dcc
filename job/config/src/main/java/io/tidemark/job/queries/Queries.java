package io.tidemark.job.queries;

import java.io.Serializable;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The queries that are asked beside the writes, and their bounds.
 *
 * @param expressions the expressions in the database's language, which are asked in turn with those
 *     of the file
 * @param file a file with one expression a line; "" for none
 * @param top how many more expressions come from the database's own list of what it spent most time
 *     on
 * @param urls the addresses that answer queries; if empty, those that are written to
 * @param range how far back each query looks
 * @param step the time between two points of an answer; zero for one point
 * @param rate the queries per second, due whether or not earlier ones were answered; 0: each reader
 *     asks again when it was answered
 * @param concurrency the most queries outstanding at a time
 * @param timeout the most time of each query
 * @param answerBytes the most bytes of each answer
 * @param totalBytes the most bytes of all answers, after which nothing is asked any more
 * @param duration the most time of all the reading, after which nothing is asked any more
 * @param freshness whether samples of one more series are written, to see how soon they can be read
 * @param metricsPort the port of a metrics page on 127.0.0.1; 0 for none
 */
public record Queries(
    List<String> expressions,
    String file,
    int top,
    List<URI> urls,
    Duration range,
    Duration step,
    double rate,
    int concurrency,
    Duration timeout,
    int answerBytes,
    long totalBytes,
    Duration duration,
    boolean freshness,
    int metricsPort)
    implements Serializable {
  /** The most bytes of all answers that may be on their way at a time. */
  public static final long MOST_BYTES_AT_ONCE = 256L << 20;

  /** The highest {@link #concurrency}. */
  public static final int MOST_READERS = 256;

  /** The highest {@link #rate}. */
  public static final int MOST_PER_SECOND = 10_000;

  /** Parts of paths that take writes or deletions, of any kind of database. */
  private static final List<String> OF_OTHER_PATHS =
      List.of("/api/", "/insert/", "/admin", "/delete", "/write", "/import", "/push", "/receive");

  /** Returns the same bounds without anything that is read. */
  public Queries withoutExpressions() {
    return new Queries(
        List.of(),
        "",
        0,
        urls,
        range,
        step,
        rate,
        concurrency,
        timeout,
        answerBytes,
        totalBytes,
        duration,
        freshness,
        metricsPort);
  }

  /** Returns the same with as many readers as may be. */
  public Queries withMostConcurrency() {
    return new Queries(
        expressions,
        file,
        top,
        urls,
        range,
        step,
        rate,
        (int) Math.min(MOST_READERS, MOST_BYTES_AT_ONCE / answerBytes),
        timeout,
        answerBytes,
        totalBytes,
        duration,
        freshness,
        metricsPort);
  }

  /** Tells whether nothing is read. */
  public boolean isEmpty() {
    return expressions.isEmpty() && file.isEmpty() && top == 0;
  }

  /**
   * Returns what is asked, for a user who is to agree to it: a sentence after a space; "" if
   * nothing is asked.
   */
  public String sentence() {
    if (isEmpty()) {
      return "";
    }
    String pace =
        rate > 0
            ? "%s a second".formatted(BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString())
            : "as fast as %d readers are answered".formatted(concurrency);
    String at =
        urls.isEmpty()
            ? ""
            : " at " + urls.stream().map(URI::toString).collect(Collectors.joining(", "));
    String marks =
        freshness ? ", and writes one series more to see how soon samples can be read" : "";
    return " It also asks queries%s, %s%s.".formatted(at, pace, marks);
  }

  /** Tells whether queries may be sent below an address, because it takes nothing else. */
  public static boolean isPlain(URI url) {
    String path = url.getPath() == null ? "" : url.getPath();
    return OF_OTHER_PATHS.stream().noneMatch(path::contains);
  }
}
