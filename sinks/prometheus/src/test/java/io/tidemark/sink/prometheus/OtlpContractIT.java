package io.tidemark.sink.prometheus;

import java.util.Map;

/** By OTLP; under the names that were sent. */
class OtlpContractIT extends PrometheusContract {
  @Override
  String binary() {
    return part("TIDEMARK_TEST_PROMETHEUS", "a Prometheus that takes OTLP");
  }

  @Override
  Map<String, String> options() {
    return Map.of("protocol", "otlp");
  }
}
