package io.tidemark.job.amplify;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * The series templates of one subtask, least recently used first out. A hit compares the labels,
 * not only their hash.
 *
 * <p>What a hit costs is what of the series is not in the CPU's caches: its bucket, its entry and
 * its labels, which the encoder reads next. It notes its turn in the entry and stores no reference,
 * which in an old object would cost the collector's barrier each time; the queue learns of it when
 * something must go. About 80 bytes a series beside the labels and the template's own.
 */
final class TemplateCache {
  private final int capacity;
  private final Function<Labels, SeriesTemplate> create;

  /** Twice as many as entries at least, so that most chains are one long. */
  private Entry[] buckets = new Entry[1024];

  /** In the order of their turns when they were queued; never later than their latest ones. */
  private final PriorityQueue<Entry> queue =
      new PriorityQueue<>((a, b) -> Long.compare(a.queuedTurn, b.queuedTurn));

  /** Of no meaning; without it the compiler would leave {@link #touch}'s reads out. */
  private long touched;

  private long turn;
  private long misses;
  private long evictions;

  TemplateCache(int capacity, Function<Labels, SeriesTemplate> create) {
    this.capacity = capacity;
    this.create = create;
  }

  /**
   * Fetches what {@link #get} will read of these samples' series into the CPU's caches. One after
   * the other, a hundred bytes here and there among a hundred megabytes, they would be waited for
   * one by one; in a loop that does nothing else the waits overlap.
   */
  void touch(Sample[] samples, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      Entry e = buckets[bucket(samples[i].labels().hash())];
      if (e != null) {
        int last = e.labels.length - 1;
        sum += e.hash + e.labels[last >> 1] + e.labels[last] + e.template.maxSampleBytes();
      }
    }
    touched = sum;
  }

  /** The labels' template, made now if it is not there. */
  SeriesTemplate get(Labels labels) {
    long hash = labels.hash();
    turn++;
    for (Entry e = buckets[bucket(hash)]; e != null; e = e.next) {
      if (e.hash == hash && Arrays.equals(e.labels, labels.encoded())) {
        e.latestTurn = turn;
        return e.template;
      }
    }
    misses++;
    SeriesTemplate template = create.apply(labels);
    if (queue.size() == capacity) {
      evictOldest();
    } else if (2 * queue.size() == buckets.length) {
      grow();
    }
    var entry = new Entry(labels, template, turn);
    link(entry);
    queue.add(entry);
    return template;
  }

  long hits() {
    return turn - misses;
  }

  long misses() {
    return misses;
  }

  long evictions() {
    return evictions;
  }

  int size() {
    return queue.size();
  }

  private int bucket(long hash) {
    // The shuffle has used the hash to choose this subtask; a multiplication spreads what is left.
    return (int) ((hash * 0x9E3779B97F4A7C15L) >>> 32) & (buckets.length - 1);
  }

  private void evictOldest() {
    Entry oldest = queue.remove();
    while (oldest.queuedTurn != oldest.latestTurn) {
      oldest.queuedTurn = oldest.latestTurn;
      queue.add(oldest);
      oldest = queue.remove();
    }
    int bucket = bucket(oldest.hash);
    if (buckets[bucket] == oldest) {
      buckets[bucket] = oldest.next;
    } else {
      Entry before = buckets[bucket];
      while (before.next != oldest) {
        before = before.next;
      }
      before.next = oldest.next;
    }
    evictions++;
  }

  private void grow() {
    buckets = new Entry[2 * buckets.length];
    queue.forEach(this::link);
  }

  private void link(Entry entry) {
    int bucket = bucket(entry.hash);
    entry.next = buckets[bucket];
    buckets[bucket] = entry;
  }

  private static final class Entry {
    final long hash;
    final byte[] labels;
    final SeriesTemplate template;
    Entry next;
    long latestTurn;
    long queuedTurn;

    Entry(Labels labels, SeriesTemplate template, long turn) {
      this.hash = labels.hash();
      this.labels = labels.encoded();
      this.template = template;
      this.latestTurn = turn;
      this.queuedTurn = turn;
    }
  }
}
