package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no other database's: on one server, of which each test has a database of its own. */
class OwnedPostgreSqlIT {
  private static final PostgreSql KIND = new PostgreSql();
  private static OwnedPostgreSql server;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    server =
        Patience.started(
            "PostgreSQL",
            () -> OwnedPostgreSql.start(Settings.DEFAULT, Optional.empty(), Map.of()));
  }

  @AfterAll
  static void end() {
    URI url = server.url();
    Path data = server.folder();
    LinuxProcess process = server.process();
    long[] started = process.started().toArray();
    server.close();
    assertThat(process.isAlive()).as(url.toString()).isFalse();
    assertThat(LongStream.of(started)).noneMatch(pid -> new LinuxProcess(pid).isAlive());
    assertThat(data).doesNotExist();
  }

  @Test
  void keepsItsDataOverARestartAndInACopyThatStaysAsItWas() throws Exception {
    try (OwnedProcess kept = OwnedProcess.folder("test");
        var first =
            Patience.started(
                "PostgreSQL",
                () -> OwnedPostgreSql.start(Settings.DEFAULT, Optional.empty(), Map.of()))) {
      URI url = first.url();
      execute(first.connect(), "CREATE TABLE kept (x int)", "INSERT INTO kept VALUES (1)");
      first.restart(Settings.arguments("-c", "max_connections=20").on("0"));
      assertThat(first.url()).isEqualTo(url);
      assertThat(one(first.connect(), "SHOW max_connections")).isEqualTo("20");
      assertThat(one(first.connect(), "SELECT count(*) FROM kept")).isEqualTo("1");

      Path saved = kept.folder().resolve("saved");
      assertThatThrownBy(() -> first.saveTo(saved)).isInstanceOf(IllegalStateException.class);
      first.stop();
      first.saveTo(saved);
      for (int run = 0; run < 2; run++) {
        try (var copy = OwnedPostgreSql.startFrom(saved, Settings.DEFAULT)) {
          assertThat(one(copy.connect(), "SELECT count(*) FROM kept")).isEqualTo("1");
          execute(copy.connect(), "INSERT INTO kept VALUES (2)");
        }
      }
    }
  }

  @Test
  void saysWhyItDoesNotStart() {
    assertThatThrownBy(
            () ->
                OwnedPostgreSql.start(
                    Settings.arguments("-c", "no_such_setting=1"), Optional.empty(), Map.of()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("ended at its start")
        .hasMessageContaining("no_such_setting");
  }

  /** A unique index of the user's: some of the batch are there, and the others are not lost. */
  @Test
  void passesOverRowsThatAreThereWhereTheUserHasAnIndexOfHisOwn() throws Exception {
    Installation database = Installation.create(server, Map.of("primary-key", "false"));
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      assertThat(write(client, format.encode(samples(0, 3))).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(write(client, format.encode(samples(0, 3))).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(database.stored()).as("plain COPY stores twice").hasSize(6);
      execute(database.connect(), "TRUNCATE tidemark_samples");
      execute(database.connect(), "CREATE UNIQUE INDEX ON tidemark_samples (series_id, time)");
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
        Installation.create(server, Map.of("primary-key", "false", "table", table));
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 3)));
      execute(database.connect(), "CREATE UNIQUE INDEX ON %s (series_id, time)".formatted(table));

      WriteResult some = write(client, format.encode(samples(1, 5)));
      assertThat(some.outcome()).as(some.error()).isEqualTo(ResponseClass.OK);
      assertThat(one(database.connect(), "SELECT count(*) FROM " + table)).isEqualTo("5");
    }
  }

  @Test
  void endsTheRunWhereAnotherSeriesHasTheSameHash() throws Exception {
    Installation database = Installation.create(server, Map.of());
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      Labels other = Labels.of(Map.of("__name__", "other"));
      execute(
          database.connect(),
          "INSERT INTO tidemark_samples_series VALUES (%d, '{\"a\":\"b\"}')"
              .formatted(other.hash()));

      WriteResult result =
          write(client, format.encode(List.of(new Sample(other, 1_700_000_000_000L, 1))));
      assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).contains("another series has the same key", "extra label");
      assertThat(database.stored()).hasSize(1);
    }
  }

  @Test
  void saysWhatToDoWhereTheTablesAreMissing() throws Exception {
    Installation database = Installation.create(server, Map.of("create-tables", "false"));
    try (var client = client(database.target())) {
      WriteResult result = write(client, format(database.target()).encode(samples(0, 1)));
      assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.code()).isEqualTo("SQLSTATE 42P01");
      assertThat(result.error()).contains("tidemark_samples", "target.create-tables");
    }
  }

  @Test
  void findsThePasswordInTheUsersOwnFile() throws Exception {
    Installation database = Installation.createGuarded(server, Map.of(), "pgpass_user", "pa:ss");
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

  /** Nobody is written to in plain text who was to be verified. */
  @Test
  void endsTheRunWhereTheServerHasNoTls() throws Exception {
    Installation database = Installation.create(server, Map.of("ssl-mode", "verify-full"));
    try (var client = client(database.target())) {
      WriteResult result = write(client, format(database.target()).encode(samples(0, 1)));
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).contains("SSL", "target.ssl-mode");
    }
  }

  @Test
  void givesUpOnAStatementThatTakesTooLong() throws Exception {
    Installation database = Installation.create(server, Map.of());
    var options = new ClientOptions(1, Patience.of(Duration.ofMillis(1_500)), "slow");
    try (var client = KIND.client(database.target(), options)) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      try (Connection locking = database.connect()) {
        locking.setAutoCommit(false);
        execute(locking, false, "LOCK TABLE tidemark_samples IN ACCESS EXCLUSIVE MODE");
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

  /** Where few are allowed, another writer may wait for one. */
  @Test
  void givesConnectionsBackThatItDoesNotUse() throws Exception {
    Installation database = Installation.create(server, Map.of());
    String connections =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tidemark' AND datname = current_database()";
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      assertThat(one(database.connect(), connections)).isEqualTo("1");
      assertThat(Patience.until(Duration.ofSeconds(30), () -> isZero(database, connections)))
          .isTrue();
      assertThat(write(client, format.encode(samples(1, 2))).outcome()).isEqualTo(ResponseClass.OK);
    }
  }

  private static boolean isZero(Installation database, String sql) {
    try {
      return one(database.connect(), sql).equals("0");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static TsdbNode.Sessions waiting(CapacityProbe probe) throws Exception {
    TsdbNode.Sessions sessions = TsdbNode.Sessions.NONE;
    long deadlineNanos = System.nanoTime() + Patience.ofSeconds(20).toNanos();
    while (sessions.waitingForLocks().orElse(0) == 0 && System.nanoTime() - deadlineNanos < 0) {
      sessions = probe.read().nodes().get(0).sessions();
    }
    return sessions;
  }

  @Test
  void reportsTheCpuOfAllItsProcessesAndTheCoresThatTheyMayUse() throws Exception {
    Installation database = Installation.create(server, Map.of());
    try (var probe = KIND.probe(database.target())) {
      TsdbNode before = probe.read().nodes().get(0);
      execute(database.connect(), "SELECT count(*) FROM generate_series(1, 5000000)");
      // What a session has used counts again once its process has been waited for.
      assertThat(
              Patience.until(
                  Duration.ofSeconds(10),
                  () -> cpuSeconds(probe) - before.cpu().seconds().orElseThrow() > 0.1))
          .isTrue();
      TsdbNode after = probe.read().nodes().get(0);
      assertThat(after.cpu().cores().orElseThrow())
          .isBetween(0.1, (double) Runtime.getRuntime().availableProcessors());
      assertThat(after.residentBytes().orElseThrow()).isGreaterThan(10e6);
      assertThat(after.storage().readOnly()).hasValue(0);
      assertThat(after.sessions().capacity()).hasValue(300);
    }
  }

  private static double cpuSeconds(CapacityProbe probe) {
    try {
      return probe.read().nodes().get(0).cpu().seconds().orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void countsWhatIsWrittenToTheLog() throws Exception {
    Installation database = Installation.create(server, Map.of());
    try (var probe = KIND.probe(database.target())) {
      double before = probe.read().nodes().get(0).storage().logBytes().orElseThrow();
      execute(
          database.connect(),
          "CREATE TABLE logged AS SELECT repeat('x', 1000) AS text FROM generate_series(1, 2000)");
      double after = probe.read().nodes().get(0).storage().logBytes().orElseThrow();
      assertThat(after - before).isGreaterThan(1e6);
    }
  }

  /** What others wait for is hidden from a user without pg_monitor: then it is missing, not 0. */
  @Test
  void reportsNoWaitsThatItMayNotSee() throws Exception {
    Installation database = Installation.create(server, Map.of());
    database.asOwner("CREATE ROLE nosy LOGIN");
    TargetConfig target = database.target().withAuth(new TargetConfig.Auth("nosy", "", "", "", ""));
    try (Connection other = database.connect();
        var probe = KIND.probe(target)) {
      assertThat(probe.read().nodes().get(0).sessions().waitingForLocks()).isEmpty();
      assertThat(probe.read().warnings().toString()).contains("pg_monitor");
      assertThat(other.isClosed()).isFalse();
    }
  }

  /** One of the series has more rows than go at once; the table has the user's name, and no key. */
  @Test
  void deletesARunInPartsAndGoesOnWhereItEnded() throws Exception {
    Installation database =
        Installation.create(
            server, Map.of("shape", "case", "table", "own.samples", "primary-key", "false"));
    String run = "tidemark-20261122-035500_k7q2x";
    String more =
        "INSERT INTO own.samples SELECT partition, name, timestamptz '2026-01-01' + %s * interval '1 second', 1 FROM own.samples_series, generate_series(1, %d) n WHERE labels->>'n' = '1'";
    try (var client = client(database.target());
        var eraser = KIND.eraser(database.target()).orElseThrow()) {
      WireFormat format = format(database.target());
      write(client, format.encode(List.of(ofRun(1, run), ofRun(2, run), ofRun(3, run))));
      write(client, format(database.target()).encode(samples(0, 1)));
      execute(database.connect(), more.formatted("n", 25_000), "CREATE TABLE own.gone (count int)");
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
      assertThat(one(database.connect(), "SELECT max(count) FROM own.gone")).isEqualTo("10000");
      assertThat(one(database.connect(), "SELECT sum(count) FROM own.gone")).isEqualTo("25003");

      try (var another = client(database.target())) {
        write(another, format.encode(List.of(ofRun(1, run))));
      }
      execute(database.connect(), more.formatted("0", 10_001));
      eraser.erase("tidemark_run", run);
      assertThat(database.stored()).as("all at one time").hasSize(1);
    }
  }

  /** Their rows would have no label: nobody could find them. */
  @Test
  void keepsTheEntriesOfSeriesThatAreStillWritten() throws Exception {
    Installation database = Installation.create(server, Map.of("table", "own.samples"));
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
    execute(
        database.connect(),
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
    Installation database = Installation.create(server, Map.of());
    String run = "tidemark-20261122-035500_k7q2x";
    try (var client = client(database.target())) {
      write(client, format(database.target()).encode(List.of(ofRun(1, run))));
    }
    database.asOwner("CREATE ROLE reader LOGIN");
    execute(database.connect(), "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
    TargetConfig target =
        database.target().withAuth(new TargetConfig.Auth("reader", "", "", "", ""));
    try (var eraser = KIND.eraser(target).orElseThrow()) {
      assertThat(eraser.count("tidemark_run", run)).hasValue(1);
      assertThatThrownBy(() -> eraser.erase("tidemark_run", run))
          .hasMessageContaining("permission denied for table tidemark_samples");
    }
    assertThat(database.stored()).hasSize(1);
  }

  @Test
  void writesToNothing() throws Exception {
    try (var nothing = KIND.startNullTarget().orElseThrow()) {
      TargetConfig target =
          TargetConfig.of("postgresql", nothing.url()).withOption("create-tables", "true");
      try (var client = client(target)) {
        for (int i = 0; i < 3; i++) {
          WriteResult result = write(client, format(target).encode(samples(i, i + 100)));
          assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
        }
      }
    }
  }

  private static WriteClient client(TargetConfig target) {
    return KIND.client(target, new ClientOptions(4, Patience.ofSeconds(20), "test"));
  }

  private static WireFormat format(TargetConfig target) {
    return KIND.format(
        target, new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME));
  }

  private static WriteResult write(WriteClient client, Payload payload) {
    return client.write(payload).join();
  }

  private static List<Sample> samples(int from, int to) {
    return LongStream.range(from, to)
        .mapToObj(i -> new Sample(Labels.of(Map.of("n", "" + i)), 1_700_000_000_000L + i, i / 2.0))
        .toList();
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    execute(connection, true, statements);
  }

  private static void execute(Connection connection, boolean close, String... statements)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } finally {
      if (close) {
        connection.close();
      }
    }
  }

  private static String one(Connection connection, String sql) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
