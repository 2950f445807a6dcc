package io.tidemark.sink.prometheus;

import java.util.Map;

/** Version 2 is asked for of one that may not know it: Debian's 2.42 reads nothing, and says OK. */
class FallBackContractIT extends PrometheusContract {
  @Override
  String binary() {
    return System.getenv().getOrDefault(OwnedPrometheus.VARIABLE, "prometheus");
  }

  @Override
  Map<String, String> options() {
    return Map.of("message-version", "v2");
  }
}
