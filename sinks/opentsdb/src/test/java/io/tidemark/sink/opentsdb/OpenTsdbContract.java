package io.tidemark.sink.opentsdb;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What both protocols keep to. Each test has metrics of its own, on one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenTsdbContract extends TsdbContract {
  private static final double STALE_MARKER = Double.longBitsToDouble(0x7ff0000000000002L);

  @RegisterExtension
  final SharedServer<OwnedOpenTsdb> shared = new SharedServer<>(Installation::startServer);

  abstract String protocol();

  @Override
  protected Tsdb tsdb() {
    return new OpenTsdb();
  }

  @Override
  protected RealDatabase start() throws Exception {
    return new Installation(shared.get(), protocol(), Set.of()).asNew();
  }

  @Override
  protected RealDatabase startRefusing() throws Exception {
    return start();
  }

  /** It takes numbers only. */
  @Override
  protected Sample refused() {
    return new Sample(
        Labels.of(Map.of("__name__", "contract_good", "series", "no number")),
        1_700_000_040_000L,
        STALE_MARKER);
  }

  /** Who waits for HBase waits; only where its client's queues are full is it turned away. */
  @Override
  protected boolean turnsWritesAway() {
    return false;
  }

  /** Of one value, in escaped characters. */
  abstract int longestValue();

  @Override
  protected Labels largestLabels() {
    var labels = new TreeMap<String, String>();
    labels.put("__name__", "contract_limits");
    labels.put("value", "v".repeat(longestValue()));
    for (int i = labels.size(); i <= ServerFiles.MAX_TAGS; i++) {
      labels.put("label" + i, "v" + i);
    }
    return Labels.of(labels);
  }
}
