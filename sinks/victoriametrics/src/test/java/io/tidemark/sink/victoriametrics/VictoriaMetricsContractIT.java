package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.RealDatabase;
import java.util.List;

/** The version that is installed: Debian's, where nothing else was named. */
class VictoriaMetricsContractIT extends VictoriaMetricsContract {
  @Override
  RealDatabase start(List<String> flags) {
    return single(
        System.getenv().getOrDefault("TIDEMARK_VICTORIA_METRICS", "victoria-metrics"), flags);
  }
}
