package io.tidemark.endtoend;

import io.tidemark.simulated.Link;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * A line so long that small batches wait for each answer: one request at a time, 10,000 samples
 * take 70 ms on a quick host and 180 ms on a slow one whose code is cold, 1,000 about 25 and 37 ms.
 * So 1,000 to a batch make half of the samples/s at most, on either. It is thin, too, so that the
 * host is not full.
 */
final class ComparedLine {
  static final String SIDE_A = "write.batch-samples=10000";
  static final String SIDE_B = "write.batch-samples=1000";
  static final Duration LATENCY = Duration.ofMillis(20);
  private static final long BYTES_PER_SECOND = 5_000_000;

  private ComparedLine() {}

  static Link to(VictoriaMetricsContainer store) throws IOException {
    return Link.to(URI.create(store.baseUrl()), BYTES_PER_SECOND, LATENCY);
  }
}
