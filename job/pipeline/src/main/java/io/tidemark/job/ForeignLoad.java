package io.tidemark.job;

import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.SourceType;
import io.tidemark.series.Fleet;
import io.tidemark.sink.Tsdb;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The load that is about to be written to a database that Tidemark did not start.
 *
 * @param configs the configurations of all jobs that write it
 * @param text where it goes, how much it is and for how long, in whole sentences of one line
 */
public record ForeignLoad(List<JobConfig> configs, String text) {
  /**
   * @param duration the time after which the job is stopped
   */
  public static ForeignLoad ofRun(JobConfig config, Optional<Duration> duration) {
    var configs = List.of(config);
    return new ForeignLoad(
        configs,
        "This writes %s to %s, which Tidemark did not start, %s.%s"
                .formatted(
                    rate(config), addresses(configs), until(config, duration), letters(config))
            + config.queries().sentence());
  }

  /**
   * @param from where the letters are, for people
   */
  public static ForeignLoad ofDeadLetters(JobConfig config, String from) {
    var configs = List.of(config);
    return new ForeignLoad(
        configs,
        "This writes the samples of the dead letters in %s, as fast as they are taken, to %s, which Tidemark did not start."
            .formatted(from, addresses(configs)));
  }

  /** Tells whether a database keeps any of it. */
  public boolean isAny() {
    return configs.stream().anyMatch(ForeignLoad::isStored);
  }

  /** Tells whether the configuration of each database that keeps it accepts the load. */
  public boolean isAccepted() {
    return configs.stream()
        .filter(ForeignLoad::isStored)
        .allMatch(config -> config.target().acceptLoad());
  }

  /** Returns the databases' addresses, for people. */
  public static String addresses(List<JobConfig> configs) {
    return configs.stream()
        .flatMap(config -> config.target().urls().stream())
        .distinct()
        .map(URI::toString)
        .collect(Collectors.joining(", "));
  }

  private static boolean isStored(JobConfig config) {
    return Tsdb.byType(config.target().type(), ForeignLoad.class.getClassLoader()).stores();
  }

  private static String rate(JobConfig config) {
    JobConfig.Datagen datagen = config.source().datagen();
    return config.source().type() == SourceType.DATAGEN && datagen.rate() > 0
        ? amount(config, datagen.rate()) + " samples/s"
        : "samples as fast as they are taken";
  }

  /** Returns the number of amplified samples, for people. */
  private static String amount(JobConfig config, long sourceSamples) {
    Fleet fleet = config.amplify().fleet();
    String amount = String.format(Locale.ROOT, "%,.0f", sourceSamples * fleet.copies());
    return fleet.isUniform() ? amount : "about " + amount;
  }

  private static String until(JobConfig config, Optional<Duration> duration) {
    JobConfig.Source source = config.source();
    boolean generated = source.type() == SourceType.DATAGEN;
    long samples = source.datagen().samples();
    boolean endless =
        generated
            ? samples == 0
            : source.type() == SourceType.KAFKA && source.kafka().stop().equals("none");
    String end =
        endless
            ? "until it is stopped"
            : generated ? amount(config, samples) + " in all" : "until its source ends";
    return duration
        .map(time -> "for " + DurationText.format(time) + (endless ? "" : " at most, " + end))
        .orElse(end);
  }

  private static String letters(JobConfig config) {
    return config.deadLetter().type() == JobConfig.DeadLetterType.KAFKA
        ? " What is refused goes to the Kafka topic %s.".formatted(config.deadLetter().topic())
        : "";
  }
}
