package io.tidemark.run;

import io.tidemark.job.ForeignLoad;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.series.Fleet;
import java.time.Duration;
import java.util.List;

/**
 * What a search or a comparison is about to do to a database that was there before.
 *
 * @param configs the configurations of its jobs, which differ in nothing that counts here but the
 *     target
 * @param times how many times all series are written anew, each under a label of its own
 * @param most the longest time that it writes
 * @param name the name of the run
 * @param labels the labels of every series, as text
 */
public record Impact(
    List<JobConfig> configs, long times, Duration most, String name, String labels) {
  /** The samples per second that a database on a few cores takes. */
  static final double SAMPLES_PER_SECOND = 1e6;

  /** Returns what the user has to agree to. */
  public ForeignLoad load() {
    return new ForeignLoad(configs, text());
  }

  private String text() {
    return "This saturates %s for up to %s, which Tidemark did not start. It writes %s, and about %s samples where it takes a million a second, with %s.%s%s"
        .formatted(
            ForeignLoad.addresses(configs),
            DurationText.format(most),
            series(),
            Amounts.count(SAMPLES_PER_SECOND * most.toSeconds()),
            labels,
            name.isEmpty()
                ? ""
                : " Afterwards, tidemark clean --run %s deletes it.".formatted(name),
            configs.get(0).queries().sentence());
  }

  private String series() {
    JobConfig config = configs.get(0);
    double n = config.amplify().n();
    return config.source().type() == JobConfig.SourceType.DATAGEN
        ? Amounts.count(times * n * config.source().datagen().seriesAlive()) + " new series"
        : "%s new series for each of the source's".formatted(Fleet.text(times * n));
  }
}
