package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.NotInTime;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
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
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is no other database's: on one server, of which each test has a database of its own. */
class OwnedMariaDbIT {
  private static final MySql KIND = new MySql();
  private static OwnedMariaDb server;

  @BeforeAll
  static void start() {
    server = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT));
  }

  @AfterAll
  static void end() {
    LinuxProcess process = server.process();
    Path data = server.folder();
    server.close();
    assertThat(process.isAlive()).isFalse();
    assertThat(data).doesNotExist();
  }

  @Test
  void keepsItsDataOverARestartAndInACopyThatStaysAsItWas() throws Exception {
    try (OwnedProcess kept = OwnedProcess.folder("test");
        var first = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT))) {
      URI url = first.url();
      first.execute("CREATE TABLE kept (x int)", "INSERT INTO kept VALUES (1)");
      first.restart(Settings.arguments("--max-connections=20").on("0"));
      assertThat(first.url()).isEqualTo(url);
      assertThat(one(first, "SELECT @@max_connections")).isEqualTo("20");
      assertThat(one(first, "SELECT COUNT(*) FROM kept")).isEqualTo("1");

      Path saved = kept.folder().resolve("saved");
      assertThatThrownBy(() -> first.saveTo(saved)).isInstanceOf(IllegalStateException.class);
      first.stop();
      first.saveTo(saved);
      for (int run = 0; run < 2; run++) {
        try (var copy = OwnedMariaDb.startFrom(saved, Settings.DEFAULT)) {
          assertThat(one(copy, "SELECT COUNT(*) FROM kept")).isEqualTo("1");
          copy.execute("INSERT INTO kept VALUES (2)");
        }
      }
    }
  }

  @Test
  void leavesOtherServersTemporaryTablesAlone() throws Exception {
    Path theirs = Files.createTempFile("#sql-temptable-1-4-", ".MAI");
    MariaDbPrograms.user().giveAway(theirs);
    try (var one = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT))) {
      assertThat(theirs).exists();
      assertThat(one(one, "SELECT 1")).isEqualTo("1");
    } finally {
      Files.deleteIfExists(theirs);
    }
  }

  @Test
  void saysWhyItDoesNotStart() {
    assertThatThrownBy(() -> OwnedMariaDb.start(Settings.arguments("--no-such-setting=1")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("ended at its start");
  }

  @Test
  void updatesARowWhoseKeyIsThere() throws Exception {
    Installation database = Installation.create(server, Map.of());
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

  @Test
  void storesTwiceWhereThereIsNoKey() throws Exception {
    Installation database = Installation.create(server, Map.of("primary-key", "false"));
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 3)));
      write(client, format.encode(samples(0, 3)));
      assertThat(database.stored()).hasSize(6);
    }
  }

  /** All of a payload or none of it, however many statements it takes. */
  @Test
  void storesNothingOfAPayloadOfWhichOneRowIsRefused() throws Exception {
    Installation database = Installation.create(server, Map.of());
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
    Installation database = Installation.create(server, Map.of("payload-bytes", "9000"));
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
    Installation database = Installation.create(server, Map.of());
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

  @Test
  void endsTheRunWhereAnotherSeriesHasTheSameHash() throws Exception {
    Installation database = Installation.create(server, Map.of());
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      Labels other = Labels.of(Map.of("__name__", "other"));
      try (Connection connection = database.connect()) {
        connection.execute(
            "INSERT INTO tidemark_samples_series VALUES (%d, '{\"a\":\"b\"}')"
                .formatted(other.hash()));
      }
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
      assertThat(result.code()).isEqualTo("SQLSTATE 42S02, error 1146");
      assertThat(result.error()).contains("target.create-tables");
    }
  }

  /** Two that hold what the other wants: the server ends one of them, which may try again. */
  @Test
  void sendsAgainWhatADeadlockEnded() throws Exception {
    Installation database = Installation.create(server, Map.of());
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
    Installation database = Installation.create(server, Map.of());
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
    Installation database = Installation.create(server, Map.of());
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

  private static TsdbNode.Sessions waiting(CapacityProbe probe) throws Exception {
    TsdbNode.Sessions sessions = TsdbNode.Sessions.NONE;
    long deadlineNanos = System.nanoTime() + Patience.ofSeconds(20).toNanos();
    while (sessions.waitingForLocks().orElse(0) == 0 && System.nanoTime() - deadlineNanos < 0) {
      sessions = probe.read().nodes().get(0).sessions();
      Poll.pause(Duration.ofMillis(5));
    }
    return sessions;
  }

  /** What others wait for is hidden from a user without PROCESS: then it is missing, not 0. */
  @Test
  void reportsNoWaitsThatItMayNotSee() throws Exception {
    Installation database = Installation.create(server, Map.of());
    server.execute(
        "CREATE USER nosy@'%'", "GRANT SELECT ON %s.* TO nosy@'%%'".formatted(database.name()));
    TargetConfig target = database.target().withAuth(new TargetConfig.Auth("nosy", "", "", "", ""));
    try (var probe = KIND.probe(target)) {
      TsdbNode node = probe.read().nodes().get(0);
      assertThat(node.sessions().waitingForLocks()).isEmpty();
      assertThat(node.rows().inserted()).as("hidden as well").isEmpty();
      assertThat(probe.read().warnings().toString()).contains("GRANT PROCESS");
    }
  }

  @Test
  void reportsItsProcessItsLimitAndItsLog() throws Exception {
    Installation database = Installation.create(server, Map.of());
    try (var client = client(database.target());
        var probe = KIND.probe(database.target())) {
      TsdbNode before = probe.read().nodes().get(0);
      write(client, format(database.target()).encode(samples(0, 5_000)));
      TsdbNode after = probe.read().nodes().get(0);
      assertThat(after.cpu().seconds().orElseThrow())
          .isGreaterThan(before.cpu().seconds().orElseThrow());
      assertThat(after.cpu().cores().orElseThrow())
          .isBetween(0.1, (double) Runtime.getRuntime().availableProcessors());
      assertThat(after.residentBytes().orElseThrow()).isGreaterThan(10e6);
      assertThat(after.storage().readOnly()).hasValue(0);
      assertThat(after.sessions().capacity()).hasValue(300);
      assertThat(
              after.storage().logBytes().orElseThrow() - before.storage().logBytes().orElseThrow())
          .isGreaterThan(5_000 * 24);
      assertThat(after.version())
          .hasValueSatisfying(version -> assertThat(version).matches("[0-9.]+"));
    }
  }

  /** Where few are allowed, another writer may wait for one. */
  @Test
  void givesConnectionsBackThatItDoesNotUse() throws Exception {
    Installation database = Installation.create(server, Map.of());
    String connections =
        "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = '%s'"
            .formatted(database.target().auth().username());
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      assertThat(one(server, connections)).isEqualTo("1");
      assertThat(Patience.until(Duration.ofSeconds(30), () -> one(server, connections).equals("0")))
          .isTrue();
      assertThat(write(client, format.encode(samples(1, 2))).outcome()).isEqualTo(ResponseClass.OK);
    }
  }

  /** One of the series has more rows than go at once, and each of them is wide. */
  @Test
  void deletesARunInPartsAndGoesOnWhereItEnded() throws Exception {
    Installation database = Installation.create(server, Map.of("payload-bytes", "4096"));
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

  @Test
  void writesToNothing() {
    try (var nothing = KIND.startNullTarget().orElseThrow()) {
      TargetConfig target =
          TargetConfig.of("mysql", nothing.url()).withOption("create-tables", "true");
      try (var client = client(target)) {
        for (int i = 0; i < 3; i++) {
          WriteResult result = write(client, format(target).encode(samples(i, i + 2_345)));
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

  private static String one(OwnedMariaDb server, String sql) {
    try (Connection connection = server.connect()) {
      return connection.query(sql).get(0).get(0);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
