package io.tidemark.parse;

import io.tidemark.series.Labels;
import java.util.Arrays;

/**
 * The series that a task has read, by number: their labels' bytes, in the order in which they came
 * first, and which of them came after which. Samples come in about the same order each time, so the
 * next series is mostly the one that followed the last time: one comparison with bytes that lie
 * behind those compared before, instead of a check, a hash and a search. All comparisons are of all
 * bytes.
 *
 * <p>Bounded: what comes when it is full has no number. It is emptied when so many samples had none
 * that to learn anew costs next to nothing beside them: the series of old may be gone.
 */
public final class SeriesMemory {
  public static final int NONE = -1;

  /** Longer labels are rare, and would leave gaps at the pages' ends. */
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

  /** Numbers by hash, NONE where none; at most half full. */
  private int[] table = new int[4096];

  private int last = NONE;
  private long unnumbered;

  public SeriesMemory(int maxSeries) {
    this.maxSeries = maxSeries;
    forget();
  }

  /** Between records: numbers hold from here to the next call. */
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
   * The number of the series that followed the latest one the last time, if its labels stand at
   * {@code from}; the caller sees to it that they end there.
   */
  public int following(byte[] bytes, int from, int limit) {
    int number = last == NONE ? NONE : followers[last];
    return number != NONE
            && lengths[number] <= limit - from
            && isAt(number, bytes, from, from + lengths[number])
        ? number
        : NONE;
  }

  /** The number of a series, given now if it had none; NONE if there is no room. */
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

  /** As above, of the series that comes now. */
  public int came(Labels labels) {
    byte[] bytes = labels.encoded();
    int number = following(bytes, 0, bytes.length);
    if (number == NONE || lengths[number] != bytes.length) {
      number = number(labels.hash(), bytes, 0, bytes.length);
    }
    came(number);
    return number;
  }

  /** Notes that a series comes now, whatever its number. */
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

  /** Whether this asks for the series the first time. */
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
