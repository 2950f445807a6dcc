package io.tidemark.job.amplify;

import io.tidemark.sink.SeriesTemplate;

/** Is cached for a series that breaks a rule, so that its further samples need no new check. */
record RefusedSeries(String reason) implements SeriesTemplate {
  @Override
  public int maxSampleBytes() {
    return 0;
  }
}
