package io.tidemark.parse;

import io.tidemark.series.Labels;
import java.util.Arrays;

/**
 * Remembers the series that a task has read, by number: the bytes of their labels, in the order of
 * their first appearance, and which series followed which. Samples come in nearly the same order
 * each time, so the next series is mostly the one that followed last time. Finding it takes one
 * comparison with bytes next to those compared before, instead of a check, a hash and a search.
 * Every comparison covers all bytes.
 *
 * <p>The memory is bounded: series that come when it is full get no number. It is emptied when so
 * many samples had none that learning all series again costs little in comparison, because old
 * series may no longer come.
 */
public final class SeriesMemory {
  public static final int NONE = -1;

  /** Longer labels get no number. They are rare, and would leave gaps at the ends of pages. */
  private static final int MAX_LABEL_BYTES = 1 << 12;

  private static final int PAGE_BITS = 18;
  private static final int MAX_PAGES = 256;
  private static final int UNNUMBERED_PER_SERIES = 16;

  private final int maxSeries;
  private final byte[][] pages = new byte[MAX_PAGES][];
  private int end;

  private int count;
  private int[] starts = new int[1024];
  private int[] lengths = new int[1024];
  private long[] hashes = new long[1024];
  private int[] followers = new int[1024];
  private boolean[] told = new boolean[1024];

  /** A hash table with the numbers, {@link #NONE} where it is empty; at most half of it is used. */
  private int[] table = new int[4096];

  private int last = NONE;
  private long unnumbered;

  public SeriesMemory(int maxSeries) {
    this.maxSeries = maxSeries;
    forget();
  }

  /** Called between records: numbers are valid until the next call. */
  public void begin() {
    if (unnumbered >= (long) UNNUMBERED_PER_SERIES * maxSeries) {
      forget();
    }
  }

  private void forget() {
    count = 0;
    end = 0;
    last = NONE;
    unnumbered = 0;
    Arrays.fill(table, NONE);
    Arrays.fill(told, false);
  }

  /**
   * Returns the number of the series that followed the current one last time, if its labels begin
   * at {@code from}. The caller has to check that they also end there.
   */
  public int following(byte[] bytes, int from, int limit) {
    int number = last == NONE ? NONE : followers[last];
    return number != NONE
            && lengths[number] <= limit - from
            && isAt(number, bytes, from, from + lengths[number])
        ? number
        : NONE;
  }

  /**
   * Returns the number of a series, and gives it one if it had none; {@link #NONE} if there is no
   * room.
   */
  public int number(long hash, byte[] bytes, int from, int to) {
    int mask = table.length - 1;
    int place = place(hash);
    for (; table[place] != NONE; place = place + 1 & mask) {
      int number = table[place];
      if (hashes[number] == hash && lengths[number] == to - from && isAt(number, bytes, from, to)) {
        return number;
      }
    }
    return add(place, hash, bytes, from, to);
  }

  /** Returns the number of the series that comes next, and notes that it does. */
  public int came(Labels labels) {
    byte[] bytes = labels.encoded();
    int number = following(bytes, 0, bytes.length);
    if (number == NONE || lengths[number] != bytes.length) {
      number = number(labels.hash(), bytes, 0, bytes.length);
    }
    came(number);
    return number;
  }

  /** Notes that a series comes next. */
  public void came(int number) {
    if (number == NONE) {
      unnumbered++;
    } else {
      if (last != NONE && followers[last] != number) {
        followers[last] = number;
      }
      last = number;
    }
  }

  /** Returns whether this is the first call for this series. */
  public boolean isToBeTold(int number) {
    boolean first = !told[number];
    if (first) {
      told[number] = true;
    }
    return first;
  }

  public long hash(int number) {
    return hashes[number];
  }

  public int length(int number) {
    return lengths[number];
  }

  public Labels labels(int number) {
    int start = inPage(number);
    byte[] encoded = Arrays.copyOfRange(page(number), start, start + lengths[number]);
    return Labels.ofEncoded(encoded, hashes[number]);
  }

  private boolean isAt(int number, byte[] bytes, int from, int to) {
    int start = inPage(number);
    return Arrays.equals(page(number), start, start + to - from, bytes, from, to);
  }

  private byte[] page(int number) {
    return pages[starts[number] >>> PAGE_BITS];
  }

  private int inPage(int number) {
    return starts[number] & (1 << PAGE_BITS) - 1;
  }

  private int add(int place, long hash, byte[] bytes, int from, int to) {
    int length = to - from;
    int start = (end & (1 << PAGE_BITS) - 1) + length > 1 << PAGE_BITS ? nextPage() : end;
    if (count == maxSeries || length > MAX_LABEL_BYTES || start >>> PAGE_BITS >= MAX_PAGES) {
      return NONE;
    }
    int number = count++;
    if (number == starts.length) {
      grow();
    }
    int page = start >>> PAGE_BITS;
    if (pages[page] == null) {
      pages[page] = new byte[1 << PAGE_BITS];
    }
    System.arraycopy(bytes, from, pages[page], start & (1 << PAGE_BITS) - 1, length);
    end = start + length;
    starts[number] = start;
    lengths[number] = length;
    hashes[number] = hash;
    followers[number] = NONE;
    table[place] = number;
    if (2 * count > table.length) {
      rehash();
    }
    return number;
  }

  private int nextPage() {
    return (end >>> PAGE_BITS) + 1 << PAGE_BITS;
  }

  private void grow() {
    int size = 2 * starts.length;
    starts = Arrays.copyOf(starts, size);
    lengths = Arrays.copyOf(lengths, size);
    hashes = Arrays.copyOf(hashes, size);
    followers = Arrays.copyOf(followers, size);
    told = Arrays.copyOf(told, size);
  }

  private void rehash() {
    table = new int[2 * table.length];
    Arrays.fill(table, NONE);
    for (int number = 0; number < count; number++) {
      int place = place(hashes[number]);
      while (table[place] != NONE) {
        place = place + 1 & table.length - 1;
      }
      table[place] = number;
    }
  }

  private int place(long hash) {
    return (int) (hash * 0x9E3779B97F4A7C15L >>> 32) & table.length - 1;
  }
}
