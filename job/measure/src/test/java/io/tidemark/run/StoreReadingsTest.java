package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreReadingsTest {
  @Test
  void countsOnlyRowsIgnoredDuringTheRun() {
    var before = Map.of("nan", 5.0, "big_timestamp", 2.0);
    var after = Map.of("nan", 5.0, "big_timestamp", 9.0, "small_timestamp", 1.0);

    assertThat(StoreReadings.ignored(before, after))
        .isEqualTo(Map.of("big_timestamp", 7L, "small_timestamp", 1L));
  }
}
