package io.tidemark.job.track;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecordedSeriesTest {
  private static final int NOW = 1;
  private static final int LATER = 3_600;

  private static RecordedSeries of(int capacity, LongStream hashes) {
    var series = new RecordedSeries(capacity);
    hashes.forEach(hash -> series.put(hash, LATER, NOW));
    return series;
  }

  private static long found(RecordedSeries series, LongStream hashes, int second) {
    return hashes.filter(hash -> series.until(hash, second) > 0).count();
  }

  @Test
  void aSeriesStandsUntilItsTimeIsOver() {
    var series = new RecordedSeries(10);
    assertThat(series.until(7, NOW)).isZero();
    series.put(7, 100, NOW);
    assertThat(series.until(7, 99)).isEqualTo(100);
    assertThat(series.until(7, 100)).isZero();
    series.put(7, 200, 100);
    assertThat(series.until(7, 199)).isPositive();
    assertThat(series.size()).isEqualTo(1);
  }

  @Test
  void anyHashIsASeries() {
    RecordedSeries series = of(10, LongStream.of(0, -1, Long.MIN_VALUE, Long.MAX_VALUE));
    assertThat(found(series, LongStream.of(0, -1, Long.MIN_VALUE, Long.MAX_VALUE), NOW))
        .isEqualTo(4);
  }

  /** The first that goes takes the hand round once; those asked for after that stay. */
  @Test
  void theLeastRecentlyUsedGo() {
    RecordedSeries series = of(100, LongStream.range(0, 100));
    series.put(100, LATER, NOW);
    Set<Long> asked = new HashSet<>();
    LongStream.range(0, 50).filter(hash -> series.until(hash, NOW) > 0).forEach(asked::add);
    assertThat(asked).hasSizeGreaterThanOrEqualTo(49);

    LongStream.range(101, 140).forEach(hash -> series.put(hash, LATER, NOW));

    assertThat(asked).allMatch(hash -> series.until(hash, NOW) > 0);
    assertThat(found(series, LongStream.range(50, 100), NOW)).isLessThanOrEqualTo(11);
    assertThat(found(series, LongStream.range(100, 140), NOW)).isEqualTo(40);
    assertThat(series.size()).isEqualTo(100);
    assertThat(series.evictions()).isEqualTo(40);
  }

  @Test
  void whoseTimeIsOverMakesRoomAndIsNotCountedAsPutOut() {
    RecordedSeries series = of(100, LongStream.range(0, 100));
    LongStream.range(100, 200).forEach(hash -> series.put(hash, 2 * LATER, LATER));
    assertThat(found(series, LongStream.range(100, 200), LATER)).isEqualTo(100);
    assertThat(series.size()).isEqualTo(100);
    assertThat(series.evictions()).isZero();
  }

  /** Who is put out leaves a hole in the way of others: all that are counted must be found. */
  @Test
  void findsAllThatItHolds() {
    var random = new Random(1);
    var series = new RecordedSeries(1_000);
    Set<Long> put = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      long hash = random.nextLong();
      series.put(hash, LATER, NOW);
      assertThat(series.until(hash, NOW)).isPositive();
      put.add(hash);
      if (i % 500 == 0) {
        assertThat(found(series, put.stream().mapToLong(h -> h), NOW)).isEqualTo(series.size());
      }
    }
    assertThat(series.size()).isEqualTo(1_000);
    assertThat(series.evictions()).isEqualTo(19_000);
  }

  @Test
  void takesAtMost20BytesASeriesHoweverManyThereAre() {
    var random = new Random(2);
    var series = new RecordedSeries(1_000_000);
    for (int size = 1; size <= 1_000_000; size++) {
      series.put(random.nextLong(), LATER, NOW);
      if (size >= 100 && series.bytes() > 20L * size) {
        throw new AssertionError("%d bytes for %d series".formatted(series.bytes(), size));
      }
    }
    assertThat(series.size()).isEqualTo(1_000_000);
    assertThat(series.bytes()).isLessThanOrEqualTo(15_100_000);
  }

  /** What growing allocates is both arrays anew: their bytes, and two headers. */
  @Test
  void itsArraysAreAllThatItSays() {
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var random = new Random(3);
    var series = new RecordedSeries(200_000);
    int grown = 0;
    for (int i = 0; i < 200_000; i++) {
      long hash = random.nextLong();
      long bytes = series.bytes();
      long allocated = thread.getCurrentThreadAllocatedBytes();
      series.put(hash, LATER, NOW);
      allocated = thread.getCurrentThreadAllocatedBytes() - allocated;
      if (series.bytes() > bytes) {
        grown++;
        assertThat(allocated - series.bytes()).isBetween(0L, 1_000L);
      }
    }
    assertThat(grown).isBetween(30, 45);
  }
}
