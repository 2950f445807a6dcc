package io.tidemark.sink.prometheus;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.Map;
import java.util.Optional;

/** A version of today. */
class CurrentPrometheusContractIT extends PrometheusContract {
  @Override
  String binary() {
    return part("TIDEMARK_TEST_PROMETHEUS", "a current Prometheus");
  }

  /** It has no name; 2.42 does not count such series. */
  @Override
  protected Optional<Sample> ignored() {
    return Optional.of(new Sample(Labels.of(Map.of("no", "name")), HOUR - 7_200_000, 1));
  }
}
