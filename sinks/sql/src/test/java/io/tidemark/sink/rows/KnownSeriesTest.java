package io.tidemark.sink.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownSeriesTest {
  @Test
  void knowsASeriesByItsKeysAndCatchesAnotherWithTheSame() {
    var known = new KnownSeries();
    var random = new Random(1);
    var added = new HashSet<Long>();
    for (int i = 0; i < 100_000; i++) {
      long id = i == 0 ? 0 : random.nextLong();
      added.add(id);
      known.add(id, 0, (int) id + 7);
    }
    assertThat(added)
        .allMatch(id -> known.state(id, 0, (int) (long) id + 7) == KnownSeries.State.KNOWN)
        .allMatch(id -> known.state(id, 0, (int) (long) id) == KnownSeries.State.COLLIDES)
        .allMatch(id -> known.state(id, 9, (int) (long) id + 7) == KnownSeries.State.NEW);
  }
}
