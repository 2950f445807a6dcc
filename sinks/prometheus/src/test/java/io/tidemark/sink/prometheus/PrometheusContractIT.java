package io.tidemark.sink.prometheus;

/** The version that is installed: Debian's, where nothing else was named. */
class PrometheusContractIT extends PrometheusContract {
  @Override
  String binary() {
    return System.getenv().getOrDefault(OwnedPrometheus.VARIABLE, "prometheus");
  }
}
