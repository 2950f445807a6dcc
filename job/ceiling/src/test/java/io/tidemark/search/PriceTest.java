package io.tidemark.search;

import static io.tidemark.watch.WatchedWindow.ofNewSeries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.series.Price;
import org.junit.jupiter.api.Test;

/** Of windows with 190,000 rows a second. */
class PriceTest {
  /** A row takes 1 µs, a new series 100 µs more: 5 % of the rows 5 µs of 6. */
  @Test
  void tellsWhatNewSeriesCost() {
    Price price = Price.of(ofNewSeries(0.19 * 51, 0.5), ofNewSeries(0.19 * 6, 0.05));

    assertThat(price.rowShare()).isEqualTo(0.05);
    assertThat(price.cpuMillis()).isCloseTo(0.1, within(1e-9));
    assertThat(price.cpuShare()).isCloseTo(5 / 6.0, within(1e-9));
    assertThat(price.words())
        .isEqualTo(
            "5.0 % of the rows are of new series and take 83 % of the database's CPU, 100 µs each");
  }

  @Test
  void tellsWhatANewSeriesWouldCostWhereThereAreNone() {
    Price price = Price.of(ofNewSeries(0.19 * 51, 0.5), ofNewSeries(0.19, 0.0));

    assertThat(price.cpuShare()).isZero();
    assertThat(price.cpuMillis()).isCloseTo(0.1, within(1e-9));
    assertThat(price.words())
        .isEqualTo("hardly any in this test; each new one takes 100 µs of the database's CPU");
  }

  /** Of shares that are alike the difference is chance; less CPU than later is no price. */
  @Test
  void tellsNoPriceThatIsNotShown() {
    for (Price price :
        new Price[] {
          Price.of(null, ofNewSeries(1, 0.05)),
          Price.of(ofNewSeries(2, 0.09), ofNewSeries(1, 0.05)),
          Price.of(ofNewSeries(2, 0.0), ofNewSeries(1, 0.0)),
          Price.of(ofNewSeries(1, 0.5), ofNewSeries(2, 0.05)),
          Price.of(ofNewSeries(2, null), ofNewSeries(1, 0.05))
        }) {
      assertThat(price.cpuMillis()).isNull();
      assertThat(price.words()).endsWith(" % of the rows are of new series");
    }
    assertThat(Price.of(ofNewSeries(2, 0.5), ofNewSeries(1, null))).isNull();
  }
}
