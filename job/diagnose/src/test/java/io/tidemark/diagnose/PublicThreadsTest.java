package io.tidemark.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads of public trackers in which people asked what stops writes: what they posted as pages,
 * the rest as it is where nothing is full. The page has each beside what was found there.
 */
@Tag("seconds")
class PublicThreadsTest {
  private static final Path PAGE = Path.of("../../docs/contributing/public-threads.md");

  private static final List<Cause> ON_THE_WAY =
      List.of(Cause.JOB_IN_FLIGHT, Cause.NETWORK, Cause.GATEWAY);

  @TempDir Path folder;

  /**
   * @param first the most probable cause; null where the senders' bound and all on the way are
   */
  private record Case(
      String thread,
      Cause cause,
      Cause first,
      BiConsumer<GeneratedSite.Database, GeneratedSite.Sender> posted) {
    @Override
    public String toString() {
      return thread + " → " + cause;
    }
  }

  private static Case of(
      String thread,
      Cause cause,
      Cause first,
      BiConsumer<GeneratedSite.Database, GeneratedSite.Sender> posted) {
    return new Case(thread, cause, first, posted);
  }

  /** Senders whose queue grows, while all that they may have in flight is. */
  private static void behind(GeneratedSite.Sender sender, double bound) {
    sender.bound = bound;
    sender.inFlight = bound;
    sender.pendingBytes = 500e6;
  }

  private static void slots(GeneratedSite.Database database, double slots, double taken) {
    database.slots = slots;
    database.slotsTaken = taken;
    database.noSlotFreePerSecond = taken >= 0.9 * slots ? 15 : 0;
  }

  private static void links(GeneratedSite.Database database, double... shares) {
    for (int i = 0; i < shares.length; i++) {
      database.linkShares.put("storage-%d:8400".formatted(i), shares[i]);
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        of(
            "#4964",
            Cause.TSDB_STORAGE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              links(database, 1, 1, 1);
              slots(database, 208, 200);
              behind(sender, 220);
            }),
        of(
            "#4219",
            Cause.INCONCLUSIVE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              links(database, 0.3, 0.97);
              slots(database, 16, 16);
              behind(sender, 32);
            }),
        of(
            "#6117",
            Cause.INCONCLUSIVE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              links(database, 0.2, 0.2, 1);
              slots(database, 8, 8);
              behind(sender, 16);
            }),
        of(
            "#2269",
            Cause.INCONCLUSIVE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              links(database, 1, 1, 1, 0.1, 0.1);
              slots(database, 8, 8);
              behind(sender, 16);
            }),
        of(
            "#175",
            Cause.INCONCLUSIVE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              links(database, 1);
              slots(database, 8, 8);
              behind(sender, 16);
            }),
        of(
            "#2481",
            Cause.INCONCLUSIVE,
            Cause.TSDB_SLOTS,
            (database, sender) -> {
              database.ioStalledShare = 0.9;
              slots(database, 8, 8);
              behind(sender, 16);
            }),
        of(
            "#6326",
            Cause.TSDB_STORAGE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              database.ioStalledShare = 0.9;
              database.diskShare = 0.95;
              slots(database, 32, 32);
              behind(sender, 40);
            }),
        of(
            "#7709",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.slowShare = 0.2;
              database.tellsCpu = false;
              behind(sender, 8);
            }),
        of(
            "#9803",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.slowShare = 0.99;
              database.tellsCpu = false;
              behind(sender, 8);
            }),
        of(
            "#6849",
            Cause.TSDB_CPU,
            Cause.TSDB_CPU,
            (database, sender) -> {
              database.cpuShare = 1;
              slots(database, 8, 8);
              behind(sender, 16);
            }),
        of(
            "#377",
            Cause.TSDB_CPU,
            Cause.TSDB_CPU,
            (database, sender) -> {
              database.cpuShare = 0.97;
              slots(database, 64, 64);
              behind(sender, 80);
            }),
        of(
            "#6148",
            Cause.TSDB_REJECTING,
            Cause.TSDB_REJECTING,
            (database, sender) -> {
              sender.turnedAwayPerSecond = 20;
              behind(sender, 8);
            }),
        of(
            "#1952",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              sender.failedPerSecond = 2.5;
              behind(sender, 8);
            }),
        of(
            "#11420",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.cpuShare = 0.1;
              slots(database, 8, 0.3);
              behind(sender, 4);
            }),
        of(
            "#4703",
            Cause.INCONCLUSIVE,
            Cause.TSDB_STORAGE,
            (database, sender) -> {
              slots(database, 64, 64);
              links(database, 1, 0.2, 0.2);
              sender.turnedAwayPerSecond = 6;
              behind(sender, 80);
            }),
        of(
            "#745",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.cpuShare = 0.02;
              slots(database, 8, 0.1);
              database.samplesPerSecond = 5_000;
              database.requestsPerSecond = 1;
              sender.samplesPerSecond = 5_000;
              sender.requestsPerSecond = 1;
              sender.bytesPerSecond = 40_000;
              behind(sender, 4);
            }),
        of(
            "#3893",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.cpuShare = 0.2;
              slots(database, 16, 1);
              sender.requestsPerSecond = 40;
              database.requestsPerSecond = 40;
              behind(sender, 200);
            }),
        of(
            "#848",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.cpuShare = 0.05;
              slots(database, 8, 0.1);
              behind(sender, 4);
            }),
        of(
            "#5115",
            Cause.INCONCLUSIVE,
            null,
            (database, sender) -> {
              database.tellsCpu = false;
              behind(sender, 8);
            }),
        of(
            "#632",
            Cause.INCONCLUSIVE,
            Cause.TSDB_SLOTS,
            (database, sender) -> {
              database.cpuShare = 0.3;
              slots(database, 8, 8);
              behind(sender, 16);
            }));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void saysWhatTheTableSays(Case of) throws IOException {
    var database = new GeneratedSite.Database();
    var sender = new GeneratedSite.Sender();
    of.posted.accept(database, sender);
    var site = new GeneratedSite(folder);
    site.add("db", database);
    site.add("agent", sender);
    site.run(41, 15);

    Diagnosis told = Diagnose.pages(folder, List.of());

    assertThat(told.cause())
        .as("%s: %s, %s", of, told.probabilities(), told.untold())
        .isEqualTo(of.cause);
    assertThat(told.probabilities().keySet().iterator().next())
        .as("%s: %s", of, told.probabilities())
        .isIn(of.first == null ? ON_THE_WAY : List.of(of.first));
    String first = of.first == null ? "bound or way" : of.first.name();
    assertThat(Files.readString(PAGE).lines())
        .as("a row of %s in %s", of, PAGE)
        .anyMatch(
            line ->
                line.startsWith("| " + of.thread + " |")
                    && line.endsWith("| %s | `%s` |".formatted(first, of.cause)));
  }

  /** A daily slow-down that begins at midnight UTC: VictoriaMetrics #7756, and #430 before it. */
  @Test
  void whatBeginsWithTheDayIsSaidToDoSo() {
    var database = new GeneratedSite.Database();
    var sender = new GeneratedSite.Sender();
    var site = new GeneratedSite(folder);
    site.add("db", database);
    site.add("agent", sender);
    site.passUntil("2026-11-27T23:50:00Z");
    site.run(40, 15);
    database.slowShare = 0.6;
    database.cpuShare = 0.95;
    database.slotsTaken = 8;
    database.noSlotFreePerSecond = 15;
    behind(sender, 8);
    site.run(41, 15);

    List<Diagnosis.Regime> regimes = Diagnose.pages(folder, List.of()).regimes();

    assertThat(regimes).hasSize(2);
    assertThat(regimes.get(1).begins()).startsWith("at midnight UTC");
  }
}
