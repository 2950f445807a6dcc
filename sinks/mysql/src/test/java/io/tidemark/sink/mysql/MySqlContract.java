package io.tidemark.sink.mysql;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;

/** The contract, on a server that the tests of a class share: each has a database of its own. */
abstract class MySqlContract extends TsdbContract {
  private static OwnedMariaDb server;

  /** Beside {@code create-tables}. */
  abstract Map<String, String> options();

  @AfterAll
  static void end() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  /** Started for the first test. */
  final OwnedMariaDb running() {
    if (server == null) {
      server = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT));
    }
    return server;
  }

  @Override
  protected final Tsdb tsdb() {
    return new MySql();
  }

  @Override
  protected final RealDatabase start() throws Exception {
    return Installation.create(running(), options());
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
    return Optional.of(Installation.create(running(), options(), user, password));
  }
}
