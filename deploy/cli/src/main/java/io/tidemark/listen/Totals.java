package io.tidemark.listen;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Counts of what was received, and of what became of it. Not thread-safe, except {@link
 * #refusedRequest}.
 */
final class Totals {
  long requests;
  long samples;
  long histograms;
  long histogramSamples;
  long exemplars;
  long metadata;
  long startTimes;

  /** Number of samples and points of OTLP that are not in the file, by reason. */
  final Map<String, Long> refused = new TreeMap<>();

  /** Number of requests of which nothing is in the file, by reason. */
  final Map<String, Long> refusedRequests = new ConcurrentSkipListMap<>();

  void refusedRequest(String reason) {
    refusedRequests.merge(reason, 1L, Long::sum);
  }
}
