package io.tidemark.listen;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** What came and what became of it. Not thread-safe, but for {@link #refusedRequest}. */
final class Totals {
  long requests;
  long samples;
  long histograms;
  long histogramSamples;
  long exemplars;
  long metadata;
  long startTimes;

  /** Samples, and points of OTLP, that are in no file, by reason. */
  final Map<String, Long> refused = new TreeMap<>();

  /** Requests of which nothing is in the file, by reason. */
  final Map<String, Long> refusedRequests = new ConcurrentSkipListMap<>();

  void refusedRequest(String reason) {
    refusedRequests.merge(reason, 1L, Long::sum);
  }
}
