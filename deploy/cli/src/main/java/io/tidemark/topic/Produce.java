package io.tidemark.topic;

import io.tidemark.format.RecordFormatter;
import io.tidemark.job.RootCause;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Fills a topic with samples, many to a record. The hash of a series decides on its partition, so
 * that its samples keep their order. Used once, by one thread.
 */
public final class Produce implements SampleParser.Output {
  /** Brokers take records up to 1 MiB by default. The limit leaves room for one more sample. */
  private static final int MAX_RECORD_BYTES = 512 << 10;

  private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

  private final KafkaTopic topic;
  private final RecordFormatter[] byPartition;
  private final int samplesPerRecord;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final AtomicLong acknowledged = new AtomicLong();

  private KafkaProducer<byte[], byte[]> producer;
  private long samples;
  private long records;
  private long bytes;
  private long unreadable;
  private long unwritable;

  /**
   * @param writers makes a new formatter for each partition
   */
  public Produce(
      KafkaTopic topic, int partitions, Supplier<RecordFormatter> writers, int samplesPerRecord) {
    this.topic = topic;
    this.samplesPerRecord = samplesPerRecord;
    this.byPartition =
        IntStream.range(0, partitions).mapToObj(i -> writers.get()).toArray(RecordFormatter[]::new);
  }

  /**
   * Counts of what was written. When {@link #run} has returned, all of it is acknowledged.
   *
   * @param samples number of samples in all records
   * @param bytes size of the records' values
   * @param unreadable number of parts of the input that are no samples
   * @param unwritable number of samples that the format can't express
   */
  public record Totals(long samples, long records, long bytes, long unreadable, long unwritable) {}

  /**
   * Writes the input to the topic, and returns when all that was read is acknowledged.
   *
   * @param stop tells whether the user wants it to end; called often. What was read before is
   *     written
   * @param watch gets the totals handed to the client so far; called often
   * @throws RunException if the brokers take no more records
   */
  public Totals run(SampleInput input, BooleanSupplier stop, Consumer<Totals> watch)
      throws IOException {
    try (KafkaProducer<byte[], byte[]> client = topic.producer()) {
      producer = client;
      boolean more = true;
      while (more && !stop.getAsBoolean() && failure.get() == null) {
        more = input.read(this);
        watch.accept(totals());
      }
      for (int partition = 0; partition < byPartition.length; partition++) {
        send(partition);
      }
      // Records that are not acknowledged within this time fail, so the exception below reports
      // them.
      producer.close(StopBudget.ofThisProcess().left(StopBudget.Step.WRITE, FOREVER));
    } catch (KafkaException e) {
      failure.compareAndSet(null, e);
    }
    if (failure.get() != null) {
      throw new RunException(
          "topic %s takes no more records after %d: %s"
              .formatted(
                  topic.name(), acknowledged.get(), topic.redact(RootCause.of(failure.get()))));
    }
    return totals();
  }

  /** Returns the number of records that the brokers have acknowledged so far. */
  public long acknowledged() {
    return acknowledged.get();
  }

  private Totals totals() {
    return new Totals(samples, records, bytes, unreadable, unwritable);
  }

  @Override
  public void sample(Sample sample) {
    int partition = Math.floorMod(sample.labels().hash(), byPartition.length);
    RecordFormatter record = byPartition[partition];
    if (!record.add(sample)) {
      unwritable++;
      return;
    }
    samples++;
    if (record.samples() >= samplesPerRecord || record.bytes() >= MAX_RECORD_BYTES) {
      send(partition);
    }
  }

  private void send(int partition) {
    if (byPartition[partition].samples() == 0) {
      return;
    }
    byte[] value = byPartition[partition].take();
    records++;
    bytes += value.length;
    producer.send(
        new ProducerRecord<>(topic.name(), partition, null, value),
        (sent, thrown) -> {
          if (thrown == null) {
            acknowledged.incrementAndGet();
          } else {
            failure.compareAndSet(null, thrown);
          }
        });
  }

  @Override
  public void rejected(Rejection why, String detail, byte[] record, int offset, int length) {
    unreadable++;
  }
}
