package io.tidemark.sink.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NewSeriesTest {
  private static final LongRows ROWS = new LongRows("rows", ByteOrder.BIG_ENDIAN);

  private static final Amplification PLAIN =
      new Amplification(1, 1, 1_000, "host", ValueMode.REPEAT, Layout.TIME);

  private final KnownSeries known = new KnownSeries();

  private static Labels series(String name) {
    return Labels.of(Map.of("__name__", name));
  }

  private static RowBody body(String... names) {
    var samples = Stream.<Sample>builder();
    for (String name : names) {
      samples.add(new Sample(series(name), 1_769_817_600_000L, 1));
    }
    Payload payload =
        new RowFormat(ROWS, new Copies(PLAIN, Map.of())).encode(samples.build().toList());
    return new RowBody(ROWS, payload.body());
  }

  /** A payload has a series once for each of its samples. */
  @Test
  void isThereOnceInTheOrderOfItsKey() throws Exception {
    List<NewSeries> fresh = NewSeries.of(body("a", "b", "a", "c"), known);

    assertThat(fresh)
        .extracting(NewSeries::labels)
        .containsExactlyInAnyOrder(series("a"), series("b"), series("c"));
    assertThat(fresh).extracting(NewSeries::first).isSorted();
  }

  @Test
  void isNoneThatIsKnown() throws Exception {
    NewSeries.of(body("a"), known).forEach(each -> each.addTo(known));

    assertThat(NewSeries.of(body("a", "b"), known))
        .extracting(NewSeries::labels)
        .containsExactly(series("b"));
  }

  @Test
  void isNeverStoredUnderTheKeyOfAnother() throws Exception {
    known.add(series("a").hash(), 0, RowTemplate.check(series("b")));

    assertThatThrownBy(() -> NewSeries.of(body("a"), known))
        .isInstanceOf(CollisionException.class)
        .hasMessageContaining("another series has the same key");
  }
}
