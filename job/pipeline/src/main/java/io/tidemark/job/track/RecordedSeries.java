package io.tidemark.job.track;

/**
 * Series, and until when each stands recorded. Of a series only its 64-bit hash is kept: of a
 * million the odds that any two share one are 1 to 37 million.
 *
 * <p>Their number is bounded. The least recently used must go, as CLOCK approximates it: a hand
 * goes round and puts out the first whose time is over, or that nobody asked for, and found, since
 * it last came by.
 *
 * <p>A place takes 12 bytes, and between 64 and 80 % are taken: 15 to 18.75 bytes a series. A
 * look-up goes over 13 places in the mean at most if the series is not there, and 3 if it is. Not
 * thread-safe.
 */
final class RecordedSeries {
  private static final int BYTES_PER_PLACE = Long.BYTES + Integer.BYTES;
  private static final double MAX_LOAD = 0.8;
  private static final double GROWTH = 1.25;
  private static final int FIRST_PLACES = 64;

  /** Marks an entry of {@link #until}: the series was found since the hand came by. */
  private static final int USED = 1 << 31;

  private final int capacity;
  private long[] hashes = new long[FIRST_PLACES];

  /** The second up to which a series stands recorded, at least 1; 0 in a free place. */
  private int[] until = new int[FIRST_PLACES];

  private int size;
  private int hand;
  private long evictions;

  /**
   * @param capacity the most series
   */
  RecordedSeries(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Returns the second up to which a series stands recorded; 0 if it does not.
   *
   * @param second the present one, at least 1
   */
  int until(long hash, int second) {
    int place = find(hash);
    if (until[place] == 0 || isOver(place, second)) {
      return 0;
    }
    int end = until[place] & ~USED;
    until[place] |= USED;
    return end;
  }

  /**
   * @param end the second up to which the series stands recorded
   * @param second the present one
   */
  void put(long hash, int end, int second) {
    int place = find(hash);
    if (until[place] == 0) {
      if (size == capacity) {
        evict(second);
      } else if (size + 1 > MAX_LOAD * hashes.length) {
        grow();
      }
      place = find(hash);
      hashes[place] = hash;
      size++;
    }
    until[place] = end | USED;
  }

  int size() {
    return size;
  }

  /** Returns how many series were put out before their time was over. */
  long evictions() {
    return evictions;
  }

  long bytes() {
    return (long) BYTES_PER_PLACE * hashes.length;
  }

  private boolean isOver(int place, int second) {
    return (until[place] & ~USED) <= second;
  }

  /** Returns the place of a series, or the free place where it belongs. */
  private int find(long hash) {
    int place = home(hash);
    while (until[place] != 0 && hashes[place] != hash) {
      place = next(place);
    }
    return place;
  }

  private int home(long hash) {
    // The shuffle has used the hash to choose this subtask; a multiplication spreads what is left.
    long spread = (hash * 0x9E3779B97F4A7C15L) >>> 1;
    return (int) Math.multiplyHigh(spread, 2L * hashes.length);
  }

  private int next(int place) {
    return place + 1 == hashes.length ? 0 : place + 1;
  }

  private void evict(int second) {
    while (true) {
      boolean over = isOver(hand, second);
      if (until[hand] > 0 || until[hand] != 0 && over) {
        evictions += over ? 0 : 1;
        remove(hand);
        return;
      }
      until[hand] &= ~USED;
      hand = next(hand);
    }
  }

  /** Moves those up that could not have this place before, so that no look-up ends too soon. */
  private void remove(int place) {
    int hole = place;
    for (int i = next(hole); until[i] != 0; i = next(i)) {
      int home = home(hashes[i]);
      boolean behindHole = hole < i ? hole < home && home <= i : hole < home || home <= i;
      if (!behindHole) {
        hashes[hole] = hashes[i];
        until[hole] = until[i];
        hole = i;
      }
    }
    until[hole] = 0;
    size--;
  }

  private void grow() {
    long[] formerHashes = hashes;
    int[] formerUntil = until;
    int places = (int) Math.min(GROWTH * hashes.length + 1, capacity / MAX_LOAD + 2);
    hashes = new long[places];
    until = new int[places];
    hand = 0;
    for (int i = 0; i < formerUntil.length; i++) {
      if (formerUntil[i] != 0) {
        int place = find(formerHashes[i]);
        hashes[place] = formerHashes[i];
        until[place] = formerUntil[i];
      }
    }
  }

  @Override
  public String toString() {
    return "RecordedSeries[size=%d, capacity=%d, places=%d]"
        .formatted(size, capacity, hashes.length);
  }
}
