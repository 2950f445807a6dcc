package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Ending;
import io.tidemark.measure.window.Node;
import io.tidemark.measure.window.Pressure;
import io.tidemark.measure.window.Sessions;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DatabaseLogTest {
  private static final UnaryOperator<Double> OWN = UnaryOperator.identity();

  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final long ANY_MOMENT_AFTER_MILLIS = 60_000;

  private final Time time = Time.REAL;
  private final DatabaseLog log = new DatabaseLog(time);
  private final long startNanos = time.nanos();
  private final long startMillis = time.millis();

  @Test
  void noReadingWithinTheWindowIsNothing() {
    read(0, 10, 0);

    assertThat(log.in(startMillis + 5_000, startMillis + 7_000, null, OWN)).isNull();
  }

  /** A read-only database computes nothing and takes no rows, but it says that it is read-only. */
  @Test
  void oneReadingSaysWhatIsAndNoRates() {
    read(1_000, 10, 1);

    Database read = log.in(startMillis, startMillis + 2_000, null, OWN);

    assertThat(read.readOnly()).isTrue();
    assertThat(read.cpuCoresUsed()).isNull();
  }

  @Test
  void ratesAreBetweenTheReadingsWithinTheWindow() {
    read(1_000, 10, 0);
    read(3_000, 11, 0);

    Database read = log.in(startMillis, startMillis + 4_000, null, OWN);

    assertThat(read.cpuCoresUsed()).as("to the millisecond").isCloseTo(0.5, within(1e-3));
    assertThat(read.readOnly()).isFalse();
  }

  @Test
  void isLostWhenItCanNoLongerBeRead() {
    read(0, 10, 0);
    log.failed("refused");

    assertThat(log.lostIn(startMillis, startMillis + ANY_MOMENT_AFTER_MILLIS)).isTrue();
    assertThat(log.lostIn(startMillis - 2_000, startMillis - 1_000)).isFalse();
  }

  /** A kernel that ends a process leaves its last reading, and the count of its kills. */
  @Test
  void tellsHowMuchMemoryItHeldWhenItEnded() {
    var full = page("a").memory(1_000, 0);
    full.residentBytes = of(950);
    pages(0, full, page("b").memory(1_000, 0));
    assertThat(log.endings(0)).isEmpty();

    var again = page("a").memory(1_000, 1);
    again.startSeconds = of(1_700_000_100);
    again.residentBytes = of(100);
    pages(2_000, again, page("b").memory(1_000, 0));
    assertThat(log.endings(startMillis)).containsExactly(new Ending(0.95, true));
    assertThat(log.endings(startMillis + ANY_MOMENT_AFTER_MILLIS)).isEmpty();
    assertThat(log.silence()).isEmpty();

    log.failed("refused");
    assertThat(log.silence()).containsExactly(new Ending(0.1, false), new Ending(null, false));
  }

  @Test
  void isNotLostIfItCouldNeverBeRead() {
    log.failed("HTTP 403");

    assertThat(log.lostIn(startMillis, startMillis + ANY_MOMENT_AFTER_MILLIS)).isFalse();
    assertThat(log.failure()).hasValue("HTTP 403");
  }

  @Test
  void aRunsShareIsWhatGrewBetweenTheFirstReadingAndTheLast() {
    read(0, 10, 0, Map.of("nan", 5.0, "big_timestamp", 2.0));
    read(1_000, 12, 0, Map.of("nan", 5.0, "big_timestamp", 9.0, "small_timestamp", 1.0));

    assertThat(log.change().cpuSeconds()).isEqualTo(2);
    assertThat(log.change().rowsIgnored())
        .isEqualTo(Map.of("big_timestamp", 7L, "small_timestamp", 1L));
    assertThat(log.change().restarted()).isFalse();
  }

  @Test
  void rowsIgnoredForANewReasonVoidTheWindowInWhichItCameUp() {
    read(0, 10, 0, Map.of());
    read(3_000, 11, 0, Map.of("small_timestamp", 1.0));

    assertThat(log.in(startMillis + 1_000, startMillis + 4_000, null, OWN).rowsIgnored())
        .isEqualTo(Map.of("small_timestamp", 1L));
  }

  /** It began at the same moment, and has counted the same. */
  @Test
  void oneProcessUnderTwoAddressesIsOneNode() {
    pages(0, page("a").cpu(10), page("b").cpu(10));
    pages(2_000, page("a").cpu(12), page("b").cpu(12.01));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuCoresUsed()).isCloseTo(1, within(1e-3));
    assertThat(read.cores()).isEqualTo(2);
    assertThat(read.busiest().nodes()).isEqualTo(1);
    assertThat(read.warnings()).containsExactly("b and a are one process, counted once");
  }

  @Test
  void twoProcessesThatBeganInTheSameSecondAreTwo() {
    pages(0, page("a").cpu(10), page("b").cpu(10.5));
    pages(2_000, page("a").cpu(12), page("b").cpu(11.5));

    assertThat(log.in(startMillis, startMillis + 3_000, null, OWN).cpuCoresUsed())
        .isCloseTo(1.5, within(1e-3));
  }

  @Test
  void theProcessNearestToItsLimitIsTheOneThatCounts() {
    pages(0, page("idle").cpu(10).slotsInUse(1), page("full").cpu(20).slotsInUse(4));
    pages(2_000, page("idle").cpu(11).slotsInUse(1), page("full").cpu(23.9).slotsInUse(4));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuShare()).isCloseTo(0.975, within(1e-3));
    assertThat(read.busiest().cpuNode()).isEqualTo("full");
    assertThat(read.busiest().slotsNode()).isEqualTo("full");
    assertThat(read.busiest().slotsShare()).isEqualTo(1);

    Node idle = read.busiest().writers().get(0);
    Database seen = read.at(idle);
    assertThat(idle.name()).isEqualTo("idle");
    assertThat(seen.cpuShare()).isCloseTo(0.25, within(1e-3));
    assertThat(seen.busiest().cpuNode()).isEqualTo("idle");
    assertThat(seen.busiest().slotsShare()).isEqualTo(0.25);
    assertThat(seen.cpuCoresUsed()).isEqualTo(read.cpuCoresUsed());
  }

  @Test
  void moreCpuThanThereIsVoidsTheSignal() {
    pages(0, page("a").cpu(10));
    pages(2_000, page("a").cpu(15));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuShare()).isNull();
    assertThat(read.cpuCoresUsed()).isNull();
    assertThat(read.warnings().get(0)).startsWith("CPU of a reads 125 % of what there is");
  }

  @Test
  void aPageOfSomethingElseIsLeftOut() {
    pages(0, page("a").cpu(10), page("proxy").cpu(1).role(TsdbNode.Role.OTHER));
    pages(2_000, page("a").cpu(12), page("proxy").cpu(5).role(TsdbNode.Role.OTHER));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuCoresUsed()).isCloseTo(1, within(1e-3));
    assertThat(read.warnings().get(0)).startsWith("proxy is left out");
  }

  @Test
  void whatAnswersQueriesIsNoneOfWhatTakesWrites() {
    var select = page("select").role(TsdbNode.Role.SELECT);
    pages(0, page("a").cpu(10), select.cpu(1).selects(2, 100));
    pages(2_000, page("a").cpu(12), select.cpu(5).selects(4, 140));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuCoresUsed()).isCloseTo(1, within(1e-3));
    assertThat(read.busiest().cpuNode()).isEqualTo("a");
    assertThat(read.warnings()).isEmpty();
    assertThat(read.queried().concurrent()).isEqualTo(3);
    assertThat(read.queried().capacity()).isEqualTo(8);
    assertThat(read.queried().perSecond()).isCloseTo(20, within(1e-3));
    assertThat(read.queried().cpuCores()).isCloseTo(2, within(1e-3));
  }

  /** Of 20 queries a second, readers of our own asked 15, and looked for samples 2 times. */
  @Test
  void whatOthersAskIsToldApartFromOurOwnQueries() {
    pages(0, page("a").cpu(10).selects(2, 100));
    pages(2_000, page("a").cpu(12).selects(2, 140));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.queried().foreignPerSecond()).isCloseTo(20, within(1e-3));
    assertThat(read.queried().cpuCores()).isNull();
    assertThat(read.beside(17).queried().foreignPerSecond()).isCloseTo(3, within(1e-3));
    assertThat(read.beside(25).queried().foreignPerSecond()).isZero();
    assertThat(read.beside(17).queried().perSecond()).isCloseTo(20, within(1e-3));
  }

  @Test
  void pagesOfQueriesAloneAreNotTheDatabase() {
    pages(0, page("select").cpu(1).role(TsdbNode.Role.SELECT));

    assertThat(log.failure().orElseThrow()).startsWith("select is not a page of the database");
  }

  @Test
  void onlyPagesOfSomethingElseAreNotTheDatabase() {
    pages(0, page("proxy").cpu(1).role(TsdbNode.Role.OTHER));

    assertThat(log.failure().orElseThrow()).startsWith("proxy is not a page of the database");
    assertThat(log.everRead()).isFalse();
  }

  /** Two storage nodes that each store every row: 30 of 1,000 rows are slow, on either. */
  @Test
  void aReplicatedRowThatIsSlowTwiceIsStillOneOfThatManyStored() {
    var insert = page("insert").role(TsdbNode.Role.INSERT);
    pages(0, insert.rows(0), storage("a", 0, 0), storage("b", 0, 0));
    pages(2_000, insert.rows(1_000), storage("a", 1_000, 30), storage("b", 1_000, 30));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.slowInsertShare()).isCloseTo(0.03, within(1e-6));
    assertThat(read.newSeriesShare()).isCloseTo(0.03, within(1e-6));
    assertThat(read.rowsPerSecond()).isCloseTo(500, within(1.0));
  }

  /**
   * A cache with room misses what it has not read yet; one without room, what it had to forget. One
   * node looks four times for each of its 1,000 rows, the other for every other.
   */
  @Test
  void rowsAreUncachedIfBlocksOfTheIndexLeaveAFullCache() {
    pages(
        0,
        stores("full", 0).cpu(1).indexCache(0, 0, 0.7),
        stores("roomy", 0).cpu(2).indexCache(0, 0, 0.3));
    pages(
        2_000,
        stores("full", 1_000).cpu(1.5).indexCache(4_000, 2_000, 0.8),
        stores("roomy", 1_000).cpu(3.5).indexCache(500, 500, 0.4));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.pressure().indexMissShare()).isCloseTo(2.0 / 5, within(1e-6));
    assertThat(read.slowInsertShare()).isCloseTo(1, within(1e-6));
    assertThat(read.newSeriesShare()).isCloseTo(1, within(1e-6));
    assertThat(read.uncachedShare()).isCloseTo(2.0 / 5, within(1e-6));
    assertThat(read.rereadingShare()).isCloseTo(0.1 / (0.25 + 0.75), within(1e-6));
  }

  /** Each of its rows begins a series. */
  private static Page stores(String name, double stored) {
    return storage(name, stored, stored);
  }

  private static Page storage(String name, double stored, double slow) {
    return page(name)
        .role(TsdbNode.Role.STORAGE)
        .rows(new TsdbNode.Rows(ABSENT, Map.of(), of(slow), of(slow), of(stored)));
  }

  /** On 32 cores: two merges that spend all of their time in writes, and one that does. */
  @Test
  void aDiskIsFullByThoseThatWriteToItAndNotByTheCores() {
    pages(0, page("a").cores(32).writing(0, 2));
    pages(2_000, page("a").cores(32).writing(3.9, 2));
    assertThat(log.in(startMillis, startMillis + 3_000, null, OWN).diskShare())
        .isCloseTo(0.975, within(1e-6));

    pages(4_000, page("a").cores(32).writing(5.8, 0));
    pages(6_000, page("a").cores(32).writing(7.7, 0));
    assertThat(log.in(startMillis + 3_500, startMillis + 7_000, null, OWN).diskShare())
        .isCloseTo(0.95, within(1e-6));
  }

  /** Three at least write all the time, or six half of it. */
  @Test
  void howFullADiskIsIsNotKnownWhereNobodySaysHowManyWrite() {
    pages(0, page("a").writing(0));
    pages(2_000, page("a").writing(6));
    assertThat(log.in(startMillis, startMillis + 3_000, null, OWN).diskShare()).isNull();
  }

  /** Of one that can't tell its own, on a host of four cores with nothing else. */
  @Test
  void takesTheCpuOfItsHostWhereItsOwnCantBeRead() {
    pages(0, page("db:5432").rows(0));
    host(0, "db:9100", Map.of("cores", 4.0, "busy", 100.0, "stolen", 2.0, "memory stalled", 1.0));
    pages(2_000, page("db:5432").rows(10));
    host(
        2_000,
        "db:9100",
        Map.of("cores", 4.0, "busy", 107.6, "stolen", 2.8, "memory stalled", 2.0));

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuCoresUsed()).isCloseTo(3.8, within(1e-6));
    assertThat(read.cores()).isEqualTo(4);
    assertThat(read.cpuShare()).isCloseTo(0.95, within(1e-6));
    assertThat(read.pressure().stolenShare()).isCloseTo(0.1, within(1e-6));
    assertThat(read.pressure().memoryStalledShare()).isCloseTo(0.5, within(1e-6));
    assertThat(read.warnings())
        .containsExactly("its CPU is that of all that runs on db:9100: its own can't be read");
    assertThat(log.in(startMillis, startMillis + 3_000, 4.0, OWN).cpuShare())
        .as("of a host that it shares with the job")
        .isNull();
  }

  @Test
  void itsOwnCpuCountsWhereItCanBeRead() {
    pages(0, page("a").cpu(10));
    host(0, "a:9100", Map.of("cores", 4.0, "busy", 100.0));
    pages(2_000, page("a").cpu(12));
    host(2_000, "a:9100", Map.of("cores", 4.0, "busy", 107.6));
    log.hostsFailed("can't read http://a:9100/metrics");

    Database read = log.in(startMillis, startMillis + 3_000, null, OWN);

    assertThat(read.cpuCoresUsed()).isCloseTo(1, within(1e-6));
    assertThat(read.warnings()).containsExactly("can't read http://a:9100/metrics");
  }

  private void host(long afterMillis, String name, Map<String, Double> reading) {
    log.addHosts(Map.of(name, reading), startNanos + 1_000_000 * afterMillis);
  }

  @Test
  void readsHowLongSomeOrAllWaitForMemory() {
    pages(0, page("a").pressure(1, 2, 3));
    pages(2_000, page("a").pressure(1.5, 3, 3.5));

    assertThat(log.in(startMillis, startMillis + 3_000, null, OWN).pressure())
        .isEqualTo(new Pressure(0.25, 0.5, 0.25, null, null, null, null, null, null));
  }

  /** A control group outlives the process that is killed in it. */
  @Test
  void countsWhoWasKilledForWantOfMemory() {
    pages(0, page("a").memory(1e9, 3), page("b").memory(2e9, 0));
    pages(2_000, page("a").memory(1e9, 3), page("b").memory(2e9, 1));

    Pressure read = log.in(startMillis, startMillis + 2_000, null, OWN).pressure();

    assertThat(read.memoryLimitBytes()).isCloseTo(3e9, within(1e-6));
    assertThat(read.memoryKillsPerSecond()).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void sessionsThatWaitAreAShareOfThoseAtWork() {
    readSessions(1_000, new TsdbNode.Sessions(of(4), of(100), of(4), of(0), List.of("one")));
    readSessions(2_000, new TsdbNode.Sessions(of(8), of(100), of(2), of(3), List.of()));

    Sessions read = log.in(startMillis, startMillis + 3_000, null, OWN).sessions();
    assertThat(read.active()).isEqualTo(6);
    assertThat(read.capacity()).isEqualTo(100);
    assertThat(read.lockShare()).isEqualTo(0.5);
    assertThat(read.storageShare()).isEqualTo(0.25);
    assertThat(read.lockHolders()).containsExactly("one");
    assertThat(log.in(startMillis + 1_500, startMillis + 3_000, null, OWN).sessions().lockHolders())
        .isEmpty();
  }

  /** By when a window is judged the next readings are there. */
  @Test
  void whomSessionsWaitForIsThatOfTheWindow() {
    readSessions(1_000, new TsdbNode.Sessions(of(4), of(100), of(4), of(0), List.of("one")));
    readSessions(2_000, new TsdbNode.Sessions(of(4), of(100), of(4), of(0), List.of("two")));

    assertThat(log.in(startMillis, startMillis + 1_500, null, OWN).sessions().lockHolders())
        .containsExactly("one");
  }

  @Test
  void aDatabaseWithoutSessionsHasNone() {
    read(1_000, 10, 0);
    assertThat(log.in(startMillis, startMillis + 2_000, null, OWN).sessions()).isNull();
  }

  /** Recent versions have two links to each. */
  @Test
  void namesTheStorageThatIsDown() {
    var up = new TsdbNode.Link(of(1), of(0), of(1));
    var down = new TsdbNode.Link(of(1), ABSENT, of(0));
    readLinks(1_000, Map.of("a:8400 rows", down, "a:8400 metadata", down, "b:8400 rows", up));
    assertThat(log.in(startMillis, startMillis + 2_000, null, OWN).unreachableStorage())
        .containsExactly("a:8400");

    readLinks(3_000, Map.of("a:8400 rows", up, "b:8400 rows", up));
    assertThat(log.in(startMillis, startMillis + 4_000, null, OWN).unreachableStorage()).isEmpty();
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }

  private void read(long afterMillis, double cpuSeconds, double readOnly) {
    read(afterMillis, cpuSeconds, readOnly, Map.of());
  }

  private void read(
      long afterMillis, double cpuSeconds, double readOnly, Map<String, Double> ignored) {
    var page = new Page("one").cpu(cpuSeconds);
    page.readOnly = of(readOnly);
    page.ignored = ignored;
    pages(afterMillis, page);
  }

  private void readSessions(long afterMillis, TsdbNode.Sessions sessions) {
    var page = new Page("one");
    page.sessions = sessions;
    pages(afterMillis, page);
  }

  private void readLinks(long afterMillis, Map<String, TsdbNode.Link> links) {
    Page page = new Page("one").role(TsdbNode.Role.INSERT).cpu(1);
    page.links = links;
    pages(afterMillis, page);
  }

  private void pages(long afterMillis, Page... pages) {
    long nanos = startNanos + afterMillis * 1_000_000;
    log.add(new TsdbSignals(Stream.of(pages).map(page -> page.node(nanos)).toList(), List.of()));
  }

  /** Of a process with two cores and four slots that began when the others did. */
  private static Page page(String name) {
    var page = new Page(name).slotsInUse(0);
    page.startSeconds = of(1_700_000_000);
    page.cores = of(2);
    page.slots = of(4);
    return page;
  }

  /** Says nothing but what it is told. */
  private static final class Page {
    private final String name;
    private TsdbNode.Role role = TsdbNode.Role.SINGLE;
    private OptionalDouble startSeconds = ABSENT;
    private OptionalDouble cpuSeconds = ABSENT;
    private OptionalDouble residentBytes = ABSENT;
    private OptionalDouble cores = ABSENT;
    private OptionalDouble slotsInUse = ABSENT;
    private OptionalDouble slots = ABSENT;
    private OptionalDouble readOnly = ABSENT;
    private Map<String, Double> ignored = Map.of();
    private TsdbNode.Pressure pressure = new TsdbNode.Pressure(ABSENT, ABSENT);

    /** Null: none but those ignored. */
    private TsdbNode.Rows rows;

    /** Null: none but whether it takes writes. */
    private TsdbNode.Storage storage;

    private Map<String, TsdbNode.Link> links = Map.of();
    private TsdbNode.Sessions sessions = TsdbNode.Sessions.NONE;
    private TsdbNode.Selects selects = TsdbNode.Selects.NONE;

    Page(String name) {
      this.name = name;
    }

    Page role(TsdbNode.Role other) {
      role = other;
      return this;
    }

    Page cpu(double seconds) {
      cpuSeconds = of(seconds);
      return this;
    }

    Page cores(double cores) {
      this.cores = of(cores);
      return this;
    }

    Page rows(double inserted) {
      return rows(new TsdbNode.Rows(of(inserted), Map.of(), ABSENT, ABSENT));
    }

    Page rows(TsdbNode.Rows rows) {
      this.rows = rows;
      return this;
    }

    Page writing(double seconds) {
      storage = new TsdbNode.Storage(ABSENT, ABSENT, of(seconds), ABSENT);
      return this;
    }

    Page writing(double seconds, double writers) {
      storage =
          new TsdbNode.Storage(ABSENT, ABSENT, of(seconds), ABSENT, ABSENT, of(writers), ABSENT);
      return this;
    }

    Page pressure(double ioWaiting, double memoryWaiting, double memoryStalled) {
      pressure =
          new TsdbNode.Pressure(
              ABSENT, of(ioWaiting), ABSENT, of(memoryWaiting), of(memoryStalled));
      return this;
    }

    Page memory(double limitBytes, double kills) {
      pressure =
          new TsdbNode.Pressure(
              ABSENT,
              ABSENT,
              ABSENT,
              ABSENT,
              ABSENT,
              of(limitBytes),
              of(kills),
              TsdbNode.IndexCache.NONE);
      return this;
    }

    Page indexCache(double lookUps, double misses, double taken) {
      pressure =
          new TsdbNode.Pressure(
              ABSENT,
              ABSENT,
              ABSENT,
              ABSENT,
              ABSENT,
              ABSENT,
              ABSENT,
              new TsdbNode.IndexCache(of(lookUps), of(misses), of(misses / 10_000), of(taken)));
      return this;
    }

    Page slotsInUse(double inUse) {
      slotsInUse = of(inUse);
      return this;
    }

    Page selects(double inUse, double requests) {
      selects = new TsdbNode.Selects(of(inUse), of(8), of(requests));
      return this;
    }

    TsdbNode node(long readAtNanos) {
      return TsdbNode.named(name, role)
          .readAtNanos(readAtNanos)
          .startSeconds(startSeconds)
          .cpu(new TsdbNode.Cpu(cpuSeconds, cores))
          .pressure(pressure)
          .residentBytes(residentBytes)
          .slots(new TsdbNode.Slots(slotsInUse, slots, ABSENT, ABSENT))
          .rows(rows == null ? new TsdbNode.Rows(ABSENT, ignored, ABSENT, ABSENT) : rows)
          .storage(
              storage == null ? new TsdbNode.Storage(readOnly, ABSENT, ABSENT, ABSENT) : storage)
          .sessions(sessions)
          .links(links)
          .selects(selects)
          .build();
    }
  }
}
