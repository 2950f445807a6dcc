package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateCacheTest {
  private record Named(Labels labels) implements SeriesTemplate {
    @Override
    public int maxSampleBytes() {
      return 1;
    }
  }

  private static final TemplateCache.Met NOBODY = series -> 0;

  private static Labels series(int i) {
    return Labels.of(Map.of("__name__", "m" + i));
  }

  @Test
  void hitsGiveTheTemplateThatWasMade() {
    var cache = new TemplateCache(10, Named::new, new Random(1), NOBODY);
    SeriesTemplate made = cache.get(series(1));
    assertThat(cache.get(series(1))).isSameAs(made);
    assertThat(cache.hits()).isEqualTo(1);
    assertThat(cache.misses()).isEqualTo(1);
  }

  @Test
  void equalHashesOfOtherLabelsAreNoHit() {
    var cache = new TemplateCache(10, Named::new, new Random(1), NOBODY);
    Labels one = Labels.ofEncoded(series(1).encoded(), 42);
    Labels other = Labels.ofEncoded(series(2).encoded(), 42);
    cache.get(one);
    assertThat(cache.get(other)).isEqualTo(new Named(other));
    assertThat(cache.get(one)).isEqualTo(new Named(one));
    assertThat(cache.size()).isEqualTo(2);
  }

  @Test
  void saysOfASeriesOnceAMinuteThatItCame() {
    var met = new ArrayList<Long>();
    var cache =
        new TemplateCache(
            10,
            Named::new,
            new Random(1),
            series -> {
              met.add(series.hash);
              return 0;
            });
    long one = series(1).hash();
    long other = series(2).hash();
    for (long minute = 7; minute < 9; minute++) {
      cache.minute(minute);
      for (int i = 0; i < 3; i++) {
        cache.get(series(1));
        cache.get(series(2));
      }
    }
    assertThat(met).containsExactly(one, other, one, other);
  }

  @Test
  void givesBackWhatWasSaidOfASeriesUntilItIsPutOut() {
    var said = new ArrayList<Integer>();
    var cache =
        new TemplateCache(
            1,
            Named::new,
            new Random(1),
            series -> {
              said.add(series.recordedUntil);
              return series.recordedUntil + 5;
            });
    for (int minute = 1; minute <= 3; minute++) {
      cache.minute(minute);
      cache.get(series(1));
    }
    cache.get(series(2));
    cache.get(series(1));
    assertThat(said).containsExactly(0, 5, 10, 0, 0);
  }

  /** Through growth, evictions and colliding hashes. */
  @Test
  void givesEachSeriesItsOwnTemplateAndHoldsAsManyAsItMay() {
    int capacity = 3000;
    var made = new HashMap<Labels, SeriesTemplate>();
    var cache =
        new TemplateCache(
            capacity,
            labels -> {
              var template = new Named(labels);
              made.put(labels, template);
              return template;
            },
            new Random(1),
            NOBODY);
    var random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      int id = random.nextInt(random.nextBoolean() ? 2000 : 6000);
      Labels labels = Labels.ofEncoded(series(id).encoded(), id / 3);
      assertThat(cache.get(labels)).isEqualTo(new Named(labels)).isSameAs(made.get(labels));
      assertThat(cache.size()).isLessThanOrEqualTo(capacity);
    }
    assertThat(cache.hits() + cache.misses()).isEqualTo(200_000);
    assertThat(cache.size()).isEqualTo(capacity);
    assertThat(cache.evictions()).isEqualTo(cache.misses() - capacity);
  }

  /** The share h that is found of n series in a cache of c solves h = e^(-n(1-h)/c). */
  @ParameterizedTest
  @CsvSource({"900, 1", "1000, 1", "1100, 0.82", "1500, 0.42", "2000, 0.20"})
  void findsLessAndLessOfAScanThatDoesNotFit(int n, double share) {
    var cache = new TemplateCache(1000, Named::new, new Random(1), NOBODY);
    scan(cache, n, 20);
    long before = cache.hits();
    scan(cache, n, 20);
    assertThat((cache.hits() - before) / (20.0 * n)).isCloseTo(share, within(0.02));
  }

  private static void scan(TemplateCache cache, int n, int times) {
    for (int i = 0; i < times * n; i++) {
      cache.get(series(i % n));
    }
  }
}
