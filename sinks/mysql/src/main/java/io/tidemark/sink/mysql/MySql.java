package io.tidemark.sink.mysql;

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
import io.tidemark.sink.sql.SqlDatabase;
import io.tidemark.sink.sql.SqlFailures;
import io.tidemark.sink.sql.SqlProbe;
import io.tidemark.sink.sql.SqlQueries;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** {@code target.type: mysql}: MySQL 5.7 and later, MariaDB 10.3 and later. */
public final class MySql extends SqlDatabase {
  public MySql() {
    super(Connector.SCHEME, Connector.DEFAULT_PORT, NullServer.class);
  }

  @Override
  public String type() {
    return "mysql";
  }

  @Override
  public List<OptionKey<?>> options() {
    return MySqlOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "prepared inserts, a connection for each request";
  }

  @Override
  public URI defaultUrl() {
    return URI.create(Connector.SCHEME + "://127.0.0.1:3306/tidemark");
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return MySqlOptions.problems(options);
  }

  /** Under the LGPL. */
  @Override
  public List<Library> libraries() {
    return List.of(new Library("org.mariadb.jdbc.Driver", "mariadb-java-client.jar"));
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new RowFormat(InsertSession.ROWS, new Copies(amplification, target.extraLabels()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    var connector = new Connector(target);
    var known = new KnownSeries();
    return new SessionClient(
        connector.server().endpoint(),
        InsertSession.ROWS.encoding(),
        options,
        () -> InsertSession.open(connector, known, options.timeout()),
        SqlFailures.with(ServerErrors::failure));
  }

  @Override
  public Optional<RunEraser> eraser(TargetConfig target) {
    var connector = new Connector(target);
    return Optional.of(
        new RowEraser(connector.server().endpoint(), () -> new ServerTables(connector)));
  }

  @Override
  public Optional<QueryClient> queries(TargetConfig target) {
    var connector = new Connector(target);
    return Optional.of(
        new SqlQueries(timeout -> connector.open(timeout, "tidemark readers").readOnly()));
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    var connector = new Connector(target);
    var warnings = new StatusWarnings();
    return new SqlProbe(
        connector.server(),
        timeout -> connector.open(timeout, SqlProbe.PROGRAM),
        connection -> new Status(connection, connector.options(), warnings));
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.CONNECTION_LIMIT,
            "max_connections bounds its connections, of which each request in flight takes one, and"
                + " MAX_USER_CONNECTIONS those of a user: raise them, or lower write.in-flight",
            Concept.LOCKS,
            "information_schema.INNODB_TRX and PROCESSLIST say who holds a lock that others wait"
                + " for: end that session's transaction, or keep LOCK TABLES and ALTER TABLE away"
                + " from the table",
            Concept.CHECKPOINTS,
            "where the redo log is full InnoDB writes out pages before it goes on: raise"
                + " innodb_log_file_size (MySQL: innodb_redo_log_capacity)",
            Concept.READ_ONLY_STATE,
            "a replica takes no writes, nor does a server with read_only=ON: name the primary"),
        false,
        true);
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedMariaDb.STARTER);
  }
}
