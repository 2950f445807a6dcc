package io.tidemark.measure;

import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
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
            2 * seconds,
            0,
            Math.round(batches),
            batches * 0.02,
            Math.round(batches),
            0,
            0,
            0,
            0,
            0,
            0,
            batches * 0.02,
            0,
            calls(),
            calls(),
            List.of());
    var process =
        new ProcessReading("p", "host", 2, seconds / 2, 0, 1, 2, 2, 1, null, Map.of(), null, null);
    return new Observation(
        "write", subtask, attempt, millis, Math.round(samples), 0, writing, process);
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
