package io.tidemark.job.amplify;

import io.tidemark.sink.SeriesTemplate;

/**
 * Stands in the cache for a series that breaks a rule, so that the rule is not tried for each of
 * its samples.
 */
record RefusedSeries(String reason) implements SeriesTemplate {
  @Override
  public int maxSampleBytes() {
    return 0;
  }
}
