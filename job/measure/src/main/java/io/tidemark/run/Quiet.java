package io.tidemark.run;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Poll;
import io.tidemark.sink.OwnedDatabase;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Finds out whether a database has ended its work: for {@value #LOOKS} looks in a row, a second
 * apart, its processes used less than {@value #IDLE_CORES} of a core and the bytes of its files
 * stayed.
 */
public final class Quiet {
  /** The time that a database is given after it has written for some seconds. */
  public static final Duration WITHIN = Duration.ofSeconds(30);

  static final int LOOKS = 3;
  static final double IDLE_CORES = 0.05;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private double cpuSeconds = Double.NaN;
  private long bytes;
  private int quiet;

  /**
   * Waits until the work of one of our own has ended.
   *
   * @return whether it did in time
   */
  public static boolean await(OwnedDatabase database, Duration limit) {
    var quiet = new Quiet();
    LinuxProcess process = database.process();
    long[] last = {System.nanoTime()};
    return Poll.until(
        limit,
        LOOK_AGAIN,
        () -> {
          long now = System.nanoTime();
          double seconds = (now - last[0]) / 1e9;
          last[0] = now;
          return quiet.look(process.cpuSeconds().orElse(Double.NaN), seconds, bytes(database));
        });
  }

  /** Returns the bytes of all its files; negative if one was removed meanwhile. */
  public static long bytes(OwnedDatabase database) {
    try {
      return FolderCopy.bytes(database.folder());
    } catch (UncheckedIOException e) {
      return -1;
    }
  }

  /**
   * @param cpuSeconds CPU seconds that were used so far
   * @param seconds time since the last look
   * @param bytes bytes of its files; negative if they changed while they were read
   * @return whether its work has ended
   */
  boolean look(double cpuSeconds, double seconds, long bytes) {
    boolean idle = cpuSeconds - this.cpuSeconds < IDLE_CORES * seconds;
    quiet = idle && bytes >= 0 && bytes == this.bytes ? quiet + 1 : 0;
    this.cpuSeconds = cpuSeconds;
    this.bytes = bytes;
    return quiet >= LOOKS;
  }
}
