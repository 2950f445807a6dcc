package io.tidemark.job.cardinality;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.series.Fleet;
import io.tidemark.sink.Tsdb;
import java.util.Map;

/** Keeps a run from filling a database with more series than anyone meant. */
public final class SeriesGuard {
  private SeriesGuard() {}

  /**
   * Looks at the source if the database stores what is written; for a topic that takes some
   * seconds, at most a minute.
   *
   * @param environment the variables for secrets of Kafka's client
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
          "amplify.max-series=%d: %.0f series would be written (%.0f of the source, %s, times amplify.n=%s); raise it if the database is to take them, or lower amplify.n"
              .formatted(
                  amplify.maxSeries(),
                  written,
                  estimate.series(),
                  estimate.how(),
                  Fleet.text(amplify.n())));
    }
  }
}
