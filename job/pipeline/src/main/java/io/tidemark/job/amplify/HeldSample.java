package io.tidemark.job.amplify;

import io.tidemark.series.Sample;

/**
 * The latest source sample of a series, which waits for the next one.
 *
 * @param times how often the very same sample came; producers that retry send it again
 * @param sinceMillis when it came, in Unix milliseconds
 */
record HeldSample(Sample sample, int times, long sinceMillis) {
  HeldSample again() {
    return new HeldSample(sample, times + 1, sinceMillis);
  }
}
