package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The series that the numbers of {@link SampleBlock}s stand for: for each source subtask the series
 * that it gave the numbers to. A look-up is two reads. It is in no state, because sources and
 * amplifiers always start together. It takes 4 bytes a number, and the size of each series that the
 * cache has put out and whose number no other series got.
 */
final class NumberedSeries {
  private static final Entry[] NONE = {};

  private final Function<Labels, Entry> create;
  private Entry[][] bySource = new Entry[0][];

  /**
   * @param create makes an entry without a template
   */
  NumberedSeries(Function<Labels, Entry> create) {
    this.create = create;
  }

  /**
   * Returns the series of the sample at a position in a block, which has no template at first.
   *
   * @throws IllegalStateException if its source has not named it
   */
  Entry of(SampleBlock block, int at) {
    int source = block.source();
    int number = block.number(at);
    if (block.hasLabels(at)) {
      Entry entry = create.apply(block.labels(at));
      if (number != SourceSample.UNNUMBERED) {
        put(source, number, entry);
      }
      return entry;
    }
    Entry[] series = of(source);
    Entry entry = number < series.length ? series[number] : null;
    if (entry == null) {
      throw unnamed(source, number);
    }
    return entry;
  }

  /** Puts the series of all samples of a block without labels into an array. */
  void ofAll(SampleBlock block, Entry[] into, int from) {
    Entry[] series = of(block.source());
    for (int i = 0, at = 0; i < block.count(); i++, at += SampleBlock.SAMPLE_BYTES) {
      int number = block.number(at);
      Entry entry = number < series.length ? series[number] : null;
      if (entry == null) {
        throw unnamed(block.source(), number);
      }
      into[from + i] = entry;
    }
  }

  private Entry[] of(int source) {
    return source < bySource.length ? bySource[source] : NONE;
  }

  private static IllegalStateException unnamed(int source, int number) {
    return new IllegalStateException(
        "a sample of a series that its source has not named [source=%d, number=%d]: a defect, or the order of records between source and amplifier is not kept"
            .formatted(source, number));
  }

  /** Lets a number stand for another entry of its series, unless another series has it by now. */
  void replace(int source, int number, Entry former, Entry entry) {
    if (bySource[source][number] == former) {
      bySource[source][number] = entry;
    }
  }

  private void put(int source, int number, Entry entry) {
    if (source >= bySource.length) {
      int length = bySource.length;
      bySource = Arrays.copyOf(bySource, source + 1);
      Arrays.fill(bySource, length, source + 1, NONE);
    }
    if (number >= bySource[source].length) {
      bySource[source] = Arrays.copyOf(bySource[source], Math.max(1024, 2 * number));
    }
    bySource[source][number] = entry;
  }
}
