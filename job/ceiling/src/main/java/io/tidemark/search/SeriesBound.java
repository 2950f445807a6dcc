package io.tidemark.search;

import io.tidemark.job.amplify.ReadySeries;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.run.DiskNeed;
import java.time.Duration;

/**
 * The most series that a search by series may try: as many as are configured, else as many as fit.
 */
final class SeriesBound {
  private SeriesBound() {}

  /**
   * @param heapBytes heap of the process that the job runs in; 0 if that is another one
   * @param diskBytes free bytes where a database of our own writes; 0 if it is none of ours
   */
  record Host(long heapBytes, long diskBytes) {}

  /**
   * Returns the configuration with the most series that may be tried.
   *
   * @throws ConfigException if the configured series would not fit
   */
  static JobConfig in(JobConfig config, CeilingPlan plan, Host host) {
    var generator = config.source().datagen();
    if (config.source().type() != JobConfig.SourceType.DATAGEN) {
      return config;
    }
    boolean churn = plan.by() == CeilingPlan.By.CHURN;
    if (churn && generator.shape() == JobConfig.Shape.GRID) {
      throw new ConfigException(
          "--by churn needs source.datagen.shape=devops: a grid has the same series in each step");
    }
    boolean named =
        churn
            || plan.loaded().names("source.datagen.series")
            || generator.shape() == JobConfig.Shape.GRID;
    boolean keepsFewer = plan.loaded().names("amplify.max-cached-series");
    long ready =
        host.heapBytes == 0 || keepsFewer
            ? (long) config.amplify().maxCachedSeries() * Math.max(1, config.parallelism())
            : ReadySeries.most(host.heapBytes);
    long onDisk = onDisk(config, plan.maxDuration(), host) / times(plan);
    if (!named) {
      double allowed = config.amplify().maxSeries() / Math.max(1, config.amplify().n());
      double most = Math.min(Math.min(ready, onDisk), Math.min(allowed, Integer.MAX_VALUE));
      return with(config, (long) most);
    }
    if (host.heapBytes > 0 && !keepsFewer && generator.seriesAlive() > ready) {
      throw new ConfigException(
          "source.datagen.series=%d: a job that keeps them ready takes about %s of heap, it has %s; at most %d, or more heap (TIDEMARK_JAVA_OPTS=-Xmx…)"
              .formatted(
                  generator.seriesAlive(),
                  Amounts.bytes(ReadySeries.heapBytes(generator.seriesAlive())),
                  Amounts.bytes(host.heapBytes),
                  ready));
    }
    if (generator.seriesAlive() > onDisk) {
      throw new ConfigException(
          "source.datagen.series=%d: the database may write about %s, %s are free; at most %d, a lower source.datagen.rate, or a shorter search"
              .formatted(
                  generator.seriesAlive(),
                  Amounts.bytes(
                      samples(config, plan.maxDuration())
                          + DiskNeed.BYTES_A_SERIES
                              * times(plan)
                              * generator.seriesAlive()
                              * config.amplify().n()),
                  Amounts.bytes(host.diskBytes),
                  onDisk));
    }
    return config;
  }

  /**
   * Returns how many times the series are written: once, and with churn at most all of them anew
   * each minute.
   */
  static long times(CeilingPlan plan) {
    return plan.by() == CeilingPlan.By.CHURN ? 2 + plan.maxDuration().toMinutes() : 1;
  }

  private static JobConfig with(JobConfig config, long series) {
    var source = config.source();
    return config.withSource(source.withDatagen(source.datagen().withSeriesAlive(series)));
  }

  private static long onDisk(JobConfig config, Duration search, Host host) {
    double left = host.diskBytes - samples(config, search);
    return host.diskBytes == 0
        ? Long.MAX_VALUE
        : (long) Math.max(0, left / DiskNeed.BYTES_A_SERIES / config.amplify().n());
  }

  private static double samples(JobConfig config, Duration search) {
    double perSecond = Ramp.paced(config).source().datagen().rate();
    return DiskNeed.BYTES_A_SAMPLE
        * perSecond
        * config.amplify().m()
        * config.amplify().n()
        * search.toSeconds();
  }
}
