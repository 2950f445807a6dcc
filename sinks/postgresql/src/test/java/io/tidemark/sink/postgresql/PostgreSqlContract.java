package io.tidemark.sink.postgresql;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
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
abstract class PostgreSqlContract extends TsdbContract {
  @RegisterExtension final SharedServer<OwnedPostgreSql> shared = new SharedServer<>(this::server);

  abstract OwnedPostgreSql server();

  /** Beside {@code create-tables}. */
  abstract Map<String, String> options();

  @Override
  protected final Tsdb tsdb() {
    return new PostgreSql();
  }

  @Override
  protected final RealDatabase start() throws Exception {
    return Installation.create(shared.get(), options());
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
    return Optional.of(Installation.createGuarded(shared.get(), options(), user, password));
  }
}
