package io.tidemark.benchmarks.scale.simulated;

/**
 * CPU time of the job for each written sample, by the thread that uses it. What garbage collection,
 * compilation and the rest of a JVM take is spread over these in proportion, so that they sum to
 * what the kernel counted.
 *
 * <p>Two costs are assumed, because a host of two cores never sends small blocks: that of each
 * block of source samples, and that of each network buffer between two TaskManagers.
 *
 * @param sourceNanos parsing and sending, per written sample
 * @param fetchNanos the consumer's own thread; 0 of a generator
 * @param amplifyNanos amplifying and encoding
 * @param writeNanos the writer's own thread
 * @param httpNanos the client's threads
 * @param wireBytes per written sample to the database
 */
public record Costs(
    int m,
    double sourceNanos,
    double fetchNanos,
    double amplifyNanos,
    double writeNanos,
    double httpNanos,
    double wireBytes) {
  /** A block's key, source, count, checksum and size take 28, Flink's frame takes 5. */
  public static final int BLOCK_BYTES = 33;

  public static final long BLOCK_LINGER_NANOS = 10_000_000;

  /** A source sample that is sent with its labels takes this; docs/scale.md has it. */
  public static final int PLAIN_BYTES = 267;

  /** This is assumed: one virtual call and one serialization on either side. */
  public static final double BLOCK_NANOS = 250;

  /** This is assumed: a system call and a wake-up on either side. */
  public static final double BUFFER_NANOS = 5_000;

  /** One batch's outcome takes this in the subtask that counts them; from results/pipeline.md. */
  public static final double ACK_NANOS = 300;

  /** {@code Kafka, M=20, parallelism 2} of benchmarks/results/pipeline.md: 36.8 ns in all. */
  public static final Costs KAFKA_20 = of(20, 36.8, 4.874, 1.595, 16.8, 3.737, 6.553, 24.9);

  /** {@code Kafka, M=6, parallelism 2}: 75.3 ns in all. */
  public static final Costs KAFKA_6 = of(6, 75.3, 15.9, 5.286, 36.4, 4.978, 7.300, 28.0);

  /** {@code Kafka, M=1, parallelism 2}: 366.2 ns in all. */
  public static final Costs KAFKA_1 = of(1, 366.2, 91.0, 72.6, 156.2, 9.737, 14.6, 48.1);

  /** {@code no server, parallelism 2 on two cores} of benchmarks/results/growth.md: 21.9 ns. */
  public static final Costs GENERATED_20 = of(20, 21.9, 1.782, 0, 14.8, 3.507, 0, 24.9);

  /**
   * @param totalNanos what the parts are scaled to sum to
   */
  public static Costs of(
      int m,
      double totalNanos,
      double source,
      double fetch,
      double amplify,
      double write,
      double http,
      double wireBytes) {
    double factor = totalNanos / (source + fetch + amplify + write + http);
    return new Costs(
        m,
        factor * source,
        factor * fetch,
        factor * amplify,
        factor * write,
        factor * http,
        wireBytes);
  }

  public double totalNanos() {
    return sourceNanos + fetchNanos + amplifyNanos + writeNanos + httpNanos;
  }

  /** Returns the same costs of a layout that takes so many bytes of each sample. */
  public Costs sending(double bytes) {
    return new Costs(m, sourceNanos, fetchNanos, amplifyNanos, writeNanos, httpNanos, bytes);
  }

  /** Returns costs in the same proportions that sum to this. */
  public Costs scaledTo(double nanos) {
    return of(m, nanos, sourceNanos, fetchNanos, amplifyNanos, writeNanos, httpNanos, wireBytes);
  }
}
