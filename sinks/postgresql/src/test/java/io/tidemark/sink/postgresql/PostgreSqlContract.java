package io.tidemark.sink.postgresql;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;

/** The contract, on a server that the tests of a class share: each has a database of its own. */
abstract class PostgreSqlContract extends TsdbContract {
  private static OwnedPostgreSql server;

  /** Started for the first test. */
  abstract OwnedPostgreSql server();

  /** Beside {@code create-tables}. */
  abstract Map<String, String> options();

  @AfterAll
  static void end() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  private OwnedPostgreSql running() {
    if (server == null) {
      server = server();
    }
    return server;
  }

  @Override
  protected final Tsdb tsdb() {
    return new PostgreSql();
  }

  @Override
  protected final RealDatabase start() throws Exception {
    return Installation.create(running(), options());
  }

  @Override
  protected final RealDatabase startRefusing() throws Exception {
    return start();
  }

  /** jsonb holds any text but this. */
  @Override
  protected final Sample refused() {
    return new Sample(Labels.of(Map.of("zero", "a\0b")), 1_700_000_000_000L, 1);
  }

  @Override
  protected final Optional<RealDatabase> startGuarded(String user, String password)
      throws Exception {
    return Optional.of(Installation.createGuarded(running(), options(), user, password));
  }
}
