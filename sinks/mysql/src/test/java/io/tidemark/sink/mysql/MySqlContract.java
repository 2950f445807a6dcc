package io.tidemark.sink.mysql;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, on a server that the tests of a class share: each has a database of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MySqlContract extends TsdbContract {
  @RegisterExtension
  final SharedServer<OwnedMariaDb> shared =
      new SharedServer<>(() -> OwnedMariaDb.start(Settings.DEFAULT));

  /** Beside {@code create-tables}. */
  abstract Map<String, String> options();

  @Override
  protected final Tsdb tsdb() {
    return new MySql();
  }

  @Override
  protected final RealDatabase start() throws Exception {
    return Installation.create(shared.get(), options());
  }

  @Override
  protected final RealDatabase startRefusing() throws Exception {
    return start();
  }

  /** A DOUBLE holds any number but this and the infinite ones. */
  @Override
  protected final Sample refused() {
    return new Sample(Labels.of(Map.of("not", "a number")), 1_700_000_000_000L, Double.NaN);
  }

  @Override
  protected final Optional<RealDatabase> startGuarded(String user, String password)
      throws Exception {
    return Optional.of(Installation.create(shared.get(), options(), user, password));
  }
}
