package io.tidemark.job.amplify;

import io.tidemark.series.Sample;

/**
 * The latest source sample of a series, which waits for the next one.
 *
 * @param times how often the very same sample came, as producers that retry send it
 * @param sinceMillis when it came, by the clock
 */
record HeldSample(Sample sample, int times, long sinceMillis) {
  HeldSample again() {
    return new HeldSample(sample, times + 1, sinceMillis);
  }
}
