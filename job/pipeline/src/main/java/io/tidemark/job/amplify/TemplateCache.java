package io.tidemark.job.amplify;

import io.tidemark.series.Churn;
import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The series templates of one subtask. A hit compares the labels, not only their hash.
 *
 * <p>The entry to evict is chosen at random. Scrapes come in the same order each time, and in a
 * scan slightly larger than the cache the least recently used series is the very next, so none
 * would be found. At random, the share found, h, falls slowly with the number of series n over the
 * capacity c: h = e^(-n(1-h)/c), because a series stays if none of the n(1-h) evictions until its
 * next turn hits it. It is 0.82 for a scan a tenth too large, and 0.42 for one that is half too
 * large.
 *
 * <p>A hit costs the reads of what is not in the CPU's caches: the series' bucket, its entry and
 * its labels, which the encoder reads next. It stores nothing, except once a minute that the series
 * has come, and until when it need not be recorded. An eviction costs the same. A series takes
 * about 80 bytes beside its labels and its template.
 */
final class TemplateCache {
  private final int capacity;
  private final Function<Labels, SeriesTemplate> create;
  private final RandomGenerator random;
  private final Met met;

  /** There are at least twice as many buckets as entries, so that most chains are one long. */
  private Entry[] buckets = new Entry[1024];

  /** These are all entries, in no order, up to {@link #size}. */
  private Entry[] entries = new Entry[512];

  private int size;

  private int minute;
  private long gets;
  private long misses;
  private long evictions;

  /** Is told of a series once in each minute that it comes in, and again after it was evicted. */
  interface Met {
    /**
     * @return the series' {@code recordedUntil} from now on; 0 the first time it comes
     */
    int met(Entry series);
  }

  TemplateCache(
      int capacity, Function<Labels, SeriesTemplate> create, RandomGenerator random, Met met) {
    this.capacity = capacity;
    this.create = create;
    this.random = random;
    this.met = met;
  }

  /**
   * @param now the minute of all look-ups from here on
   */
  void minute(long now) {
    minute = (int) now;
  }

  /**
   * Reads what {@link #again} and the encoder will read of a series.
   *
   * @return a number without a meaning
   */
  long touch(Entry entry) {
    if (entry.template != null) {
      return entry.hash + entry.template.maxSampleBytes();
    }
    Entry e = buckets[bucket(entry.hash)];
    if (e == null) {
      return 0;
    }
    int last = e.labels.length - 1;
    return e.hash + e.labels[last >> 1] + e.labels[last] + e.template.maxSampleBytes();
  }

  /** Returns the labels' template, and makes it if it is not there. */
  SeriesTemplate get(Labels labels) {
    return entry(labels).template;
  }

  /** Returns the same for an entry that was in this cache before. */
  Entry again(Entry entry) {
    if (!entry.cached) {
      return entry(entry.labels());
    }
    gets++;
    come(entry);
    return entry;
  }

  private void come(Entry e) {
    if (e.minute != minute) {
      e.minute = minute;
      e.recordedUntil = met.met(e);
    }
  }

  Entry entry(Labels labels) {
    long hash = labels.hash();
    gets++;
    for (Entry e = buckets[bucket(hash)]; e != null; e = e.next) {
      if (e.hash == hash && Arrays.equals(e.labels, labels.encoded())) {
        come(e);
        return e;
      }
    }
    misses++;
    SeriesTemplate template = create.apply(labels);
    var entry = new Entry(labels, template);
    entry.cached = true;
    entry.minute = minute;
    entry.recordedUntil = met.met(entry);
    if (size == capacity) {
      int place = random.nextInt(size);
      entries[place].putOut();
      unlink(entries[place]);
      entries[place] = entry;
      evictions++;
    } else {
      if (size == entries.length) {
        grow();
      }
      entries[size++] = entry;
    }
    link(entry);
    return entry;
  }

  long hits() {
    return gets - misses;
  }

  long misses() {
    return misses;
  }

  long evictions() {
    return evictions;
  }

  int size() {
    return size;
  }

  private int bucket(long hash) {
    // The shuffle has used the hash to choose this subtask, so a multiplication spreads the
    // remaining bits.
    return (int) ((hash * 0x9E3779B97F4A7C15L) >>> 32) & (buckets.length - 1);
  }

  private void unlink(Entry entry) {
    int bucket = bucket(entry.hash);
    if (buckets[bucket] == entry) {
      buckets[bucket] = entry.next;
      return;
    }
    Entry before = buckets[bucket];
    while (before.next != entry) {
      before = before.next;
    }
    before.next = entry.next;
  }

  private void grow() {
    entries = Arrays.copyOf(entries, Math.min(2 * entries.length, capacity));
    buckets = new Entry[2 * buckets.length];
    for (int i = 0; i < size; i++) {
      link(entries[i]);
    }
  }

  private void link(Entry entry) {
    int bucket = bucket(entry.hash);
    entry.next = buckets[bucket];
    buckets[bucket] = entry;
  }

  /** A series. */
  static class Entry {
    final long hash;
    final byte[] labels;

    /** This is null if the series is not cached. */
    SeriesTemplate template;

    private boolean cached;

    /** Whether the series has one copy more, see {@link Amplifier}; null if nobody has asked. */
    Boolean more;

    int minute;
    int recordedUntil;
    Entry next;

    Entry(Labels labels, SeriesTemplate template) {
      this.hash = labels.hash();
      this.labels = labels.encoded();
      this.template = template;
    }

    /** Clears the entry, which a number may still refer to and so keep in memory. */
    private void putOut() {
      cached = false;
      template = null;
    }

    Labels labels() {
      return Labels.ofEncoded(labels, hash);
    }
  }

  /** A series of the source in whose place a succession of new series is written. */
  static final class Replaced extends Entry {
    private final double phase;
    private long generation;

    /** This is null before the first sample. */
    private Entry written;

    Replaced(Labels labels, Churn churn) {
      super(labels, null);
      phase = churn.phase(labels);
    }

    /** Returns the series that a sample of this one is written to. */
    Entry at(long timestampMillis, Churn churn, TemplateCache templates) {
      long at = churn.generation(phase, timestampMillis);
      boolean same = written != null && at == generation;
      generation = at;
      written = templates.again(same ? written : new Entry(churn.replaced(labels(), at), null));
      return written;
    }
  }
}
