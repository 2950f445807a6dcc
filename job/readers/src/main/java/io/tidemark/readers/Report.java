package io.tidemark.readers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** One line that carries a {@link Reader.Count} from the process that reads to its parent. */
final class Report {
  private static final String SEPARATOR = " ";

  /** Of counters, before the reasons. */
  private static final int FIELDS = 7;

  private Report() {}

  /** Counters, the histogram, the end or "-", and each reason with how often it was given. */
  static String line(Reader.Count count) {
    Histogram latencies = count.latencies();
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    byte[] packed = new byte[latencies.encodeIntoCompressedByteBuffer(bytes)];
    bytes.flip().get(packed);
    var line = new StringBuilder();
    for (long each :
        new long[] {count.asked(), count.answered(), count.failed(), count.late(), count.bytes()}) {
      line.append(each).append(SEPARATOR);
    }
    line.append(Base64.getEncoder().encodeToString(packed)).append(SEPARATOR);
    line.append(count.ended() == null ? "-" : encoded(count.ended()));
    count
        .failures()
        .forEach(
            (reason, times) ->
                line.append(SEPARATOR).append(encoded(reason)).append(SEPARATOR).append(times));
    return line.toString();
  }

  /**
   * @throws IllegalArgumentException if it is no such line
   */
  static Reader.Count parse(String line) {
    String[] fields = line.split(SEPARATOR);
    if (fields.length < FIELDS) {
      throw new IllegalArgumentException("no report of a reader");
    }
    var failures = new LinkedHashMap<String, Long>();
    for (int i = FIELDS; i + 1 < fields.length; i += 2) {
      failures.put(decoded(fields[i]), Long.parseLong(fields[i + 1]));
    }
    try {
      return new Reader.Count(
          Long.parseLong(fields[0]),
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[4]),
          failures,
          fields[6].equals("-") ? null : decoded(fields[6]),
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(fields[5])), 0));
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("no histogram of a reader", e);
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
