package io.tidemark.sink.prometheus;

/** A version of today. */
class CurrentPrometheusContractIT extends PrometheusContract {
  @Override
  String binary() {
    return part("TIDEMARK_TEST_PROMETHEUS", "a current Prometheus");
  }
}
