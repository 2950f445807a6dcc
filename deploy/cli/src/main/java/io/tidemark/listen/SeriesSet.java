package io.tidemark.listen;

import java.util.Arrays;

/** A bounded set of series, told apart by their 64-bit hashes. Not thread-safe. */
final class SeriesSet {
  /** Stands for an empty place, so that this one hash is held by the flag. */
  private static final long EMPTY = 0;

  private final int max;
  private long[] table = new long[1 << 12];
  private int size;
  private boolean hasEmpty;

  SeriesSet(int max) {
    this.max = max;
  }

  /** Adds it; false if it is not in the set and there is no room. */
  boolean add(long hash) {
    if (hash == EMPTY) {
      boolean in = hasEmpty || size < max;
      size += in && !hasEmpty ? 1 : 0;
      hasEmpty |= in;
      return in;
    }
    int place = place(hash);
    if (table[place] == hash) {
      return true;
    }
    if (size == max) {
      return false;
    }
    table[place] = hash;
    size++;
    if (2 * size > table.length) {
      grow();
    }
    return true;
  }

  int size() {
    return size;
  }

  private void grow() {
    long[] old = table;
    table = new long[2 * old.length];
    Arrays.stream(old).filter(hash -> hash != EMPTY).forEach(hash -> table[place(hash)] = hash);
  }

  /** Where it is, or would be. */
  private int place(long hash) {
    int mask = table.length - 1;
    int place = (int) (hash * 0x9E3779B97F4A7C15L >>> 32) & mask;
    while (table[place] != EMPTY && table[place] != hash) {
      place = place + 1 & mask;
    }
    return place;
  }
}
