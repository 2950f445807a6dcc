package io.tidemark.topic;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.datagen.GeneratedSamples;
import io.tidemark.job.datagen.Pace;
import io.tidemark.parse.SampleParser;
import io.tidemark.process.Poll;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Generates samples at the generator's rate. */
public final class GeneratedInput implements SampleInput {
  private static final int CHUNK = 256;

  private final Datagen config;
  private final GeneratedSamples generated;
  private final Pace pace;
  private long done;

  /**
   * @param config the generator; its {@code samples} bounds how many it makes
   * @param now current time. Unless {@code start} is set, the last tick is at the minute before,
   *     because a database may refuse samples of the future
   */
  public GeneratedInput(Datagen config, Instant now) {
    if (config.samples() < 1) {
      throw new IllegalArgumentException("no bound on the samples");
    }
    this.config = config;
    long series = new GeneratedSamples(config, 0).seriesPerTick();
    this.generated = new GeneratedSamples(config, startMillis(config, now, series));
    this.pace = new Pace(config.rate(), System.nanoTime());
  }

  static long startMillis(Datagen config, Instant now, long seriesPerTick) {
    if (!config.start().isEmpty()) {
      return Instant.parse(config.start()).toEpochMilli();
    }
    long lastTick = (config.samples() - 1) / seriesPerTick;
    long last = now.truncatedTo(ChronoUnit.MINUTES).toEpochMilli();
    return last - lastTick * config.interval().toMillis();
  }

  @Override
  public boolean read(SampleParser.Output out) {
    int due = pace.take((int) Math.min(CHUNK, config.samples() - done), System.nanoTime());
    if (due == 0) {
      Poll.pause(Duration.ofNanos(Math.max(1, pace.nanosToNextStep())));
    }
    for (int i = 0; i < due; i++) {
      out.sample(generated.next());
    }
    done += due;
    return done < config.samples();
  }

  @Override
  public double share() {
    return (double) done / config.samples();
  }

  @Override
  public String name() {
    return "the generator: %d series, seed %d".formatted(generated.seriesPerTick(), config.seed());
  }

  @Override
  public void close() {}
}
