package io.tidemark.job.amplify;

import io.tidemark.sink.Labels;
import io.tidemark.sink.SeriesTemplate;
import java.util.function.Function;

/**
 * The series templates of one subtask, least recently used first out. A hit compares the labels,
 * not only their hash. About 100 bytes a series beside the template's own; a hit takes some 20 ns
 * once the series is in the CPU's cache.
 */
final class TemplateCache {
  private final int capacity;
  private final Function<Labels, SeriesTemplate> create;
  private Entry[] buckets = new Entry[1024];
  private int size;

  /**
   * Ring through all entries in order of use: {@code head.older} is the most recent, {@code
   * head.newer} the oldest.
   */
  private final Entry head = new Entry(null, null, null);

  private long hits;
  private long misses;
  private long evictions;

  TemplateCache(int capacity, Function<Labels, SeriesTemplate> create) {
    this.capacity = capacity;
    this.create = create;
    head.older = head;
    head.newer = head;
  }

  /** The labels' template, made now if it is not there. */
  SeriesTemplate get(Labels labels) {
    for (Entry e = buckets[bucket(labels.hash())]; e != null; e = e.next) {
      if (e.labels.equals(labels)) {
        hits++;
        unlink(e);
        linkFirst(e);
        return e.template;
      }
    }
    misses++;
    SeriesTemplate template = create.apply(labels);
    if (size == capacity) {
      evictOldest();
    } else if (size == buckets.length) {
      grow();
    }
    int bucket = bucket(labels.hash());
    Entry entry = new Entry(labels, template, buckets[bucket]);
    buckets[bucket] = entry;
    linkFirst(entry);
    size++;
    return template;
  }

  long hits() {
    return hits;
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
    // The shuffle has used the hash to choose this subtask; a multiplication spreads what is left.
    return (int) ((hash * 0x9E3779B97F4A7C15L) >>> 32) & (buckets.length - 1);
  }

  private void evictOldest() {
    Entry oldest = head.newer;
    unlink(oldest);
    int bucket = bucket(oldest.labels.hash());
    if (buckets[bucket] == oldest) {
      buckets[bucket] = oldest.next;
    } else {
      Entry before = buckets[bucket];
      while (before.next != oldest) {
        before = before.next;
      }
      before.next = oldest.next;
    }
    size--;
    evictions++;
  }

  private void grow() {
    buckets = new Entry[2 * buckets.length];
    for (Entry e = head.older; e != head; e = e.older) {
      int bucket = bucket(e.labels.hash());
      e.next = buckets[bucket];
      buckets[bucket] = e;
    }
  }

  private static void unlink(Entry e) {
    e.newer.older = e.older;
    e.older.newer = e.newer;
  }

  private void linkFirst(Entry e) {
    e.newer = head;
    e.older = head.older;
    head.older.newer = e;
    head.older = e;
  }

  private static final class Entry {
    final Labels labels;
    final SeriesTemplate template;
    Entry next;
    Entry newer;
    Entry older;

    Entry(Labels labels, SeriesTemplate template, Entry next) {
      this.labels = labels;
      this.template = template;
      this.next = next;
    }
  }
}
