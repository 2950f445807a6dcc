package io.tidemark.sink.ignite;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What both ways to write keep to, on a server that the tests share: each has its tables. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IgniteContract extends TsdbContract {
  private static final int FEW = 200;

  @RegisterExtension
  final SharedServer<OwnedIgnite> shared = new SharedServer<>(Installation::startServer);

  abstract Map<String, String> options();

  @Override
  protected Tsdb tsdb() {
    return new Ignite3();
  }

  @Override
  protected RealDatabase start() {
    return Installation.create(shared.get(), options());
  }

  /** It takes any value and any time: what it can't hold is in a column that a user made short. */
  @Override
  protected RealDatabase startRefusing() {
    Installation made = Installation.create(shared.get(), options());
    made.execute(
        "CREATE TABLE %s (SERIES_ID BIGINT PRIMARY KEY, LABELS VARCHAR(%d) NOT NULL)"
            .formatted(IgniteOptions.of(made.target()).seriesTable(), FEW));
    return made;
  }

  @Override
  protected Sample refused() {
    return new Sample(Labels.of(Map.of("long", "l".repeat(FEW))), 1_700_000_000_000L, 1);
  }

  /** Who waits waits; only where raft's queues are full is a writer turned away. */
  @Override
  protected boolean turnsWritesAway() {
    return false;
  }

  /** Its client works in the JDK's common pool, whose idle thread lives and remembers a minute. */
  @Override
  protected Duration goneWithin() {
    return Duration.ofSeconds(90);
  }
}
