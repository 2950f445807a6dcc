package io.tidemark.job.observe;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The program of a child JVM: works for so many milliseconds, on two threads that compute or on one
 * that makes garbage, and says at its end what this process reads of itself.
 */
final class Worker {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int KEPT_BLOCKS = 300;

  private Worker() {}

  public static void main(String[] args) throws InterruptedException {
    long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000;
    if (args[0].equals("garbage")) {
      makeGarbage(end);
    } else {
      var other = new Thread(() -> compute(end));
      other.start();
      compute(end);
      other.join();
    }
    ProcessReading reading = ThisProcess.read("", null);
    System.out.printf("cores %s%n", reading.cores());
    System.out.printf("gcSeconds %s%n", reading.gcSeconds());
    System.out.printf("cpuSeconds %s%n", reading.cpuSeconds());
    if (reading.quota() != null) {
      System.out.printf("groupSeconds %s%n", reading.quota().cpuSeconds());
      System.out.printf("throttledSeconds %s%n", reading.quota().throttledSeconds());
    }
  }

  private static void compute(long end) {
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** A third of a heap of 64 MB lives for a while. */
  private static void makeGarbage(long end) {
    Deque<byte[]> kept = new ArrayDeque<>();
    while (System.nanoTime() < end) {
      kept.add(new byte[BLOCK_BYTES]);
      if (kept.size() > KEPT_BLOCKS) {
        kept.remove();
      }
    }
  }
}
