package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.ConfigException;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.queried.QueryCurve;
import io.tidemark.readers.VirtualReaders;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.sink.query.QueryClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Searches by queries in virtual time, of a database with two cores that computes 1.2 µs for each
 * sample: beside 100,000 samples/s 1.88 cores are left.
 */
@Tag("seconds")
class QueryRampTest {
  private static final int CORES = 2;
  private static final double LEFT = CORES - 0.12;

  /** What four bisections between a number and twice of it leave open. */
  private static final double RESOLUTION = 1 / 16.0;

  /** As four readers must not be what bounds it. */
  private static final String MANY_READERS = "queries.concurrency=64";

  private static final QueryClient.Answer ANSWERED = new QueryClient.Answer(100, "");

  /** When a query was asked, in seconds. */
  private final Deque<Double> moments = new ArrayDeque<>();

  private CeilingResult search(
      BiConsumer<SimulatedSearch, CompletableFuture<QueryClient.Answer>> answer,
      String... settings) {
    var all = new ArrayList<>(List.of("amplify.m=1", "source.datagen.series=10000"));
    all.add("queries.expressions=[up]");
    all.addAll(List.of(settings));
    Behaviour database = Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), CORES);
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(database).apart(),
            By.QUERIES,
            Duration.ofMinutes(8),
            1e7,
            all.toArray(String[]::new));
    var readers =
        new VirtualReaders(
            search.system.time(),
            search.plan.loaded().config().queries(),
            asked -> answer.accept(search, asked));
    return Ceiling.find(
        search.plan,
        new ReadSystem(search.system, readers),
        search.system.time(),
        search,
        SecondOpinion.NONE);
  }

  /** Each computes for so long. */
  private static BiConsumer<SimulatedSearch, CompletableFuture<QueryClient.Answer>> computing(
      int millis) {
    return (search, asked) ->
        search.system.query(Duration.ofMillis(millis), () -> asked.complete(ANSWERED));
  }

  /** This one included. */
  private long askedInTheLastSecond(SimulatedSearch search) {
    double now = search.system.time().nanos() / 1e9;
    moments.addLast(now);
    while (moments.getFirst() <= now - 1) {
      moments.removeFirst();
    }
    return moments.size();
  }

  @Test
  void findsHowManyQueriesTheCpuIsEnoughForBesideTheWrites() {
    for (int millis : new int[] {50, 100}) {
      CeilingResult found = search(computing(millis), MANY_READERS);
      double most = LEFT / (millis / 1e3);

      assertThat(found.queries().carried())
          .as("%s", found.queries())
          .isBetween((1 - 2 * RESOLUTION) * most, 1.02 * most);
      assertThat(found.cause()).as("%s", found.sentence()).isEqualTo(Cause.TSDB_CPU);
      assertThat(found.sentence())
          .matches(
              "[\\d.]+ queries/s at 100 k samples/s on this database; then the database's CPU \\("
                  + "CPU of the database: .+\\)\\. One query takes [\\d.]+ ms of the database's CPU\\.");
      assertThat(found.queries().cpuMillisEach()).isCloseTo(millis, withinPercentage(10));
    }
  }

  @Test
  void eachStepSaysWhatWasAskedAndWhatBecameOfIt() {
    CeilingResult found = search(computing(50), MANY_READERS);

    List<QueryCurve.Row> rows = found.queries().rows();
    assertThat(rows).extracting(QueryCurve.Row::asked).isSorted().startsWith(0.0, 1.0, 2.0, 4.0);
    assertThat(rows.get(0).p99Millis()).isNull();
    assertThat(rows)
        .filteredOn(row -> row.carried() && row.asked() > 0)
        .allSatisfy(
            row -> {
              assertThat(row.answered()).isCloseTo(row.asked(), withinPercentage(10));
              // It computes for 50 ms, on a core of its own at best.
              assertThat(row.p50Millis()).isBetween(50.0, 1_000.0);
              assertThat(row.why()).isEmpty();
            });
    assertThat(rows)
        .filteredOn(row -> !row.carried())
        .isNotEmpty()
        .allMatch(row -> !row.why().isEmpty());
    assertThat(found.amplification()).isEmpty();
    assertThat(found.headline()).isEqualTo(found.sentence());
  }

  @Test
  void queriesThatAreTurnedAwayAreCountedAndAreWhatStopsIt() {
    CeilingResult found =
        search(
            (search, asked) -> {
              boolean full = askedInTheLastSecond(search) > 20;
              search
                  .system
                  .time()
                  .in(
                      Duration.ofMillis(5),
                      () ->
                          asked.complete(
                              full ? new QueryClient.Answer(20, "HTTP 429: too many") : ANSWERED));
            },
            MANY_READERS);

    assertThat(found.queries().carried()).as("%s", found.queries()).isBetween(17.0, 21.0);
    assertThat(found.cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(found.queries().rows())
        .filteredOn(row -> !row.carried())
        .anyMatch(row -> row.failedShare() > 0.02 && row.why().contains("HTTP 429: too many"));
    assertThat(found.advice().get(0)).contains("raise the limit by which queries are turned away");
  }

  /** Two readers whose answers take 200 ms ask ten a second at most, of a database that idles. */
  @Test
  void readersThatAreTooFewAreNoLimitOfTheDatabase() {
    CeilingResult found =
        search(
            (search, asked) ->
                search.system.time().in(Duration.ofMillis(200), () -> asked.complete(ANSWERED)),
            "queries.concurrency=2");

    assertThat(found.queries().carried()).isBetween(8.5, 10.3);
    assertThat(found.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(found.sentence()).contains("raise queries.concurrency");
  }

  /** A query takes no CPU, and longer the more are asked. */
  @Test
  void aLatencyThatIsTooLongEndsItThoughAllAreAnswered() {
    CeilingResult found =
        search(
            (search, asked) -> {
              Duration takes = Duration.ofMillis(20 * askedInTheLastSecond(search));
              search.system.time().in(takes, () -> asked.complete(ANSWERED));
            },
            MANY_READERS,
            "queries.timeout=500ms");

    // 25 a second take 500 ms.
    assertThat(found.queries().carried()).as("%s", found.queries()).isBetween(20.0, 25.0);
  }

  /** As a backup of another's begins. */
  @Test
  void aStepThatSomethingDisturbsIsMeasuredOnceMore() {
    double[] disturbedUntil = {0};
    CeilingResult found =
        search(
            (search, asked) -> {
              double now = search.system.time().nanos() / 1e9;
              search.onStep =
                  step -> {
                    if (step.equals("16 queries/s")) {
                      disturbedUntil[0] = search.system.time().nanos() / 1e9 + 4;
                    }
                  };
              if (now < disturbedUntil[0]) {
                asked.complete(new QueryClient.Answer(20, "HTTP 503: busy"));
              } else {
                computing(50).accept(search, asked);
              }
            },
            MANY_READERS);

    assertThat(found.steps()).anyMatch(step -> "16 queries/s, once more".equals(step.note()));
    assertThat(found.queries().carried()).as("%s", found.queries()).isGreaterThan(16.0);
  }

  /** The database goes away again and again meanwhile. */
  @Test
  void whatCannotBeMeasuredOnceMoreIsWhatItWas() {
    var last = new AtomicBoolean();
    var begun = new AtomicBoolean();
    CeilingResult found =
        search(
            (search, asked) -> {
              search.onStep = step -> last.set(step.endsWith(", once more"));
              if (begun.compareAndSet(false, true)) {
                search
                    .system
                    .time()
                    .every(
                        Duration.ofSeconds(2),
                        () -> {
                          if (last.get()) {
                            search.system.lose(Duration.ofMillis(500));
                          }
                        });
              }
              computing(50).accept(search, asked);
            },
            MANY_READERS);

    assertThat(last).isTrue();
    double most =
        found.queries().rows().stream()
            .filter(QueryCurve.Row::carried)
            .mapToDouble(QueryCurve.Row::asked)
            .max()
            .orElseThrow();
    assertThat(found.queries().carried()).isEqualTo(most);
  }

  @Test
  void beginsWithTheRateThatIsConfigured() {
    CeilingResult found = search(computing(50), MANY_READERS, "queries.rate=8");

    assertThat(found.queries().rows())
        .extracting(QueryCurve.Row::asked)
        .isSorted()
        .startsWith(0.0, 8.0, 16.0);
  }

  /** 2 million samples/s are 2.4 cores. */
  @Test
  void aRateThatIsTooMuchByItselfIsSaidToBe() {
    CeilingResult found =
        search(computing(50), MANY_READERS, "source.datagen.rate=500000", "amplify.m=4");

    assertThat(found.queries().carried()).isNull();
    assertThat(found.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(found.sentence())
        .startsWith("2.00 M samples/s are too much for this database without any query: stopped");
  }

  @Test
  void withoutQueriesThereIsNothingToRaise() {
    assertThatThrownBy(
            () ->
                new SimulatedSearch(
                    SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ZERO)),
                    By.QUERIES,
                    Duration.ofMinutes(3)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("set queries.expressions");
  }
}
