package io.tidemark.cardinality;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.sink.Tsdb;
import java.util.Map;

/** Keeps a run from filling a database with more series than anyone meant. */
public final class SeriesGuard {
  private SeriesGuard() {}

  /**
   * Looks at the source where a database keeps what is written, which takes a topic some seconds,
   * and at most a minute.
   *
   * @param environment for secrets of Kafka's client
   * @throws ConfigException if more series than {@code amplify.max-series} are in sight
   */
  public static void check(JobConfig config, Map<String, String> environment) {
    boolean stores =
        Tsdb.byType(config.target().type(), SeriesGuard.class.getClassLoader()).stores();
    if (!stores) {
      return;
    }
    SeriesEstimate.of(config.source(), environment)
        .ifPresent(estimate -> require(estimate, config.amplify()));
  }

  static void require(SeriesEstimate estimate, JobConfig.Amplify amplify) {
    double written = estimate.series() * amplify.n();
    if (written > amplify.maxSeries()) {
      throw new ConfigException(
          "amplify.max-series=%d: %s series would be written (%s of the source, %s, times amplify.n=%d); raise it if the database is to take them, or lower amplify.n"
              .formatted(
                  amplify.maxSeries(),
                  Amounts.count(written),
                  Amounts.count(estimate.series()),
                  estimate.how(),
                  amplify.n()));
    }
  }
}
