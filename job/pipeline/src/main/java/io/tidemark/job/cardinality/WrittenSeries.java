package io.tidemark.job.cardinality;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.datagen.GeneratedSeries;
import io.tidemark.job.datagen.SeriesShape;

/** How many series the series of a generator become, their copies included. */
public final class WrittenSeries {
  private WrittenSeries() {}

  /** Returns the written series alive at a time. */
  public static long of(JobConfig config) {
    return GeneratedSeries.written(config.source().datagen(), config.amplify().fleet());
  }

  /** Returns the mean number for each series of the generator: near N, and N if that is whole. */
  public static double perSeries(JobConfig config) {
    double n = config.amplify().n();
    return n == Math.rint(n)
        ? n
        : (double) of(config) / SeriesShape.of(config.source().datagen()).slots();
  }
}
