package io.tidemark.sink.rows;

import java.util.Arrays;

/**
 * The series whose labels the database has, so that each is written once. A series takes 24 to 48
 * bytes. After {@value #MAX_SERIES} series, all are forgotten and learned anew. Thread-safe.
 */
public final class KnownSeries {
  private static final int MAX_SERIES = 4_000_000;
  private static final int FIRST_CAPACITY = 1 << 12;

  /**
   * The golden section of 2^64: multiplying by it spreads numbers that come in a row (Knuth, 6.4).
   */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public enum State {
    KNOWN,
    NEW,
    /** Another series has this key. */
    COLLIDES
  }

  /** The series' keys; 0 in a free place. */
  private long[] keys = new long[FIRST_CAPACITY];

  private int[] checks = new int[FIRST_CAPACITY];
  private int size;

  public synchronized State state(long first, long second, int check) {
    long key = key(first, second);
    int at = place(key);
    if (keys[at] == 0) {
      return State.NEW;
    }
    return checks[at] == check ? State.KNOWN : State.COLLIDES;
  }

  synchronized void add(long first, long second, int check) {
    if (size >= MAX_SERIES) {
      Arrays.fill(keys, 0);
      size = 0;
    }
    if (2 * size >= keys.length) {
      grow();
    }
    long key = key(first, second);
    int at = place(key);
    if (keys[at] == 0) {
      keys[at] = key;
      checks[at] = check;
      size++;
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldChecks = checks;
    keys = new long[2 * oldKeys.length];
    checks = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        checks[at] = oldChecks[i];
      }
    }
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) (key * SPREAD >>> 32) & mask;
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static long key(long first, long second) {
    long key = first ^ Long.rotateLeft(second * SPREAD, 31);
    return key == 0 ? 1 : key;
  }
}
