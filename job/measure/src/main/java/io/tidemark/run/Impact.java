package io.tidemark.run;

import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.net.URI;
import java.time.Duration;
import java.util.stream.Collectors;

/**
 * What a search or a comparison is about to do to a database that was there before.
 *
 * @param times that all series are written anew, under a label each
 * @param most time that it writes
 * @param name of the run
 * @param labels of every series, as text
 */
public record Impact(JobConfig config, int times, Duration most, String name, String labels) {
  /** What a database on a few cores takes. */
  private static final double SAMPLES_PER_SECOND = 1e6;

  /** What the user agrees to, or not. */
  public interface Consent {
    /**
     * @throws io.tidemark.job.config.ConfigException if the user does not agree
     */
    void to(Impact impact);
  }

  /** Whether there is a database at all. */
  public boolean isAny() {
    return Tsdb.byType(config.target().type(), Impact.class.getClassLoader()).stores();
  }

  public String text() {
    TargetConfig target = config.target();
    String urls = target.urls().stream().map(URI::toString).collect(Collectors.joining(", "));
    return "This saturates %s for up to %s, which Tidemark did not start. It writes %s, and about %s samples where it takes a million a second, with %s.%s"
        .formatted(
            urls,
            DurationText.format(most),
            series(),
            Amounts.count(SAMPLES_PER_SECOND * most.toSeconds()),
            labels,
            name.isEmpty() ? "" : " Afterwards: tidemark clean --run " + name);
  }

  private String series() {
    long n = config.amplify().n();
    return config.source().type() == JobConfig.SourceType.DATAGEN
        ? Amounts.count((double) times * n * config.source().datagen().seriesAlive())
            + " new series"
        : "%d new series for each of the source's".formatted(times * n);
  }
}
