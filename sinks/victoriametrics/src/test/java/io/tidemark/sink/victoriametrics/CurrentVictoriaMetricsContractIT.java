package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.RealDatabase;
import java.util.List;

/** A version of today. */
class CurrentVictoriaMetricsContractIT extends VictoriaMetricsContract {
  @Override
  RealDatabase start(List<String> flags) {
    return single(
        part("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT", "a current VictoriaMetrics"), flags);
  }

  @Override
  boolean surelyTakesZstd() {
    return true;
  }
}
