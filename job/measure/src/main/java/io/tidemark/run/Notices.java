package io.tidemark.run;

import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.SizeText;
import io.tidemark.job.source.CountSamples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a job's totals show that nobody would look for, each thing once. */
final class Notices {
  private final JobConfig config;
  private boolean generatorSaid;
  private boolean lettersSaid;

  Notices(JobConfig config) {
    this.config = config;
  }

  List<String> of(Totals totals, Instant now) {
    var lines = new ArrayList<String>();
    if (!generatorSaid && generatorWaits(totals, now)) {
      generatorSaid = true;
      lines.add(
          "generated time has come as far ahead of the clock as the database takes it (limits.future=%s): from here on the generator goes at the clock's pace, a sample of each series every %s; an earlier source.datagen.start, or more series, keep it busy for longer"
              .formatted(
                  DurationText.format(config.limits().future()),
                  DurationText.format(config.source().datagen().interval())));
    }
    var letters = RunResult.DeadLetters.of(totals);
    if (!lettersSaid && letters.overBytes() + letters.overSpace() > 0) {
      lettersSaid = true;
      lines.add(
          "dead letters are counted and no longer kept: %s"
              .formatted(
                  letters.overBytes() > 0
                      ? "dead-letter.max-bytes=%s is reached"
                          .formatted(SizeText.format(config.deadLetter().maxBytes()))
                      : "dead-letter.max-free-share=%s is reached, or the disk is full"
                          .formatted(config.deadLetter().maxFreeShare())));
    }
    return lines;
  }

  private boolean generatorWaits(Totals totals, Instant now) {
    long generatedMillis = totals.count(CountSamples.GENERATED_MILLIS);
    if (config.source().type() != JobConfig.SourceType.DATAGEN || generatedMillis <= 0) {
      return false;
    }
    Instant next = Instant.ofEpochMilli(generatedMillis).plus(config.source().datagen().interval());
    return next.isAfter(now.plus(GeneratorTime.ahead(config)));
  }
}
