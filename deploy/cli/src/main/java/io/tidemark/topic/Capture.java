package io.tidemark.topic;

import io.tidemark.job.RootCause;
import io.tidemark.job.file.CaptureFile;
import io.tidemark.job.kafka.TopicReader;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Copies the records of a topic into a file until a bound is reached. Used by one thread.
 *
 * @param maxRecords number of records after which it ends; 0 for no bound
 * @param maxTime time after which it ends
 * @param anonymous writes each record with pseudonyms; empty to copy records unchanged
 */
public record Capture(
    KafkaTopic topic,
    long maxRecords,
    Optional<Duration> maxTime,
    Optional<AnonymousRecords> anonymous) {
  private static final Duration POLL = Duration.ofMillis(200);

  /**
   * Counts of what was copied so far.
   *
   * @param records number of records in the file
   * @param bytes size of the records' values
   * @param elapsed time since the first poll of the topic
   */
  public record Totals(long records, long bytes, Duration elapsed) {}

  /**
   * Copies records, and returns when a bound or {@code source.kafka.stop} is reached and the file
   * is complete.
   *
   * @param stop tells whether the user wants it to end; called often
   * @param watch gets the totals so far; called often
   * @throws RunException if the brokers deliver no more records
   */
  public Totals into(Path file, BooleanSupplier stop, Consumer<Totals> watch) throws IOException {
    try (TopicReader reader = topic.reader();
        CaptureFile to = CaptureFile.create(file)) {
      long startNanos = System.nanoTime();
      var totals = new Totals(0, 0, Duration.ZERO);
      while (!isDone(totals) && !stop.getAsBoolean() && !reader.atEnd()) {
        long records = totals.records();
        long bytes = totals.bytes();
        for (SourceRecord read : reader.poll(POLL)) {
          Optional<SourceRecord> record =
              anonymous.isPresent() ? anonymous.get().of(read) : Optional.of(read);
          if (record.isPresent() && (maxRecords == 0 || records < maxRecords)) {
            to.add(record.get());
            records++;
            bytes += record.get().value() == null ? 0 : record.get().value().length;
          }
        }
        to.commitFull();
        totals = new Totals(records, bytes, Duration.ofNanos(System.nanoTime() - startNanos));
        watch.accept(totals);
      }
      to.finish();
      return totals;
    } catch (KafkaException e) {
      throw new RunException(
          "topic %s can't be read on: %s".formatted(topic.name(), topic.redact(RootCause.of(e))));
    }
  }

  private boolean isDone(Totals totals) {
    return maxRecords > 0 && totals.records() >= maxRecords
        || maxTime.isPresent() && totals.elapsed().compareTo(maxTime.get()) >= 0;
  }

  /**
   * Returns the share that is done, from 0 to 1, towards the bound that is nearest; empty if there
   * is no bound.
   */
  public Optional<Double> share(Totals totals) {
    double byRecords = maxRecords == 0 ? 0 : (double) totals.records() / maxRecords;
    double byTime =
        maxTime.map(most -> (double) totals.elapsed().toMillis() / most.toMillis()).orElse(0.0);
    return maxRecords == 0 && maxTime.isEmpty()
        ? Optional.empty()
        : Optional.of(Math.max(byRecords, byTime));
  }
}
