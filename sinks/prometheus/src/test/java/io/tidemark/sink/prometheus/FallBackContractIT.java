package io.tidemark.sink.prometheus;

/** Version 2 is asked for of one that may not know it: Debian's 2.42 reads nothing, and says OK. */
class FallBackContractIT extends PrometheusContract {
  @Override
  String binary() {
    return System.getenv().getOrDefault(OwnedPrometheus.VARIABLE, "prometheus");
  }

  @Override
  String version() {
    return "v2";
  }
}
