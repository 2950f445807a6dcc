package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
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
import io.tidemark.sink.sql.SqlContract;
import io.tidemark.sink.sql.SqlInstallation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What MariaDB has in common with others that speak SQL, and what is its own. */
class OwnedMariaDbIT extends SqlContract<OwnedMariaDb> {
  private static final MySql KIND = new MySql();

  @Override
  protected Tsdb tsdb() {
    return KIND;
  }

  @Override
  protected OwnedMariaDb start(Settings settings) {
    return OwnedMariaDb.start(settings);
  }

  @Override
  protected SqlInstallation create(OwnedMariaDb server, Map<String, String> options)
      throws SQLException {
    return Installation.create(server, options);
  }

  @Override
  protected Connection connect(TargetConfig target) throws SQLException {
    return new Connector(target).open(Patience.ofSeconds(10), "contract");
  }

  @Override
  protected Settings setting(String name, String value) {
    return Settings.arguments("--%s=%s".formatted(name, value));
  }

  @Override
  protected String refusesSetting() {
    return "Aborting";
  }

  @Override
  protected String noSuchTable() {
    return "SQLSTATE 42S02, error 1146";
  }

  @Override
  protected String computes() {
    return "SELECT SUM(SQRT(seq)) FROM seq_1_to_5000000";
  }

  @Override
  protected String writersOf(SqlInstallation database) {
    return "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = '%s'"
        .formatted(database.target().auth().username());
  }

  @Override
  protected TargetConfig asNobody(SqlInstallation database) throws SQLException {
    server()
        .execute(
            "CREATE OR REPLACE USER nosy@'%'",
            "GRANT SELECT ON %s.* TO nosy@'%%'".formatted(database.name()));
    return database.target().withAuth(new TargetConfig.Auth("nosy", "", "", "", ""));
  }

  @Override
  protected String grantThatShowsWaits() {
    return "GRANT PROCESS";
  }

  @Override
  protected String selectThatWrites() throws SQLException {
    server().execute("CREATE SEQUENCE counter");
    return "SELECT NEXTVAL(counter)";
  }

  @Test
  void leavesOtherServersTemporaryTablesAlone() throws Exception {
    Path theirs = Files.createTempFile("#sql-temptable-1-4-", ".MAI");
    MariaDbPrograms.user().giveAway(theirs);
    try (var one = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT));
        Connection connection = one.connect()) {
      assertThat(theirs).exists();
      assertThat(connection.query("SELECT 1")).isEqualTo(List.of(List.of("1")));
    } finally {
      Files.deleteIfExists(theirs);
    }
  }

  @Test
  void updatesARowWhoseKeyIsThere() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      assertThat(write(client, format.encode(samples(0, 3))).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(write(client, format.encode(samples(0, 3))).outcome())
          .isEqualTo(ResponseClass.ALREADY_STORED);
      var other = new ArrayList<Sample>(samples(1, 2));
      other.set(0, new Sample(other.get(0).labels(), other.get(0).timestampMillis(), 99));
      assertThat(write(client, format.encode(other)).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(database.stored())
          .hasSize(3)
          .contains(other.get(0))
          .containsAll(samples(2, 3))
          .doesNotContainAnyElementsOf(samples(1, 2));
    }
  }

  /** All of a payload or none of it, however many statements it takes. */
  @Test
  void storesNothingOfAPayloadOfWhichOneRowIsRefused() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      var samples = new ArrayList<Sample>(samples(0, 2_500));
      write(client, format.encode(samples(0, 1)));
      Labels labels = samples.get(2_400).labels();
      samples.set(2_400, new Sample(labels, 1_700_000_000_000L, Double.POSITIVE_INFINITY));
      WriteResult refused = write(client, format.encode(samples));
      assertThat(refused.outcome()).as(refused.error()).isEqualTo(ResponseClass.REJECT);
      // The next one over that connection commits nothing but its own.
      write(client, format.encode(samples(5_000, 5_001)));
      assertThat(database.stored()).hasSize(2);

      WriteResult stored = write(client, format.encode(samples(0, 2_500)));
      assertThat(stored.outcome()).as(stored.error()).isEqualTo(ResponseClass.OK);
      assertThat(database.stored()).hasSize(2_501).containsAll(samples(0, 2_500));
    }
  }

  @Test
  void writesWideRows() throws Exception {
    Installation database = Installation.create(server(), Map.of("payload-bytes", "9000"));
    try (var client = client(database.target())) {
      WriteResult result = write(client, format(database.target()).encode(samples(0, 300)));
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      assertThat(result.bytesSent()).isGreaterThan(300 * 9_000);
      try (Connection connection = database.connect()) {
        assertThat(
                connection.query(
                    "SELECT COUNT(DISTINCT payload), MIN(LENGTH(payload)) FROM tidemark_samples"))
            .containsExactly(List.of("300", "9000"));
      }
      assertThat(write(client, format(database.target()).encode(samples(0, 300))).outcome())
          .isEqualTo(ResponseClass.ALREADY_STORED);
    }
  }

  /** A label is a value, whatever it looks like. */
  @Test
  void makesNoStatementOfALabel() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    var evil =
        List.of(
            new Sample(
                Labels.of(Map.of("'); DROP TABLE tidemark_samples; --", "\\'\"`\0;--")), 1, 1));
    try (var client = client(database.target())) {
      WriteResult result = write(client, format(database.target()).encode(evil));
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      assertThat(database.stored()).isEqualTo(evil);
    }
  }

  /** Two that hold what the other wants: the server ends one of them, which may try again. */
  @Test
  void sendsAgainWhatADeadlockEnded() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    try (var client = client(database.target());
        Connection other = database.connect()) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 2)));
      List<Sample> both = samples(0, 2);
      long first = both.get(0).labels().hash();
      long second = both.get(1).labels().hash();
      other.execute("START TRANSACTION");
      other.execute("UPDATE tidemark_samples SET value = 7 WHERE series_id = " + second);
      // Of two that wait for each other the one with fewer rows is ended: the writer's.
      for (int i = 0; i < 50; i++) {
        other.execute(
            "INSERT INTO tidemark_samples VALUES (%d, %d, 1)".formatted(second, 10_000 + i));
      }
      CompletableFuture<WriteResult> writing = client.write(format.encode(changed(both)));
      awaitLockWait(other);
      other.execute("UPDATE tidemark_samples SET value = 7 WHERE series_id = " + first);
      WriteResult result = writing.join();
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.code()).isEqualTo("SQLSTATE 40001, error 1213");
      other.execute("COMMIT");
      assertThat(write(client, format.encode(changed(both))).outcome()).isEqualTo(ResponseClass.OK);
    }
  }

  private static List<Sample> changed(List<Sample> samples) {
    return samples.stream().map(s -> new Sample(s.labels(), s.timestampMillis(), -1)).toList();
  }

  /**
   * InnoDB reads its transactions into this table anew only when nobody has asked for a tenth of a
   * second: who asks more often sees the first answer for ever.
   */
  private static void awaitLockWait(Connection connection) {
    Duration limit = Patience.ofSeconds(10);
    boolean waits =
        Poll.until(
            limit,
            Duration.ofMillis(200),
            () -> {
              try {
                return !connection
                    .query(
                        "SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'")
                    .isEmpty();
              } catch (SQLException e) {
                throw new AssertionError(e);
              }
            });
    if (!waits) {
      throw new NotInTime("a writer that waits for a lock", limit);
    }
  }

  @Test
  void givesUpOnAStatementThatTakesTooLongAndNamesWhoHoldsTheRow() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    var options = new ClientOptions(1, Patience.of(Duration.ofMillis(1_500)), "slow");
    try (var client = KIND.client(database.target(), options);
        Connection locking = database.connect();
        var probe = KIND.probe(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      locking.execute("START TRANSACTION");
      locking.execute("UPDATE tidemark_samples SET value = 7");
      var writing = client.write(format.encode(changed(samples(0, 1))));
      TsdbNode.Sessions sessions = waiting(probe);
      assertThat(sessions.waitingForLocks()).hasValue(1);
      // InnoDB shows what it showed last to who asks again within a tenth of a second.
      Poll.pause(Duration.ofMillis(200));
      sessions = probe.read().nodes().get(0).sessions();
      assertThat(sessions.lockHolders().toString()).contains("of tidemark", "Sleep");
      assertThat(writing.join().outcome()).isEqualTo(ResponseClass.RETRY);
      locking.execute("ROLLBACK");
      // The statement that was given up may have got the row, before the server saw that its
      // session is closed.
      assertThat(write(client, format.encode(changed(samples(0, 1)))).outcome())
          .isIn(ResponseClass.OK, ResponseClass.ALREADY_STORED);
    }
  }

  @Test
  void reportsWhoWaitsForATableAndWhoHoldsIt() throws Exception {
    Installation database = Installation.create(server(), Map.of());
    try (var client = client(database.target());
        Connection locking = database.connect();
        var probe = KIND.probe(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      locking.execute("LOCK TABLES tidemark_samples WRITE");
      var writing = client.write(format.encode(samples(1, 2)));
      TsdbNode.Sessions sessions = waiting(probe);
      assertThat(sessions.waitingForLocks()).hasValue(1);
      assertThat(sessions.lockHolders()).hasSize(1);
      assertThat(sessions.lockHolders().get(0))
          .startsWith("session %s of tidemark".formatted(id(locking)));
      locking.execute("UNLOCK TABLES");
      assertThat(writing.join().outcome()).isEqualTo(ResponseClass.OK);
    }
  }

  private static String id(Connection connection) throws Exception {
    return connection.query("SELECT CONNECTION_ID()").get(0).get(0);
  }

  @Test
  void countsNoRowsThatItMayNotSee() throws Exception {
    try (var probe = KIND.probe(asNobody(Installation.create(server(), Map.of())))) {
      assertThat(probe.read().nodes().get(0).rows().inserted()).isEmpty();
    }
  }

  /** One of the series has more rows than go at once, and each of them is wide. */
  @Test
  void deletesARunInPartsAndGoesOnWhereItEnded() throws Exception {
    Installation database = Installation.create(server(), Map.of("payload-bytes", "4096"));
    String run = "tidemark-20261122-035500_k7q2x";
    var labels = Labels.of(Map.of("__name__", "m", "tidemark_run", run));
    var ofRun = List.of(new Sample(labels, 1_700_000_000_000L, 1));
    try (var client = client(database.target());
        Connection owner = database.connect();
        var eraser = KIND.eraser(database.target()).orElseThrow()) {
      write(client, format(database.target()).encode(ofRun));
      write(client, format(database.target()).encode(samples(0, 1)));
      owner.execute(
          "INSERT INTO tidemark_samples SELECT series_id, seq, seq, NULL FROM tidemark_samples_series, seq_1_to_10000 WHERE labels LIKE '%tidemark_run%'");
      owner.execute("CREATE TABLE gone (at datetime(6))");
      // The time within a trigger is that of its statement.
      String note =
          "CREATE OR REPLACE TRIGGER note BEFORE DELETE ON tidemark_samples FOR EACH ROW BEGIN INSERT INTO gone VALUES (NOW(6)); %s END";
      owner.execute(
          note.formatted(
              "IF OLD.value = 5000 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'broken off'; END IF;"));

      assertThatThrownBy(() -> eraser.erase("tidemark_run", run))
          .hasMessageContaining("call it again")
          .hasMessageContaining("broken off");
      assertThat(database.stored()).hasSize(10_002 - 4_096);
      assertThat(eraser.find("tidemark_run", run)).containsExactly(run);

      owner.execute(note.formatted(""));
      eraser.erase("tidemark_run", run);
      assertThat(database.stored()).containsExactlyElementsOf(samples(0, 1));
      assertThat(owner.query("SELECT COUNT(*) FROM gone GROUP BY at ORDER BY at"))
          .containsExactly(List.of("4096"), List.of("4096"), List.of("1809"));
    }
  }
}
