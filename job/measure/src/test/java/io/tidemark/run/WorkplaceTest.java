package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.RestAddress;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkplaceTest {
  private static final int SLOTS_PER_SUBTASK = 2;
  private static final int ALL_SLOTS = 99;

  private final List<String> events = new ArrayList<>();
  private String failing = "";
  private boolean near = true;

  @Test
  void startsADatabaseBeforeAFlinkOfItsOwnAndClosesItAfterIt() {
    open(ofOurOwn()).close();

    assertThat(events)
        .containsExactly(
            "check near", "database", "note", "flink", "flink closed", "database closed");
  }

  @Test
  void looksAtAClusterBeforeADatabaseIsStartedAndClosesTheConnectionLast() {
    open(onCluster(ofOurOwn())).close();

    assertThat(events)
        .containsExactly(
            "flink",
            "connected",
            "slots",
            "check near",
            "database",
            "note",
            "database closed",
            "flink closed");
  }

  @Test
  void asksBeforeAnythingIsStartedWhetherItMayWriteIntoADatabaseThatWasThere() {
    open(theirs()).close();

    assertThat(events).containsExactly("check near", "agree", "flink", "flink closed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          false | check near | check near
          false | agree      | check near, agree
          false | flink      | check near, agree, flink
          true  | agree      | agree
          true  | flink      | agree, flink
          true  | connected  | agree, flink, connected, flink closed
          true  | slots      | agree, flink, connected, slots, flink closed
          true  | check near | agree, flink, connected, slots, check near, flink closed
          """)
  void closesWhatWasOpenedBeforeSomethingFailed(boolean cluster, String failed, String happened) {
    assertFails(cluster ? onCluster(theirs()) : theirs(), failed, happened);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          false | database | check near, database
          false | note     | check near, database, note, database closed
          false | flink    | check near, database, note, flink, database closed
          true  | database | flink, connected, slots, check near, database, flink closed
          true  | note     | flink, connected, slots, check near, database, note, database closed, flink closed
          """)
  void closesItsDatabaseToo(boolean cluster, String failed, String happened) {
    assertFails(cluster ? onCluster(ofOurOwn()) : ofOurOwn(), failed, happened);
  }

  private void assertFails(Workplace.Needs needs, String failed, String happened) {
    failing = failed;

    assertThatThrownBy(() -> open(needs)).isInstanceOf(RunException.class).hasMessage(failed);

    assertThat(String.join(", ", events)).isEqualTo(happened);
  }

  @Test
  void closesTheRestWhereSomethingCanNotBeClosed() {
    Workplace place = open(ofOurOwn());
    failing = "flink closed";

    assertThatThrownBy(place::close).hasMessage("flink closed");

    assertThat(events).endsWith("flink closed", "database closed");
  }

  @Test
  void startsNoDatabaseForAClusterThatCanNotReachIt() {
    near = false;

    assertThatThrownBy(() -> open(onCluster(ofOurOwn())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("target.urls is not set");

    assertThat(events).doesNotContain("database").endsWith("flink closed");
  }

  @Test
  void leavesAFlinkOpenThatSomeoneElseCloses() {
    Workplace.in(new Flink(), new Steps()).close();

    assertThat(events).containsExactly("check near");
  }

  @Test
  void aJobLeavesSlotsFreeInAFlinkThatHasMoreThanOneForEachSubtask() {
    try (var own = open(theirs());
        var cluster = open(onCluster(theirs()))) {
      assertThat(own.here(config()).parallelism())
          .isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(cluster.here(config()).parallelism()).isEqualTo(ALL_SLOTS);
      assertThat(own.here(config().withParallelism(3)).parallelism()).isEqualTo(3);
    }
  }

  @Test
  void aJobInThisProcessKeepsAsManySeriesReadyAsFitItsHeap() {
    JobConfig one = config().withAmplify(config().amplify().withMaxCachedSeries(1));
    try (var own = open(theirs());
        var cluster = open(onCluster(theirs()))) {
      assertThat(own.fitted(one, Set.of()).amplify().maxCachedSeries()).isGreaterThan(10_000);
      assertThat(own.fitted(one, Set.of("amplify.max-cached-series")).amplify().maxCachedSeries())
          .isEqualTo(1);
      assertThat(cluster.fitted(one, Set.of()).amplify().maxCachedSeries()).isEqualTo(1);
    }
  }

  @Test
  void aJobWritesIntoTheDatabaseThatWasStarted() {
    try (var place = open(ofOurOwn())) {
      assertThat(place.here(config()).target().urls()).containsExactly(Database.URL);
    }
  }

  private Workplace open(Workplace.Needs needs) {
    return Workplace.open(
        needs,
        new Steps(),
        line -> happens("note"),
        line -> happens("warn"),
        () -> {
          happens("flink");
          return new Flink();
        });
  }

  private static JobConfig config() {
    return ConfigLoader.load(Optional.empty(), List.of("target.type=null")).config();
  }

  private static Workplace.Needs theirs() {
    return needs(true, Optional.empty());
  }

  private Workplace.Needs ofOurOwn() {
    return needs(
        false,
        Optional.of(
            OwnedDatabase.Starter.of(
                "Database",
                settings -> {
                  happens("database");
                  return new Database();
                },
                (saved, settings) -> new Database())));
  }

  private static Workplace.Needs needs(boolean theirs, Optional<OwnedDatabase.Starter> starter) {
    return new Workplace.Needs(
        "run",
        List.of(config()),
        Optional.empty(),
        SLOTS_PER_SUBTASK,
        0,
        theirs,
        starter,
        Optional.empty());
  }

  private static Workplace.Needs onCluster(Workplace.Needs needs) {
    return new Workplace.Needs(
        needs.name(),
        needs.configs(),
        Optional.of(RestAddress.parse("127.0.0.1:1")),
        needs.slotsPerSubtask(),
        needs.retries(),
        needs.theirs(),
        needs.starter(),
        needs.aged());
  }

  private void happens(String event) {
    events.add(event);
    if (event.equals(failing)) {
      throw new RunException(event);
    }
  }

  private final class Steps implements Workplace.Steps {
    @Override
    public void check(boolean local) {
      happens(local ? "check near" : "check far");
    }

    @Override
    public void agree() {
      happens("agree");
    }

    @Override
    public void connected(FlinkSession cluster) {
      happens("connected");
    }
  }

  private final class Database implements OwnedDatabase {
    private static final URI URL = URI.create("http://127.0.0.1:2");

    @Override
    public URI url() {
      return URL;
    }

    @Override
    public Path folder() {
      throw new UnsupportedOperationException();
    }

    @Override
    public LinuxProcess process() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restart(Settings settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void saveTo(Path folder) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      happens("database closed");
    }
  }

  private final class Flink implements FlinkSession {
    @Override
    public int parallelism(int wanted) {
      happens("slots");
      return wanted == 0 ? ALL_SLOTS : wanted;
    }

    @Override
    public FlinkJob submit(JobConfig config, Start start) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int cancelLeftBehind(String purpose) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Duration reportsWithin() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Duration metricsInterval() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean startsCold() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasSlots(int parallelism) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isLocal() {
      return near;
    }

    @Override
    public double cpuSeconds() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String flinkVersion() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      happens("flink closed");
    }
  }
}
