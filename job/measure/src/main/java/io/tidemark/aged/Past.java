package io.tidemark.aged;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.build.Version;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.datagen.SeriesShape;
import io.tidemark.series.SeriesHash;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/**
 * Generated samples that lie before those of a run: of the same series, as far apart as configured,
 * and as many as a time has.
 *
 * @param config the configuration of the job that writes them, as fast as it can
 * @param age their time, in whole intervals
 * @param from the time of the first samples
 * @param until the time of a run's first samples
 */
public record Past(JobConfig config, Duration age, Instant from, Instant until) {
  /**
   * Returns the past that ends where a generator begins by itself, or where it is set to begin.
   *
   * @param configured a configuration with the limits of the database at hand
   * @throws ConfigException if nothing is generated, or the database keeps no samples that old
   */
  public static Past of(JobConfig configured, Duration age, Instant now) {
    JobConfig.Source source = configured.source();
    if (source.type() != JobConfig.SourceType.DATAGEN) {
      throw new ConfigException(
          "--aged fills a database with the generator's series; it needs source.type=datagen");
    }
    Datagen generator = source.datagen();
    long ticks = age.dividedBy(generator.interval());
    if (ticks == 0) {
      throw new ConfigException(
          "--aged=%s: shorter than source.datagen.interval=%s"
              .formatted(DurationText.format(age), DurationText.format(generator.interval())));
    }
    Duration whole = generator.interval().multipliedBy(ticks);
    // A generator at the clock's pace begins now, but a kept database is continued later.
    JobConfig unpaced = configured.withSource(source.withDatagen(generator.withRate(0)));
    Instant until = Instant.parse(GeneratorTime.started(unpaced, now).source().start());
    Instant from = until.minus(whole);
    requireKept(configured, age, from, now);
    long samples = Math.multiplyExact(ticks, SeriesShape.of(generator).slots());
    Datagen filling = generator.withRate(0).withSamples(samples).withStart(from.toString());
    return new Past(
        configured.withSource(source.withDatagen(filling)).withoutQueries(), whole, from, until);
  }

  private static void requireKept(JobConfig config, Duration age, Instant from, Instant now) {
    Duration retention = config.limits().retention();
    Instant kept = now.minus(retention);
    Instant oldest = retention.isZero() || kept.isBefore(Instant.EPOCH) ? Instant.EPOCH : kept;
    if (from.isBefore(oldest)) {
      throw new ConfigException(
          "--aged=%s: its first samples would lie at %s, before %s, the oldest that the database takes; name a shorter time, or a later source.datagen.start"
              .formatted(DurationText.format(age), from, oldest));
    }
  }

  /** Returns the number of the generator's samples. */
  public long sourceSamples() {
    return config.source().datagen().samples();
  }

  /** Returns the series that are alive at a time, copies included. */
  public long series() {
    return WrittenSeries.of(config);
  }

  /** Returns the series that are alive at some time, copies included. */
  public double seriesEver() {
    return series() * (1 + config.source().datagen().churn() * ticks());
  }

  /** Returns the number of samples, copies included. */
  public double samples() {
    return (double) ticks() * config.amplify().m() * series();
  }

  private long ticks() {
    return age.dividedBy(config.source().datagen().interval());
  }

  /**
   * Returns a name that is the same for equal content, now or later.
   *
   * @param database the database's kind, version and flags, in words
   * @param explicitStart whether the user says where generated time begins
   */
  public String name(String database, boolean explicitStart) {
    Datagen generator = config.source().datagen();
    JobConfig.Amplify amplify = config.amplify();
    List<Object> content =
        List.of(
            Version.TIDEMARK,
            database,
            age,
            explicitStart ? from : "",
            generator.withSamples(0).withStart(""),
            amplify.m(),
            amplify.n(),
            amplify.interval(),
            amplify.churn(),
            amplify.instanceLabel(),
            amplify.instanceLabels(),
            amplify.value(),
            new TreeMap<>(config.target().extraLabels()),
            config.target().options());
    byte[] text = content.toString().getBytes(UTF_8);
    return "%s-%s-%016x"
        .formatted(
            config.target().type(), DurationText.format(age), SeriesHash.of(text, 0, text.length));
  }
}
