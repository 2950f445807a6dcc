package io.tidemark.measure;

import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import io.tidemark.job.observe.WriterCounter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What writers report of which each delivers a batch of 100 samples every 10 ms, 20 ms after it had
 * its permit.
 */
final class WriterReports {
  private WriterReports() {}

  static Observation of(int subtask, int attempt, long millis, double samples) {
    double batches = samples / 100;
    double seconds = batches / 100;
    var writing =
        new Observation.Writing(
            2,
            counts(
                Map.of(
                    WriterCounter.SAMPLES,
                    Math.round(samples),
                    WriterCounter.IN_FLIGHT_SECONDS,
                    2 * seconds,
                    WriterCounter.BATCHES,
                    Math.round(batches),
                    WriterCounter.BATCH_SECONDS,
                    batches * 0.02,
                    WriterCounter.CALLS,
                    Math.round(batches),
                    WriterCounter.ANSWER_SECONDS,
                    batches * 0.02)),
            calls(),
            calls(),
            List.of());
    var process =
        new ProcessReading("p", "host", 2, seconds / 2, 0, 1, 2, 2, 1, null, Map.of(), null, null);
    return new Observation(subtask, attempt, millis, writing, process);
  }

  /** Those that are not named are 0. */
  static double[] counts(Map<WriterCounter, ? extends Number> counted) {
    double[] values = new double[WriterCounter.values().length];
    counted.forEach((counter, value) -> values[counter.place()] = value.doubleValue());
    return values;
  }

  /** In a quarter of a second: 25 of 20 ms. */
  private static byte[] calls() {
    var micros = new Histogram(3);
    micros.recordValueWithCount(20_000, 25);
    var encoded = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    int length = micros.encodeIntoCompressedByteBuffer(encoded);
    return Arrays.copyOf(encoded.array(), length);
  }
}
