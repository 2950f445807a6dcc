package io.tidemark.benchmarks.soak;

import io.tidemark.testing.KafkaBroker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes to a topic at a rate, in a thread of its own. Record i goes to partition i modulo the
 * number of partitions.
 */
final class PacedProducer implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final double NANOS = 1e9;

  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param recordsPerSecond rate; infinite for as fast as possible
   */
  PacedProducer(
      KafkaBroker kafka,
      String topic,
      int partitions,
      SoakTraffic traffic,
      double recordsPerSecond) {
    thread =
        new Thread(() -> produce(kafka, topic, partitions, traffic, recordsPerSecond), "producer");
    thread.setDaemon(true);
    thread.start();
  }

  private void produce(
      KafkaBroker kafka,
      String topic,
      int partitions,
      SoakTraffic traffic,
      double recordsPerSecond) {
    long begin = System.nanoTime();
    try (var producer = kafka.producer(Map.of("linger.ms", 50, "compression.type", "zstd"))) {
      long sent = 0;
      while (sent < traffic.records() && !closed) {
        double due = (System.nanoTime() - begin) / NANOS * recordsPerSecond;
        for (; sent < traffic.records() && sent <= due && !closed; sent++) {
          producer.send(
              new ProducerRecord<>(topic, (int) (sent % partitions), null, traffic.record(sent)),
              (metadata, thrown) -> failure.compareAndSet(null, thrown));
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Waits until everything is written. */
  void await() throws InterruptedException {
    thread.join();
    if (failure.get() != null) {
      throw new IllegalStateException("the topic is not whole", failure.get());
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
