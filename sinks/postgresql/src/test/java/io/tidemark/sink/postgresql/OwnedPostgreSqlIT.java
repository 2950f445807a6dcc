package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.sql.SqlConnection;
import io.tidemark.sink.sql.SqlContract;
import io.tidemark.sink.sql.SqlInstallation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What PostgreSQL has in common with others that speak SQL, and what is its own. */
class OwnedPostgreSqlIT extends SqlContract<OwnedPostgreSql> {
  private static final PostgreSql KIND = new PostgreSql();

  @TempDir Path folder;

  @Override
  protected Tsdb tsdb() {
    return KIND;
  }

  @Override
  protected OwnedPostgreSql start(Settings settings) {
    return OwnedPostgreSql.start(settings, Optional.empty(), Map.of());
  }

  @Override
  protected SqlInstallation create(OwnedPostgreSql server, Map<String, String> options)
      throws SQLException {
    return Installation.create(server, options);
  }

  @Override
  protected SqlConnection connect(TargetConfig target) throws SQLException {
    return new SqlConnection(new Connector(target).open(Patience.ofSeconds(10), "contract"));
  }

  @Override
  protected Settings setting(String name, String value) {
    return Settings.arguments("-c", name + "=" + value);
  }

  @Override
  protected String refusesSetting() {
    return "no_such_setting";
  }

  @Override
  protected String noSuchTable() {
    return "SQLSTATE 42P01";
  }

  @Override
  protected String computes() {
    return "SELECT count(*) FROM generate_series(1, 5000000)";
  }

  @Override
  protected String writersOf(SqlInstallation database) {
    return "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tidemark' AND datname = current_database()";
  }

  @Override
  protected TargetConfig asNobody(SqlInstallation database) throws SQLException {
    database.execute("CREATE ROLE nosy LOGIN");
    return database.target().withAuth(new TargetConfig.Auth("nosy", "", "", "", ""));
  }

  @Override
  protected String grantThatShowsWaits() {
    return "pg_monitor";
  }

  @Override
  protected String selectThatWrites() {
    return "WITH gone AS (DELETE FROM numbers RETURNING x) SELECT x FROM gone";
  }

  /** A unique index of the user's: some of the batch are there, and the others are not lost. */
  @Test
  void passesOverRowsThatAreThereWhereTheUserHasAnIndexOfHisOwn() throws Exception {
    Installation database = Installation.create(server(), Map.of("primary-key", "false"));
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      assertThat(write(client, format.encode(samples(0, 3))).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(write(client, format.encode(samples(0, 3))).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(database.stored()).as("plain COPY stores twice").hasSize(6);
      database.execute("TRUNCATE tidemark_samples");
      database.execute("CREATE UNIQUE INDEX ON tidemark_samples (series_id, time)");
      write(client, format.encode(samples(0, 3)));

      WriteResult some = write(client, format.encode(samples(1, 5)));
      assertThat(some.outcome()).as(some.error()).isEqualTo(ResponseClass.OK);
      assertThat(some.attempts()).isEqualTo(2);
      assertThat(write(client, format.encode(samples(0, 5))).outcome())
          .isEqualTo(ResponseClass.ALREADY_STORED);
      assertThat(database.stored()).containsExactlyInAnyOrderElementsOf(samples(0, 5));
    }
  }

  /** These are words of the statements, too. */
  @ParameterizedTest
  @ValueSource(strings = {"series", "time", "value", "a"})
  void aTableMayHaveAnyName(String table) throws Exception {
    Installation database =
        Installation.create(server(), Map.of("primary-key", "false", "table", table));
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 3)));
      database.execute("CREATE UNIQUE INDEX ON %s (series_id, time)".formatted(table));

      WriteResult some = write(client, format.encode(samples(1, 5)));
      assertThat(some.outcome()).as(some.error()).isEqualTo(ResponseClass.OK);
      assertThat(database.one("SELECT count(*) FROM " + table)).isEqualTo("5");
    }
  }

  @Test
  void findsThePasswordInTheUsersOwnFile() throws Exception {
    Installation database = Installation.createGuarded(server(), Map.of(), "pgpass_user", "pa:ss");
    Path file = folder.resolve("pgpass");
    Files.writeString(file, "127.0.0.1:*:*:pgpass_user:pa\\:ss\n");
    Files.setPosixFilePermissions(
        file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    System.setProperty("org.postgresql.pgpassfile", file.toString());
    try (var client = client(database.target())) {
      WriteResult result = write(client, format(database.target()).encode(samples(0, 1)));
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
    } finally {
      System.clearProperty("org.postgresql.pgpassfile");
    }
  }

  @Test
  void givesUpOnAStatementThatTakesTooLong() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    var options = new ClientOptions(1, Patience.of(Duration.ofMillis(1_500)), "slow");
    try (var client = KIND.client(database.target(), options)) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      try (SqlConnection locking = database.connect()) {
        locking.execute("BEGIN");
        locking.execute("LOCK TABLE tidemark_samples IN ACCESS EXCLUSIVE MODE");
        try (var probe = KIND.probe(database.target())) {
          var writing = client.write(format.encode(samples(1, 2)));
          TsdbNode.Sessions sessions = waiting(probe);
          assertThat(sessions.waitingForLocks()).hasValue(1);
          assertThat(sessions.lockHolders().toString()).contains("contract", "idle in transaction");
          assertThat(writing.join().outcome()).isEqualTo(ResponseClass.RETRY);
        }
      }
      assertThat(write(client, format.encode(samples(1, 2))).outcome()).isEqualTo(ResponseClass.OK);
    }
  }

  /** One of the series has more rows than go at once; the table has the user's name, and no key. */
  @Test
  void deletesARunInPartsAndGoesOnWhereItEnded() throws Exception {
    Installation database =
        Installation.create(
            server(), Map.of("shape", "case", "table", "own.samples", "primary-key", "false"));
    String run = "tidemark-20261122-035500_k7q2x";
    String more =
        "INSERT INTO own.samples SELECT partition, name, timestamptz '2026-01-01' + %s * interval '1 second', 1 FROM own.samples_series, generate_series(1, %d) n WHERE labels->>'n' = '1'";
    try (var client = client(database.target());
        var eraser = KIND.eraser(database.target()).orElseThrow()) {
      WireFormat format = format(database.target());
      write(client, format.encode(List.of(ofRun(1, run), ofRun(2, run), ofRun(3, run))));
      write(client, format(database.target()).encode(samples(0, 1)));
      database.execute(more.formatted("n", 25_000), "CREATE TABLE own.gone (count int)");
      onDelete(
          database,
          "INSERT INTO own.gone SELECT count(*) FROM deleted; IF (SELECT count(*) FROM own.gone) = 2 THEN RAISE 'broken off'; END IF;");

      assertThatThrownBy(() -> eraser.erase("tidemark_run", run))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("call it again")
          .hasMessageContaining("broken off");
      assertThat(database.stored()).hasSizeBetween(10_000, 25_000);
      assertThat(eraser.find("tidemark_run", run)).containsExactly(run);

      onDelete(database, "INSERT INTO own.gone SELECT count(*) FROM deleted;");
      eraser.erase("tidemark_run", run);
      assertThat(database.stored()).containsExactlyElementsOf(samples(0, 1));
      assertThat(database.one("SELECT max(count) FROM own.gone")).isEqualTo("10000");
      assertThat(database.one("SELECT sum(count) FROM own.gone")).isEqualTo("25003");

      try (var another = client(database.target())) {
        write(another, format.encode(List.of(ofRun(1, run))));
      }
      database.execute(more.formatted("0", 10_001));
      eraser.erase("tidemark_run", run);
      assertThat(database.stored()).as("all at one time").hasSize(1);
    }
  }

  /** Their rows would have no label: nobody could find them. */
  @Test
  void keepsTheEntriesOfSeriesThatAreStillWritten() throws Exception {
    Installation database = Installation.create(server(), Map.of("table", "own.samples"));
    String run = "tidemark-20261122-035500_k7q2x";
    try (var client = client(database.target());
        var eraser = KIND.eraser(database.target()).orElseThrow()) {
      write(client, format(database.target()).encode(List.of(ofRun(1, run), ofRun(2, run))));
      onDelete(database, "INSERT INTO own.samples SELECT * FROM deleted;");

      assertThatThrownBy(() -> eraser.erase("tidemark_run", run))
          .hasMessageContaining("end the run first");
      assertThat(eraser.count("tidemark_run", run)).hasValue(2);
      assertThat(database.stored()).hasSize(2);
    }
  }

  private static void onDelete(Installation database, String statements) throws SQLException {
    database.execute(
        "CREATE OR REPLACE FUNCTION own.note() RETURNS trigger SECURITY DEFINER LANGUAGE plpgsql AS $$ BEGIN %s RETURN NULL; END $$"
            .formatted(statements),
        "DROP TRIGGER IF EXISTS note ON own.samples",
        "CREATE TRIGGER note AFTER DELETE ON own.samples REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION own.note()");
  }

  private static Sample ofRun(int n, String run) {
    return new Sample(
        Labels.of(Map.of("__name__", "m", "n", "" + n, "tidemark_run", run)),
        1_700_000_000_000L,
        n);
  }

  @Test
  void saysWhichTableItMayNotDeleteFrom() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    String run = "tidemark-20261122-035500_k7q2x";
    try (var client = client(database.target())) {
      write(client, format(database.target()).encode(List.of(ofRun(1, run))));
    }
    database.execute("CREATE ROLE reader LOGIN");
    database.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
    TargetConfig target =
        database.target().withAuth(new TargetConfig.Auth("reader", "", "", "", ""));
    try (var eraser = KIND.eraser(target).orElseThrow()) {
      assertThat(eraser.count("tidemark_run", run)).hasValue(1);
      assertThatThrownBy(() -> eraser.erase("tidemark_run", run))
          .hasMessageContaining("permission denied for table tidemark_samples");
    }
    assertThat(database.stored()).hasSize(1);
  }
}
