package io.tidemark.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.SqlOnPage;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.DatabaseServer;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What each database that is written to in SQL keeps to, beside {@link
 * io.tidemark.sink.TsdbContract}. It is tested on one server, of which each test has a database of
 * its own. A database's integration test extends this class, and adds what is no other's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SqlContract<S extends DatabaseServer> {
  private static final long TIME = 1_700_000_000_000L;
  private static final int SAMPLES = 5_000;

  /** A row's key and value, without what the database adds. */
  private static final int ROW_BYTES = 24;

  private static final QueryClient.Bounds BOUNDS =
      new QueryClient.Bounds(Duration.ofSeconds(20), 10_000);

  @RegisterExtension
  final SharedServer<S> shared = new SharedServer<>(() -> start(Settings.DEFAULT));

  protected abstract Tsdb tsdb();

  protected abstract S start(Settings settings);

  protected abstract SqlInstallation create(S server, Map<String, String> options) throws Exception;

  protected abstract SqlConnection connect(TargetConfig target) throws SQLException;

  /** Returns a setting of the server as its program takes it. */
  protected abstract Settings setting(String name, String value);

  /** Returns what it says as it ends because it knows no setting no_such_setting. */
  protected abstract String refusesSetting();

  /** Returns the code of its answer to who writes to a table that does not exist. */
  protected abstract String noSuchTable();

  /** Returns a query that takes a tenth of a second of CPU time, and more. */
  protected abstract String computes();

  /** Returns a query for the number of connections over which this database is written to. */
  protected abstract String writersOf(SqlInstallation database);

  /** Returns this database as a user who may not see what others wait for. */
  protected abstract TargetConfig asNobody(SqlInstallation database) throws SQLException;

  /** Returns what such a user is told to ask for. */
  protected abstract String grantThatShowsWaits();

  /** Returns a query of the server's own database that is a SELECT, and writes. */
  protected abstract String selectThatWrites() throws SQLException;

  protected final S server() {
    return shared.get();
  }

  @Test
  void keepsItsDataOverARestartAndInACopyThatStaysAsItWas() throws Exception {
    try (OwnedProcess kept = OwnedProcess.folder("test");
        S first = Patience.started("a server", () -> start(Settings.DEFAULT))) {
      URI url = first.url();
      execute(first, "CREATE TABLE kept (x int)", "INSERT INTO kept VALUES (1)");
      first.restart(setting("max_connections", "20").on("0"));
      assertThat(first.url()).isEqualTo(url);
      try (var probe = tsdb().probe(target(first))) {
        assertThat(probe.read().nodes().get(0).sessions().capacity()).hasValue(20);
      }
      assertThat(keptBy(first)).isEqualTo("1");

      Path saved = kept.folder().resolve("saved");
      assertThatThrownBy(() -> first.saveTo(saved)).isInstanceOf(IllegalStateException.class);
      first.stop();
      first.saveTo(saved);
      OwnedDatabase.Starter starter = tsdb().starter().orElseThrow();
      for (int run = 0; run < 2; run++) {
        try (var copy = starter.startFrom(saved, Settings.DEFAULT)) {
          assertThat(keptBy(copy)).isEqualTo("1");
          execute(copy, "INSERT INTO kept VALUES (2)");
        }
      }
    }
  }

  private String keptBy(OwnedDatabase server) throws SQLException {
    try (SqlConnection connection = connect(target(server))) {
      return connection.query("SELECT COUNT(*) FROM kept").get(0).get(0);
    }
  }

  /** Returns the server's own database, as the user who may do anything. */
  private TargetConfig target(OwnedDatabase server) {
    return server.target(TargetConfig.of(tsdb().type()));
  }

  /** Executes statements in the server's own database, as the user who may do anything. */
  protected final void execute(OwnedDatabase server, String... statements) throws SQLException {
    try (SqlConnection connection = connect(target(server))) {
      for (String sql : statements) {
        connection.execute(sql);
      }
    }
  }

  @Test
  void saysWhyItDoesNotStart() {
    assertThatThrownBy(() -> start(setting("no_such_setting", "1")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("ended at its start")
        .hasMessageContaining(refusesSetting());
  }

  @Test
  void storesTwiceWhereThereIsNoKey() throws Exception {
    SqlInstallation database = create(server(), Map.of("primary-key", "false"));
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      for (int sentAgain = 0; sentAgain < 2; sentAgain++) {
        assertThat(write(client, format.encode(samples(0, 3))).outcome())
            .isEqualTo(ResponseClass.OK);
      }
      assertThat(database.stored()).hasSize(6);
    }
  }

  @Test
  void endsTheRunWhereAnotherSeriesHasTheSameHash() throws Exception {
    SqlInstallation database = create(server(), Map.of());
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      Labels other = Labels.of(Map.of("__name__", "other"));
      database.execute(
          "INSERT INTO tidemark_samples_series VALUES (%d, '{\"a\":\"b\"}')"
              .formatted(other.hash()));

      WriteResult result = write(client, format.encode(List.of(new Sample(other, TIME, 1))));
      assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).contains("another series has the same key", "extra label");
      assertThat(database.stored()).hasSize(1);
    }
  }

  @Test
  void saysWhatToDoWhereTheTablesAreMissing() throws Exception {
    SqlInstallation database = create(server(), Map.of("create-tables", "false"));
    try (var client = client(database.target())) {
      WriteResult result = write(client, format(database.target()).encode(samples(0, 1)));
      assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.code()).isEqualTo(noSuchTable());
      assertThat(result.error()).contains("tidemark_samples", "target.create-tables");
    }
  }

  /** Tables that a user made by hand, a job's samples in them, and the query that reads those. */
  @Test
  void itsPagesStatementsMakeTheTablesAndReadThem() throws Exception {
    SqlInstallation database = create(server(), Map.of("create-tables", "false"));
    List<String> typed = SqlOnPage.of(tsdb().type());
    Labels labels = Labels.of(Map.of("__name__", "cpu_usage_user", "host", "host_7"));
    Labels others = Labels.of(Map.of("__name__", "cpu_usage_idle", "host", "host_7"));
    try (SqlConnection user = connect(database.target());
        var client = client(database.target())) {
      for (String statement : SqlOnPage.making(tsdb().type())) {
        user.execute(statement);
      }
      List<Sample> samples = List.of(new Sample(labels, TIME, 42), new Sample(others, TIME, 8));
      WriteResult result = write(client, format(database.target()).encode(samples));
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);

      List<List<String>> read = user.query(typed.get(typed.size() - 1));

      assertThat(read).hasSize(1);
      assertThat(read.get(0)).startsWith("host_7");
      assertThat(Double.parseDouble(read.get(0).get(2))).isEqualTo(42);
    }
  }

  /** Where few are allowed, another writer may wait for one. */
  @Test
  void givesConnectionsBackThatItDoesNotUse() throws Exception {
    SqlInstallation database = create(server(), Map.of());
    String writers = writersOf(database);
    try (var client = client(database.target())) {
      WireFormat format = format(database.target());
      write(client, format.encode(samples(0, 1)));
      assertThat(database.one(writers)).isEqualTo("1");
      Patience.untilAsserted(Duration.ofSeconds(30), () -> assertNone(database, writers));
      assertThat(write(client, format.encode(samples(1, 2))).outcome()).isEqualTo(ResponseClass.OK);
    }
  }

  private static void assertNone(SqlInstallation database, String count) {
    try {
      assertThat(database.one(count)).isEqualTo("0");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** What others wait for is hidden from some users: then it is missing, not 0. */
  @Test
  void reportsNoWaitsThatItMayNotSee() throws Exception {
    SqlInstallation database = create(server(), Map.of());
    try (SqlConnection other = database.connect();
        var probe = tsdb().probe(asNobody(database))) {
      assertThat(probe.read().nodes().get(0).sessions().waitingForLocks()).isEmpty();
      assertThat(probe.read().warnings().toString()).contains(grantThatShowsWaits());
      assertThat(other.isOpen()).isTrue();
    }
  }

  @Test
  void reportsTheCpuOfAllItsProcessesAndTheCoresThatTheyMayUse() throws Exception {
    SqlInstallation database = create(server(), Map.of());
    try (var probe = tsdb().probe(database.target())) {
      double before = cpuSeconds(probe);
      database.query(computes());
      // What a process of a session has used counts again once it has been waited for.
      assertThat(Patience.until(Duration.ofSeconds(10), () -> cpuSeconds(probe) - before > 0.1))
          .isTrue();
      TsdbNode after = probe.read().nodes().get(0);
      assertThat(after.cpu().cores().orElseThrow())
          .isBetween(0.1, (double) Runtime.getRuntime().availableProcessors());
      assertThat(after.residentBytes().orElseThrow()).isGreaterThan(10e6);
      assertThat(after.storage().readOnly()).hasValue(0);
      assertThat(after.sessions().capacity()).hasValue(300);
      assertThat(after.version().orElseThrow()).matches("[0-9.]+");
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
    SqlInstallation database = create(server(), Map.of());
    try (var client = client(database.target());
        var probe = tsdb().probe(database.target())) {
      double before = logBytes(probe);
      write(client, format(database.target()).encode(samples(0, SAMPLES)));
      assertThat(logBytes(probe) - before).isGreaterThan(SAMPLES * ROW_BYTES);
    }
  }

  private static double logBytes(CapacityProbe probe) throws IOException {
    return probe.read().nodes().get(0).storage().logBytes().orElseThrow();
  }

  @Test
  void writesToNothing() throws Exception {
    try (var nothing = tsdb().startNullTarget().orElseThrow()) {
      TargetConfig target =
          TargetConfig.of(tsdb().type(), nothing.url()).withOption("create-tables", "true");
      try (var client = client(target)) {
        for (int i = 0; i < 3; i++) {
          WriteResult result = write(client, format(target).encode(samples(i, i + 2_345)));
          assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
        }
      }
    }
  }

  /** Queries can do nothing but read. */
  @Test
  void readsWithinItsBoundsAndWritesNothing() throws Exception {
    try (QueryClient client = tsdb().queries(target(server())).orElseThrow()) {
      execute(server(), "CREATE TABLE numbers (x int)", "INSERT INTO numbers VALUES (1), (2)");

      assertThat(ask(client, "SELECT x FROM numbers WHERE x <= $to_ms"))
          .isEqualTo(new QueryClient.Answer(2, ""));
      assertThat(ask(client, "SELECT no_such_column FROM numbers").failure())
          .contains("no_such_column");
      // The connection of the one that failed is of use again.
      assertThat(ask(client, "SELECT x FROM numbers").failed()).isFalse();
      assertThat(ask(client, "SELECT REPEAT('x', 20000)").failure())
          .contains("queries.answer-bytes");
      assertThat(ask(client, "DELETE FROM numbers").failure()).contains("one plain SELECT");
      assertThat(ask(client, selectThatWrites()).failure())
          .containsPattern("(?i)read.only transaction");
      assertThat(ask(client, "SELECT x FROM numbers")).isEqualTo(new QueryClient.Answer(2, ""));
    }
  }

  private static QueryClient.Answer ask(QueryClient client, String sql) {
    return client.ask(new Query(sql, 0, 1_000, 0), BOUNDS).join();
  }

  /** Returns the sessions once one of them waits for a lock. */
  protected static TsdbNode.Sessions waiting(CapacityProbe probe) throws Exception {
    TsdbNode.Sessions sessions = TsdbNode.Sessions.NONE;
    long deadlineNanos = System.nanoTime() + Patience.ofSeconds(20).toNanos();
    while (sessions.waitingForLocks().orElse(0) == 0 && System.nanoTime() - deadlineNanos < 0) {
      sessions = probe.read().nodes().get(0).sessions();
      Poll.pause(Duration.ofMillis(5));
    }
    return sessions;
  }

  protected final WriteClient client(TargetConfig target) {
    return new PlainWrites(tsdb()).client(target);
  }

  protected final WireFormat format(TargetConfig target) {
    return new PlainWrites(tsdb()).format(target);
  }

  protected static WriteResult write(WriteClient client, Payload payload) throws Exception {
    return PlainWrites.write(client, payload);
  }

  /** Returns one sample of each of these series. */
  protected static List<Sample> samples(int from, int to) {
    return LongStream.range(from, to)
        .mapToObj(i -> new Sample(Labels.of(Map.of("n", "" + i)), TIME + i, i / 2.0))
        .toList();
  }
}
