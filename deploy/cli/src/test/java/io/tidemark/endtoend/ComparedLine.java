package io.tidemark.endtoend;

import io.tidemark.simulated.Link;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * A line so thin that it, and not this host, says how fast large batches go, and so long that small
 * ones wait for each answer: one request at a time, 10,000 samples take about 50 ms and 1,000 about
 * 14 ms. So 1,000 to a batch make less than half of the samples/s, on a busy host too.
 */
final class ComparedLine {
  static final Duration LATENCY = Duration.ofMillis(8);
  private static final long BYTES_PER_SECOND = 5_000_000;

  private ComparedLine() {}

  static Link to(VictoriaMetricsContainer store) throws IOException {
    return Link.to(URI.create(store.baseUrl()), BYTES_PER_SECOND, LATENCY);
  }
}
