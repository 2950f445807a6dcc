package io.tidemark.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Cause;
import io.tidemark.job.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("seconds")
class DiagnoseTest {
  @TempDir Path folder;

  private final GeneratedSite.Database database = new GeneratedSite.Database();
  private final GeneratedSite.Sender sender = new GeneratedSite.Sender();
  private GeneratedSite site;

  @BeforeEach
  void startBoth() {
    site = new GeneratedSite(folder);
    site.add("db", database);
    site.add("agent", sender);
  }

  private Diagnosis diagnose(String... databases) {
    return Diagnose.pages(folder, List.of(databases));
  }

  /** Of one that keeps all of its cores busy, while what is to be sent piles up. */
  private void fillCpu() {
    database.cpuShare = 0.97;
    database.slotsTaken = 7;
    database.noSlotFreePerSecond = 12;
    sender.inFlight = 8;
    sender.pendingBytes = 500e6;
  }

  @Test
  void fullCoresWithABacklogAreTheCause() {
    fillCpu();
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).as(told.sentence()).isEqualTo(Cause.TSDB_CPU);
    assertThat(told.end()).startsWith("db");
    assertThat(told.probabilities().get(Cause.NONE_REACHED)).isLessThan(0.2);
  }

  /** Who keeps up is at no limit, and what is next is said. */
  @Test
  void anIdleDatabaseIsAtNoLimit() {
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).as(told.sentence()).isEqualTo(Cause.NONE_REACHED);
    assertThat(told.room().median()).isGreaterThan(1.5);
    assertThat(told.next()).isNotEmpty();
  }

  /** One load shows neither that more in flight helps nor that it does not: no cause, but where. */
  @Test
  void aUsedUpBoundBeforeAnIdleDatabaseMayBeTheBoundOrTheWay() {
    database.cpuShare = 0.1;
    database.slotsTaken = 0.4;
    sender.bound = 4;
    sender.inFlight = 4;
    sender.pendingBytes = 500e6;
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).as("%s", told.probabilities()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(told.probabilities().get(Cause.JOB_IN_FLIGHT))
        .isEqualTo(told.probabilities().get(Cause.NETWORK))
        .isEqualTo(told.probabilities().get(Cause.GATEWAY))
        .isGreaterThan(0.2);
    assertThat(told.probabilities().get(Cause.TSDB_CPU)).isLessThan(0.2);
    assertThat(told.advice().get(0)).startsWith("let agent have twice as many requests in flight");
  }

  /** As many in flight as may be: with more it can't send, however little it has to send yet. */
  @Test
  void whoHasAllInFlightThatMayBeIsNoneWhoKeepsUp() {
    sender.bound = 4;
    sender.inFlight = 3.9;
    site.run(41, 15);

    assertThat(diagnose().parts()).allMatch(Diagnosis.Part::behind);
  }

  @Test
  void aBusyLinkIsNamed() {
    database.linkShares.put("storage-a:8400", 0.2);
    database.linkShares.put("storage-b:8400", 0.99);
    database.slotsTaken = 8;
    database.noSlotFreePerSecond = 15;
    database.cpuShare = 0.2;
    sender.inFlight = 8;
    sender.pendingBytes = 500e6;
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.probabilities().get(Cause.TSDB_STORAGE)).as(told.sentence()).isGreaterThan(0.5);
    assertThat(told.evidence()).anyMatch(each -> each.value().contains("storage-b:8400"));
  }

  @Test
  void whoTurnsAwayIsTheCause() {
    sender.turnedAwayPerSecond = 20;
    sender.requestsPerSecond = 20;
    sender.inFlight = 8;
    sender.pendingBytes = 500e6;
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.probabilities().get(Cause.TSDB_REJECTING))
        .as(told.sentence())
        .isGreaterThan(0.5);
  }

  /** Of 20 requests a second 8 are refused for good: what they hold is lost, and nobody waits. */
  @Test
  void whatIsLostForGoodLeads() {
    sender.requestsPerSecond = 12;
    sender.failedPerSecond = 8;
    sender.droppedPerSecond = 8;
    database.samplesPerSecond = 60_000;
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).as(told.sentence()).isEqualTo(Cause.REQUESTS_FAIL);
    assertThat(told.sentence()).startsWith("Senders lose 40 % of their samples");
    assertThat(told.gains().get(Cause.REQUESTS_FAIL).median()).isCloseTo(1.67, within(0.02));
    assertThat(told.room()).isNull();
    assertThat(told.evidence())
        .anyMatch(
            each -> each.reading().equals("lost") && each.query().contains("packets_dropped"));
  }

  /** A few that are lost are no limit, and are said all the same. */
  @Test
  void aLittleLossIsSaidBesideTheCause() {
    sender.requestsPerSecond = 19;
    sender.failedPerSecond = 1;
    sender.droppedPerSecond = 1;
    database.samplesPerSecond = 95_000;
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).as(told.sentence()).isEqualTo(Cause.NONE_REACHED);
    assertThat(told.sentence()).startsWith("Senders lose 5 % of their samples");
  }

  /** One load shows what is used, and hardly what more would do. */
  @Test
  void oneLoadIsNeverSurerThan80Percent() {
    fillCpu();
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.atMost()).isEqualTo(0.8);
    assertThat(told.probabilities().values()).allMatch(each -> each <= 0.8);
  }

  @Test
  void severalLoadsMayBeSurer() {
    database.samplesPerSecond = 50_000;
    database.requestsPerSecond = 10;
    database.cpuShare = 0.48;
    sender.samplesPerSecond = 50_000;
    sender.requestsPerSecond = 10;
    site.run(20, 15);
    database.samplesPerSecond = 100_000;
    database.requestsPerSecond = 20;
    sender.samplesPerSecond = 100_000;
    sender.requestsPerSecond = 20;
    fillCpu();
    site.run(20, 15);

    Diagnosis told = diagnose();

    assertThat(told.atMost()).isEqualTo(0.9);
    assertThat(told.loads()).isGreaterThan(1);
    assertThat(told.probabilities().entrySet().iterator().next().getKey())
        .as(told.sentence())
        .isEqualTo(Cause.TSDB_CPU);
  }

  @Test
  void whatSendersWouldTellIsMissedWhereTheyAreNot() {
    site = new GeneratedSite(folder);
    site.add("db", database);
    fillCpu();
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(told.missing()).anyMatch(each -> each.startsWith("pages of the senders"));
    assertThat(told.probabilities()).doesNotContainKeys(Cause.JOB_IN_FLIGHT, Cause.JOB_CPU);
    assertThat(told.cause()).as(told.sentence()).isEqualTo(Cause.TSDB_CPU);
  }

  /** A line may be full, or a sender, of which no page of the database tells. */
  @Test
  void whereNobodySeesSendersOnlyTheDatabaseIsSaidToHaveRoom() {
    site = new GeneratedSite(folder);
    site.add("db", database);
    database.cpuShare = 0.08;
    database.slotsTaken = 0.2;
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).as("%s", told.probabilities()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(told.sentence())
        .contains("Nothing in the database stops 20 % more; whether the senders");
  }

  @Test
  void theTimeOfARestartIsLeftOut() {
    site.run(17, 15);
    database.restart(site.nowSeconds());
    site.run(24, 15);

    Diagnosis told = diagnose();

    assertThat(leftOut(told)).containsExactly("a process of the database was restarted");
    assertThat(told.cause()).isEqualTo(Cause.NONE_REACHED);
  }

  /** Of a page that does not say since when it counts. */
  @Test
  void theTimeInWhichCountersBeganAnewIsLeftOut() {
    database.tellsStart = false;
    site.run(18, 15);
    database.restart(0);
    site.run(23, 15);

    Diagnosis told = diagnose();

    assertThat(leftOut(told)).containsExactly("counters began anew");
    assertThat(told.parts())
        .filteredOn(each -> each.leftOut() == null)
        .allSatisfy(each -> assertThat(each.samplesPerSecond()).isBetween(99_000.0, 101_000.0));
  }

  @Test
  void aGapIsLeftOut() {
    site.run(20, 15);
    site.pass(1200);
    site.run(21, 15);

    assertThat(leftOut(diagnose())).containsExactly("nothing was read for 1215 s of it");
  }

  @Test
  void pagesMayBecomeMoreOrLessFrequent() {
    site.run(12, 30);
    site.run(40, 5);
    site.run(12, 15);

    Diagnosis told = diagnose();

    assertThat(leftOut(told)).isEmpty();
    assertThat(told.parts())
        .allSatisfy(each -> assertThat(each.samplesPerSecond()).isBetween(99_000.0, 101_000.0));
  }

  /** A light night, and a day that fills the cores: each with its time and its cause. */
  @Test
  void causesThatChangeAreSaidWithTheirTimes() {
    database.cpuShare = 0.08;
    database.slotsTaken = 0.2;
    sender.inFlight = 0.2;
    site.run(40, 15);
    String change = site.now().toString();
    fillCpu();
    site.run(41, 15);

    Diagnosis told = diagnose();

    assertThat(told.regimes())
        .extracting(Diagnosis.Regime::cause)
        .containsExactly(Cause.NONE_REACHED, Cause.TSDB_CPU);
    assertThat(told.regimes().get(1).from()).isEqualTo(change);
    assertThat(told.regimes().get(0).begins()).isNull();
  }

  @Test
  void aChangeAfterARestartIsToldFromOneWithTheDay() {
    site.passUntil("2026-11-27T23:40:00Z");
    site.run(40, 15);
    database.restart(site.nowSeconds());
    fillCpu();
    site.run(40, 15);
    database.slotsTaken = 1;
    database.cpuShare = 0.3;
    database.noSlotFreePerSecond = 0;
    sender.inFlight = 1;
    sender.pendingBytes = 0;
    site.run(41, 15);

    List<Diagnosis.Regime> regimes = diagnose().regimes();

    assertThat(regimes).hasSize(3);
    assertThat(regimes.get(1).begins()).isEqualTo("after a process of the database was restarted");
    assertThat(regimes.get(2).begins()).startsWith("at midnight UTC");
  }

  @Test
  void oneLoadIsOneRegimeWhateverOneIntervalIsLike() {
    site.run(20, 15);
    database.cpuShare = 0.7;
    site.run(4, 15);
    database.cpuShare = 0.3;
    site.run(21, 15);

    assertThat(diagnose().regimes()).isEmpty();
  }

  @Test
  void garbageIsSaidAndTheRestJudged() {
    site.run(20, 15);
    site.save("db", "<html>502 Bad Gateway</html>");
    site.save("agent", "\0\1\2 vmagent_remotewrite_queues{url=\"\n");
    site.save("nobody", "{{{{");
    site.pass(15);
    site.run(20, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).isEqualTo(Cause.NONE_REACHED);
    assertThat(told.warnings())
        .anyMatch(each -> each.contains("a page of db tells nothing"))
        .anyMatch(each -> each.contains("nothing on the pages of nobody is known"));
  }

  @Test
  void twoDatabasesAreAskedForByName() {
    var other = new GeneratedSite.Database();
    other.samplesPerSecond = 7;
    site.add("other", other);
    site.run(9, 15);

    assertThatThrownBy(this::diagnose)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("2 databases are on these pages")
        .hasMessageContaining("--database db");
    assertThat(diagnose("d*").parts().get(0).samplesPerSecond()).isBetween(99_000.0, 101_000.0);
    assertThatThrownBy(() -> diagnose("none"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there are db, other");
  }

  /** Those that hand on to the same storage are one. */
  @Test
  void twoClustersAreTwoDatabases() {
    for (String cluster : List.of("a", "b")) {
      for (int i = 0; i < 2; i++) {
        var insert = new GeneratedSite.Database();
        insert.startSeconds += i;
        insert.linkShares.put("storage-" + cluster + ":8400", 0.1);
        insert.linkShares.put("storage-" + cluster + i + ":8400", 0.1);
        site.add("insert-" + cluster + i, insert);
      }
    }
    site.remove("db");
    site.run(9, 15);

    assertThatThrownBy(this::diagnose)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("insert-a0, insert-a1 | insert-b0, insert-b1");
    assertThat(diagnose("insert-b*").parts().get(0).samplesPerSecond())
        .isBetween(199_000.0, 201_000.0);
  }

  /** What is only sent, and by whom more than is answered, is judged by that alone. */
  @Test
  void aSenderAloneIsJudged() {
    site.remove("db");
    sender.inFlight = 8;
    sender.pendingBytes = 500e6;
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(told.missing()).anyMatch(each -> each.startsWith("pages of the database"));
    assertThat(told.parts()).allMatch(each -> each.behind());
    assertThat(told.untold()).isNull();
  }

  @Test
  void nothingIsSaidOfWhatWritesNothing() {
    database.samplesPerSecond = 0;
    site.remove("agent");
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(told.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(told.untold()).isEqualTo("no part of the time shows writes");
  }

  private static List<String> leftOut(Diagnosis told) {
    return told.parts().stream().map(Diagnosis.Part::leftOut).filter(each -> each != null).toList();
  }
}
