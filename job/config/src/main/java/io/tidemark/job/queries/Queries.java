package io.tidemark.job.queries;

import java.io.Serializable;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is read beside the writes, within bounds.
 *
 * @param expressions in the database's language; asked in turn with those of the file
 * @param file one expression a line, or ""
 * @param top so many more, of the database's own list of what it spent most time on
 * @param urls where it answers queries; empty: where it is written to
 * @param range how far back each query looks
 * @param step between two points of an answer; zero for one point
 * @param rate queries per second, due whether or not earlier ones were answered; 0: each reader
 *     asks when it was answered
 * @param concurrency most queries outstanding at a time
 * @param timeout of each query
 * @param answerBytes of each answer
 * @param totalBytes of all answers; then nothing is asked any more
 * @param duration of all the reading; likewise
 * @param freshness whether samples of one more series are written, to see how soon they can be read
 * @param metricsPort of a metrics page on 127.0.0.1; 0 for none
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
  /** Of all answers that may be on their way at a time. */
  public static final long MOST_BYTES_AT_ONCE = 256L << 20;

  /** Of {@link #concurrency}. */
  public static final int MOST_READERS = 256;

  /** Of {@link #rate}. */
  public static final int MOST_PER_SECOND = 10_000;

  /** What a path has that takes writes or deletes, of any kind of database. */
  private static final List<String> OF_OTHER_PATHS =
      List.of("/api/", "/insert/", "/admin", "/delete", "/write", "/import", "/push", "/receive");

  /** The same bounds, and nothing that is read. */
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

  /** With as many readers as may be. */
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

  /** Whether nothing is read. */
  public boolean isEmpty() {
    return expressions.isEmpty() && file.isEmpty() && top == 0;
  }

  /** What is asked, for who is to agree to it: a sentence after a space; "" if nothing is. */
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

  /** Whether an address is one that queries may be sent below: none that takes anything else. */
  public static boolean isPlain(URI url) {
    String path = url.getPath() == null ? "" : url.getPath();
    return OF_OTHER_PATHS.stream().noneMatch(path::contains);
  }
}
