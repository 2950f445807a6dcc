package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.split.SourceSample;
import java.util.Arrays;

/**
 * What the numbers of {@link SourceSample} stand for: for each source subtask the series that it
 * gave them to. A look-up is two reads, and that the hashes are the same is looked at each time: no
 * sample can get into another series unnoticed. Nobody's state, as told there. 4 bytes a number,
 * and what a series takes that the cache has put out and no other got the number of.
 */
final class NumberedSeries {
  private Entry[][] bySource = new Entry[0][];

  /** Without a template at first. */
  Entry of(SourceSample sample) {
    if (sample.labels() != null) {
      var entry = new Entry(sample.labels(), null);
      put(sample, entry);
      return entry;
    }
    Entry entry = find(sample);
    if (entry == null || entry.hash != sample.hash()) {
      throw new IllegalStateException(
          "a sample of a series that its source has not named [source=%d, number=%d]: a defect, or the order of records between source and amplifier is not kept"
              .formatted(sample.source(), sample.number()));
    }
    return entry;
  }

  /** What {@link #of} will read, for {@link TemplateCache#touch}. */
  long touch(SourceSample sample) {
    Entry entry = find(sample);
    return entry == null || entry.template == null
        ? 0
        : entry.hash + entry.template.maxSampleBytes();
  }

  private Entry find(SourceSample sample) {
    if (sample.source() >= bySource.length) {
      return null;
    }
    Entry[] series = bySource[sample.source()];
    return sample.number() < series.length ? series[sample.number()] : null;
  }

  void put(SourceSample sample, Entry entry) {
    int source = sample.source();
    int number = sample.number();
    if (source >= bySource.length) {
      int length = bySource.length;
      bySource = Arrays.copyOf(bySource, source + 1);
      Arrays.fill(bySource, length, source + 1, new Entry[0]);
    }
    if (number >= bySource[source].length) {
      bySource[source] = Arrays.copyOf(bySource[source], Math.max(1024, 2 * number));
    }
    bySource[source][number] = entry;
  }
}
