package io.tidemark.judge;

/**
 * Whether a database has ended its work: for {@value #LOOKS} looks in a row, a second apart, its
 * processes used less than {@value #IDLE_CORES} of a core and the bytes of its files stayed. Pure.
 */
final class Quiet {
  static final int LOOKS = 3;
  static final double IDLE_CORES = 0.05;

  private double cpuSeconds = Double.NaN;
  private long bytes;
  private int quiet;

  /**
   * @param cpuSeconds used so far
   * @param seconds since the last look
   * @param bytes of its files; negative if they changed while they were read
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
