package io.tidemark.sink.postgresql;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Concept;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.client.SessionClient;
import io.tidemark.sink.query.QueryClient;
import io.tidemark.sink.rows.KnownSeries;
import io.tidemark.sink.rows.RowFormat;
import io.tidemark.sink.sql.RowEraser;
import io.tidemark.sink.sql.SqlConnection;
import io.tidemark.sink.sql.SqlDatabase;
import io.tidemark.sink.sql.SqlFailures;
import io.tidemark.sink.sql.SqlProbe;
import io.tidemark.sink.sql.SqlQueries;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** {@code target.type: postgresql}: PostgreSQL 13 and later, with or without TimescaleDB. */
public final class PostgreSql extends SqlDatabase {
  public PostgreSql() {
    super(Connector.SCHEME, Connector.DEFAULT_PORT, NullServer.class);
  }

  @Override
  public String type() {
    return "postgresql";
  }

  @Override
  public List<OptionKey<?>> options() {
    return PostgreSqlOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "COPY binary, a connection for each request";
  }

  @Override
  public URI defaultUrl() {
    return URI.create(Connector.SCHEME + "://127.0.0.1:5432/postgres");
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return PostgreSqlOptions.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new RowFormat(
        new CopyRows(PostgreSqlOptions.of(target).shape()),
        new Copies(amplification, target.extraLabels()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    var connector = new Connector(target);
    var known = new KnownSeries();
    return new SessionClient(
        connector.server().endpoint(),
        CopyRows.ENCODING,
        options,
        () -> CopySession.open(connector, known, options.timeout()),
        SqlFailures.with(SqlStates::failure));
  }

  @Override
  public Optional<RunEraser> eraser(TargetConfig target) {
    var connector = new Connector(target);
    return Optional.of(
        new RowEraser(connector.server().endpoint(), () -> new JdbcTables(connector)));
  }

  @Override
  public Optional<QueryClient> queries(TargetConfig target) {
    var connector = new Connector(target);
    return Optional.of(new SqlQueries(timeout -> connector.open(timeout, "tidemark readers")));
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    var connector = new Connector(target);
    var warnings = new StatisticsWarnings();
    return new SqlProbe(
        connector.server(),
        timeout -> new SqlConnection(connector.open(timeout, SqlProbe.PROGRAM)),
        connection -> new StatisticsViews(connection, connector.options(), warnings));
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.CONNECTION_LIMIT,
            "max_connections bounds its connections, of which each request in flight takes one, and"
                + " ALTER ROLE … CONNECTION LIMIT those of a user: raise them, or lower"
                + " write.in-flight",
            Concept.LOCKS,
            "pg_blocking_pids() says who holds a lock that others wait for: end that session's"
                + " transaction, or keep VACUUM FULL, ALTER TABLE and CREATE INDEX (without"
                + " CONCURRENTLY) away from the table",
            Concept.CHECKPOINTS,
            "checkpoints that are forced write each page to the log whole again: raise"
                + " max_wal_size",
            Concept.READ_ONLY_STATE,
            "a standby takes no writes, nor does a database with"
                + " default_transaction_read_only=on: name the primary"),
        false,
        true);
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedPostgreSql.STARTER);
  }
}
