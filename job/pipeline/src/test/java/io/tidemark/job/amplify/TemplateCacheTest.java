package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TemplateCacheTest {
  private record Named(Labels labels) implements SeriesTemplate {
    @Override
    public int maxSampleBytes() {
      return 1;
    }
  }

  private static Labels series(int i) {
    return Labels.of(Map.of("__name__", "m" + i));
  }

  @Test
  void hitsGiveTheTemplateThatWasMade() {
    var cache = new TemplateCache(10, Named::new);
    SeriesTemplate made = cache.get(series(1));
    assertThat(cache.get(series(1))).isSameAs(made);
    assertThat(cache.hits()).isEqualTo(1);
    assertThat(cache.misses()).isEqualTo(1);
  }

  @Test
  void equalHashesOfOtherLabelsAreNoHit() {
    var cache = new TemplateCache(10, Named::new);
    Labels one = Labels.ofEncoded(series(1).encoded(), 42);
    Labels other = Labels.ofEncoded(series(2).encoded(), 42);
    cache.get(one);
    assertThat(cache.get(other)).isEqualTo(new Named(other));
    assertThat(cache.get(one)).isEqualTo(new Named(one));
    assertThat(cache.size()).isEqualTo(2);
  }

  /**
   * Against the JDK's own least-recently-used map, through growth, evictions and colliding hashes.
   */
  @Test
  void keepsWhatWasUsedLast() {
    int capacity = 3000;
    var expected =
        new LinkedHashMap<Labels, Boolean>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Labels, Boolean> eldest) {
            return size() > capacity;
          }
        };
    var cache = new TemplateCache(capacity, Named::new);
    var random = new Random(7);
    long hits = 0;
    for (int i = 0; i < 200_000; i++) {
      int id = random.nextInt(random.nextBoolean() ? 2000 : 6000);
      Labels labels = Labels.ofEncoded(series(id).encoded(), id / 3);
      if (expected.put(labels, true) != null) {
        hits++;
      }
      assertThat(cache.get(labels)).isEqualTo(new Named(labels));
    }
    assertThat(cache.hits()).isEqualTo(hits);
    assertThat(cache.misses()).isEqualTo(200_000 - hits);
    assertThat(cache.evictions()).isEqualTo(200_000 - hits - capacity);
    assertThat(cache.size()).isEqualTo(capacity);
  }
}
