package io.tidemark.readers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * A line with the counts of the readers' process for the process that started it.
 *
 * @param marks counts of markers; null if freshness is not measured
 */
record Report(Reader.Count reads, MarkerProbe.Count marks) {
  private static final String SEPARATOR = " ";
  private static final String NOTHING = "-";

  /** Number of fields before the reasons of failures. */
  private static final int FIELDS = 12;

  /**
   * Returns the counters, the histogram, the end or "-", then the counters and histogram of
   * markers, and then each reason with its count.
   */
  String line() {
    var line = new StringBuilder();
    add(line, reads.asked(), reads.answered(), reads.failed(), reads.late(), reads.bytes());
    line.append(packed(reads.latencies())).append(SEPARATOR);
    line.append(reads.ended() == null ? NOTHING : encoded(reads.ended())).append(SEPARATOR);
    if (marks == null) {
      add(line, 0, 0, 0, 0);
      line.append(NOTHING);
    } else {
      add(line, marks.asked(), marks.refused(), marks.lost(), marks.unseenMicros());
      line.append(packed(marks.micros()));
    }
    reads
        .failures()
        .forEach(
            (reason, times) ->
                line.append(SEPARATOR).append(encoded(reason)).append(SEPARATOR).append(times));
    return line.toString();
  }

  private static void add(StringBuilder line, long... counters) {
    for (long each : counters) {
      line.append(each).append(SEPARATOR);
    }
  }

  /**
   * @throws IllegalArgumentException if the text is no such line
   */
  static Report parse(String line) {
    String[] fields = line.split(SEPARATOR);
    if (fields.length < FIELDS) {
      throw new IllegalArgumentException("no report of a reader");
    }
    var failures = new LinkedHashMap<String, Long>();
    for (int i = FIELDS; i + 1 < fields.length; i += 2) {
      failures.put(decoded(fields[i]), Long.parseLong(fields[i + 1]));
    }
    var reads =
        new Reader.Count(
            Long.parseLong(fields[0]),
            Long.parseLong(fields[1]),
            Long.parseLong(fields[2]),
            Long.parseLong(fields[3]),
            Long.parseLong(fields[4]),
            failures,
            fields[6].equals(NOTHING) ? null : decoded(fields[6]),
            histogram(fields[5]));
    return new Report(reads, fields[11].equals(NOTHING) ? null : marks(fields));
  }

  private static MarkerProbe.Count marks(String[] fields) {
    return new MarkerProbe.Count(
        Long.parseLong(fields[7]),
        Long.parseLong(fields[8]),
        Long.parseLong(fields[9]),
        Long.parseLong(fields[10]),
        histogram(fields[11]));
  }

  private static String packed(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    byte[] packed = new byte[histogram.encodeIntoCompressedByteBuffer(bytes)];
    bytes.flip().get(packed);
    return Base64.getEncoder().encodeToString(packed);
  }

  /** Returns a packed histogram, because two per second are kept throughout a run or search. */
  private static Histogram histogram(String base64) {
    try {
      return PackedHistogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
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
