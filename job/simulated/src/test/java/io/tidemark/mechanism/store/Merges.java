package io.tidemark.mechanism.store;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Disk;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a log-structured store does behind its writes: what has gathered in memory is flushed to a
 * part; so many parts of a level are merged into one of the next, which takes CPU and disk for a
 * while and then nothing. Where merging falls too far behind, writes wait.
 */
public final class Merges {
  private static final int LEVELS = 3;
  private static final int PIECES = 20;

  /**
   * @param flushSamples that are gathered in memory
   * @param fan parts of one level that become one of the next
   * @param cpuPerSample of one merge
   * @param bytesPerSample on the disk
   * @param workers merges that run at once
   * @param mostPending parts that wait to be flushed or merged before writes wait
   */
  public record Settings(
      double flushSamples,
      int fan,
      double cpuPerSample,
      double bytesPerSample,
      int workers,
      int mostPending) {}

  private final Settings settings;
  private final Cores.Group process;
  private final Disk disk;
  private final Deque<Runnable> pending = new ArrayDeque<>();
  private final Deque<Runnable> stalled = new ArrayDeque<>();
  private final int[] parts = new int[LEVELS];
  private double inMemory;
  private int running;

  public Merges(Settings settings, Cores.Group process, Disk disk) {
    this.settings = settings;
    this.process = process;
    this.disk = disk;
  }

  /** Calls back once the samples are in memory: at once, unless merging is behind. */
  public void add(double samples, Runnable done) {
    if (pending.size() > settings.mostPending) {
      stalled.add(() -> add(samples, done));
      return;
    }
    inMemory += samples;
    if (inMemory >= settings.flushSamples) {
      double flushed = inMemory;
      inMemory = 0;
      enqueue(0, flushed);
    }
    done.run();
  }

  private void enqueue(int level, double samples) {
    pending.add(() -> work(level, samples, 0));
    start();
  }

  private void start() {
    while (running < settings.workers && !pending.isEmpty()) {
      running++;
      pending.remove().run();
    }
  }

  /** In pieces: it computes, then writes what it computed. A merge reads as much as it writes. */
  private void work(int level, double samples, int piece) {
    if (piece == PIECES) {
      end(level, samples);
      return;
    }
    double part = samples / PIECES;
    double bytes = part * settings.bytesPerSample * (level == 0 ? 1 : 2);
    process.run(
        part * settings.cpuPerSample,
        () -> disk.write(bytes, () -> work(level, samples, piece + 1)));
  }

  private void end(int level, double samples) {
    running--;
    parts[level]++;
    if (parts[level] == settings.fan && level + 1 < LEVELS) {
      parts[level] = 0;
      enqueue(level + 1, samples * settings.fan);
    } else if (level + 1 == LEVELS) {
      parts[level] = 0;
    }
    start();
    for (int waiting = stalled.size(); waiting > 0 && pending.size() <= settings.mostPending; ) {
      waiting--;
      stalled.remove().run();
    }
  }

  public int stalled() {
    return stalled.size();
  }
}
