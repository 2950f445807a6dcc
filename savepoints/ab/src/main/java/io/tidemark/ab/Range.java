package io.tidemark.ab;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.OffsetsText;
import io.tidemark.job.config.OffsetsText.Partition;
import io.tidemark.job.kafka.KafkaRange.Held;
import io.tidemark.job.source.SourcePositions;
import io.tidemark.job.source.SourcePositions.Generated;
import io.tidemark.job.source.SourcePositions.Kafka;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The part of the source that every run reads: from the savepoint's positions to these ends. Pure.
 *
 * @param generatedSamples number of samples at which a generator ends, counted from its beginning;
 *     0 for other sources
 * @param kafkaStart offsets of the first records; "" for other sources
 * @param kafkaEnd offsets of the first records that are no longer read; "" for other sources
 * @param sourceSamples expected number of source samples in the range; 0 if it is unknown
 */
public record Range(long generatedSamples, String kafkaStart, String kafkaEnd, long sourceSamples) {

  private static final double WARM_UP_SHARE = 0.25;

  /** Returns the configured source with this end instead of its own. */
  JobConfig.Source limit(JobConfig.Source source) {
    return switch (source.type()) {
      case DATAGEN -> source.withDatagen(source.datagen().withSamples(generatedSamples));
      case KAFKA -> source.withKafka(source.kafka().withStop(kafkaEnd));
      case FILE -> source;
    };
  }

  /**
   * Returns the source of the warm-up. It leaves most of what a topic already holds for the runs,
   * in case nothing more is written to it.
   *
   * @param held offsets that Kafka holds now; empty for other sources
   */
  static JobConfig.Source warmUp(JobConfig.Source source, SortedMap<Partition, Held> held) {
    if (source.type() != JobConfig.SourceType.KAFKA || !source.kafka().start().equals("earliest")) {
      return unlimited(source);
    }
    var hold = new TreeMap<Partition, Long>();
    held.forEach(
        (partition, has) ->
            hold.put(
                partition,
                has.earliest() + Math.round(WARM_UP_SHARE * (has.end() - has.earliest()))));
    return source.withKafka(source.kafka().withStop(OffsetsText.formatHold(hold)));
  }

  /**
   * Returns the source from its beginning up to positions that all its parts have reached.
   *
   * @throws ConfigException if the source can't be read again, see {@link #isRepeatable}
   */
  static JobConfig.Source until(
      SourcePositions positions, JobConfig.Source source, SortedMap<Partition, Held> held) {
    if (positions instanceof Generated generated) {
      long ticks = Math.max(1, generated.firstTick());
      return source.withDatagen(source.datagen().withSamples(ticks * generated.seriesPerTick()));
    }
    if (positions instanceof Kafka kafka) {
      var end = new TreeMap<>(start(kafka, held));
      held.forEach((partition, has) -> end.putIfAbsent(partition, has.earliest()));
      return source.withKafka(source.kafka().withStop(OffsetsText.format(end)));
    }
    throw new ConfigException("source.type=file: files are not read up to a place");
  }

  /**
   * Tells whether the source begins at the same place each time, and can be read up to a
   * savepoint's positions.
   */
  static boolean isRepeatable(JobConfig.Source source) {
    return switch (source.type()) {
      case DATAGEN -> true;
      case KAFKA -> !List.of("latest", "committed").contains(source.kafka().start());
      case FILE -> false;
    };
  }

  /** Returns the source without an end, for parts of the comparison that are not compared. */
  static JobConfig.Source unlimited(JobConfig.Source source) {
    return switch (source.type()) {
      case DATAGEN -> source.withDatagen(source.datagen().withSamples(0));
      case KAFKA -> source.withKafka(source.kafka().withStop("none"));
      case FILE -> source;
    };
  }

  /**
   * Chooses the range that begins at a savepoint.
   *
   * @param samplesRead samples read until the savepoint
   * @param samplesPerRecord samples per record of the source; NaN if no record was read
   * @param held offsets that Kafka holds now; empty for other sources
   * @param wanted number of source samples wanted
   * @param least number of source samples that a run needs at least
   * @throws ConfigException if the source has fewer than that
   */
  static Range after(
      SourcePositions positions,
      long samplesRead,
      double samplesPerRecord,
      SortedMap<Partition, Held> held,
      long wanted,
      long least) {
    if (positions instanceof Generated generated) {
      return generated(generated, samplesRead, wanted);
    }
    if (positions instanceof Kafka kafka) {
      return kafka(kafka, samplesPerRecord, held, wanted, least);
    }
    return new Range(0, "", "", 0);
  }

  private static Range generated(Generated positions, long samplesRead, long wanted) {
    // Subtasks have read up to different ticks, so the range is counted from the farthest of them.
    long farthest = (positions.lastTick() + 1) * positions.seriesPerTick();
    long end = Math.max(samplesRead, farthest) + wanted;
    return new Range(end, "", "", end - samplesRead);
  }

  private static Range kafka(
      Kafka positions,
      double samplesPerRecord,
      SortedMap<Partition, Held> held,
      long wanted,
      long least) {
    var start = start(positions, held);
    long available = 0;
    for (var partition : start.entrySet()) {
      available += held.get(partition.getKey()).end() - partition.getValue();
    }
    if (Double.isNaN(samplesPerRecord)) {
      throw new ConfigException(
          "no record was read, neither in the warm-up nor in the rehearsals; take a longer --warm-up, or produce more of them");
    }
    double share = wanted / (available * samplesPerRecord);
    if (available == 0 || available * samplesPerRecord < least) {
      throw new ConfigException(
          "Kafka holds too few records behind the savepoint [records=%d, about %d samples, needed=%d]; produce more of them, or take an earlier savepoint (--warm-up)"
              .formatted(available, Math.round(available * samplesPerRecord), least));
    }
    var end = new TreeMap<Partition, Long>();
    long chosen = 0;
    for (var partition : start.entrySet()) {
      long first = partition.getValue();
      long behind = held.get(partition.getKey()).end() - first;
      long taken = Math.min(behind, (long) Math.ceil(behind * share));
      end.put(partition.getKey(), first + taken);
      chosen += taken;
    }
    // Partitions that were added to the topic since the savepoint do not belong to the range.
    held.forEach((partition, has) -> end.putIfAbsent(partition, has.earliest()));
    return new Range(
        0,
        OffsetsText.format(start),
        OffsetsText.format(end),
        Math.round(chosen * samplesPerRecord));
  }

  /**
   * Returns where each partition of the range begins. Topics of the savepoint that are no longer
   * read do not belong to it.
   */
  private static SortedMap<Partition, Long> start(
      Kafka positions, SortedMap<Partition, Held> held) {
    var start = new TreeMap<Partition, Long>();
    Set<String> topics = held.keySet().stream().map(Partition::topic).collect(Collectors.toSet());
    positions
        .offsets()
        .forEach(
            (partition, offset) -> {
              if (!topics.contains(partition.topic())) {
                return;
              }
              Held now = held.get(partition);
              if (now == null) {
                throw new ConfigException(
                    "the savepoint reads partition %s, which Kafka does not have"
                        .formatted(partition));
              }
              start.put(partition, offset < 0 ? now.earliest() : offset);
            });
    requireHeld(start, held);
    return start;
  }

  /**
   * @throws ConfigException if Kafka has deleted records of the range
   */
  void requireHeld(SortedMap<Partition, Held> held) {
    if (!kafkaStart.isEmpty()) {
      requireHeld(OffsetsText.parse(kafkaStart), held);
    }
  }

  private static void requireHeld(
      SortedMap<Partition, Long> start, SortedMap<Partition, Held> held) {
    start.forEach(
        (partition, first) -> {
          Held now = held.get(partition);
          if (now == null || now.earliest() > first) {
            throw new ConfigException(
                "Kafka no longer holds the range that is compared: %s begins at offset %s, the savepoint needs %d; keep records longer (retention.ms, retention.bytes) or take a new savepoint"
                    .formatted(partition, now == null ? "none" : now.earliest(), first));
          }
        });
  }

  boolean isShorterThan(long wanted) {
    return sourceSamples > 0 && sourceSamples < 0.9 * wanted;
  }

  @Override
  public String toString() {
    return !kafkaEnd.isEmpty()
        ? "from %s to %s".formatted(kafkaStart, kafkaEnd)
        : generatedSamples > 0
            ? "to the generator's sample %d".formatted(generatedSamples)
            : "to the end of the files";
  }
}
