package io.tidemark.run;

import io.tidemark.measure.Amounts;
import java.nio.file.Path;
import java.util.Optional;

/** The disk that a database of our own may take, as far as that is known before it is written. */
public final class DiskNeed {
  /**
   * Bytes that a series takes. One database was seen to take 80 for 11 labels in 230 bytes (400,000
   * series, some samples included); a merge has them twice, and others take more.
   */
  public static final double BYTES_A_SERIES = 300;

  /** Bytes that a sample takes before merges make them fewer. */
  public static final double BYTES_A_SAMPLE = 4;

  private DiskNeed() {}

  /** A folder, and what is free on its disk. */
  record Place(Path folder, long freeBytes) {}

  static double bytes(double series, double samples) {
    return BYTES_A_SERIES * series + BYTES_A_SAMPLE * samples;
  }

  /**
   * Returns why so much can't be in both places at once; empty if it can.
   *
   * @param oneDisk whether both are on the same disk
   */
  static Optional<String> problem(double bytes, Place first, Place second, boolean oneDisk) {
    double needed = oneDisk ? 2 * bytes : bytes;
    Place smaller = first.freeBytes <= second.freeBytes ? first : second;
    return smaller.freeBytes >= needed
        ? Optional.empty()
        : Optional.of(
            "the disk of %s has %s free, and it may take %s"
                .formatted(
                    smaller.folder, Amounts.bytes(smaller.freeBytes), Amounts.bytes(needed)));
  }
}
