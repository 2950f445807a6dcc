package io.tidemark.sink.prometheus;

import java.util.Map;

/** In messages of version 2; of what it refuses a part it has stored the rest. */
class RemoteWrite2ContractIT extends PrometheusContract {
  @Override
  String binary() {
    return part("TIDEMARK_TEST_PROMETHEUS", "a Prometheus that knows remote write 2");
  }

  @Override
  Map<String, String> options() {
    return Map.of("message-version", "v2");
  }
}
