package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Forecast;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.Surroundings;
import io.tidemark.simulated.Surroundings.Gateway;
import io.tidemark.simulated.Surroundings.Pages;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What rehearsed scenarios hid: set-ups that once got a wrong verdict, or none, in virtual time.
 */
@Tag("seconds")
class HiddenTest {
  private static final Duration BUDGET = Duration.ofSeconds(90);
  private static final Duration FIFTY_MILLIS = Duration.ofMillis(50);

  private static final Behaviour ORDINARY =
      Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 2);

  private static final Behaviour TWO_OF_EIGHT = ORDINARY.withSlots(8);

  private static CeilingResult search(SimulatedSetup setup, String... settings) {
    return new SimulatedSearch(setup, By.IN_FLIGHT, BUDGET, settings).run();
  }

  private static SimulatedSetup apart(Surroundings around, Behaviour... databases) {
    return SimulatedSetup.of(databases).apart().withSurroundings(around);
  }

  @Test
  void aGatewayThatRefusesEverythingIsSaidWithinSeconds() {
    CeilingResult result = search(SimulatedSetup.of(ORDINARY.withRejects(1, 429)));

    assertThat(result.cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(result.sentence())
        .isEqualTo("No ceiling was found: every request fails: database-0: HTTP 429.");
    assertThat(result.evidence().toString()).contains("100 % (HTTP 429 from database-0)");
    assertThat(result.seconds()).isLessThan(15);
  }

  @Test
  void aDatabaseOnOneCoreIsStoppedByItsCpuThoughItsSlotsAreTaken() {
    var oneCore = Behaviour.ofSlots(2, Duration.ofMillis(2)).withCpu(Duration.ofMillis(12), 1);

    CeilingResult result = search(SimulatedSetup.of(oneCore).apart());

    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.next()).containsExactly(Cause.TSDB_SLOTS);
  }

  @Test
  void oneDatabaseUnderTwoAddressesIsCountedOnce() {
    var twice = Surroundings.NONE.with(new Pages(1, true, true, false, 0));

    CeilingResult result = search(apart(twice, ORDINARY));

    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.evidence().get(0).value()).startsWith("2 of 2 cores (100 %)");
  }

  /** The line is wide: 50 ms more for each request, which is no reason to buy a faster one. */
  @Test
  void aPureRoundTripIsNoThinLine() {
    var far = Surroundings.NONE.with(new Gateway(0, false, FIFTY_MILLIS));
    var slow = Behaviour.ofSlots(64, Duration.ofMillis(1)).withCpu(Duration.ofMillis(1), 8);

    CeilingResult result = search(apart(far, slow), "write.batch-samples=1000");

    assertThat(result.cause()).as("%s", result).isIn(Cause.JOB_IN_FLIGHT, Cause.GATEWAY);
    assertThat(result.next()).doesNotContain(Cause.NETWORK);
  }

  /**
   * Eight round trips until a body is sent, one window after the other, of all requests side by
   * side: the line is idle nearly all the time.
   */
  @Test
  void bodiesThatWaitForAcknowledgementsAreOnNoThinLine() {
    var far = new Gateway(0, false, Duration.ofMillis(20)).withWindow(65_536);
    var idle = Behaviour.ofSlots(256, Duration.ofMillis(1)).withCpu(Duration.ofMillis(1), 8);

    CeilingResult result = search(apart(Surroundings.NONE.with(far), idle));

    assertThat(result.cause()).as("%s", result).isIn(Cause.JOB_IN_FLIGHT, Cause.GATEWAY);
    assertThat(result.next()).doesNotContain(Cause.NETWORK);
  }

  /** The same behind a line that takes 25 ms for each. */
  @Test
  void bodiesThatWaitForAcknowledgementsMayBeOnAThinLineToo() {
    var far = new Gateway(0, false, Duration.ofMillis(40)).withWindow(65_536);
    var idle =
        Behaviour.ofSlots(256, Duration.ofMillis(1))
            .withCpu(Duration.ofMillis(1), 8)
            .withNetwork(20_000_000, Duration.ZERO);

    CeilingResult result = search(apart(Surroundings.NONE.with(far), idle));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.NETWORK);
  }

  /** Bytes are not acknowledged for all of a round trip, of all requests side by side. */
  @ParameterizedTest
  @CsvSource({"40, 0.5", "50, 1", "10, 2"})
  void aDatabaseWhoseCpuIsFullIsStoppedByItWhateverTheRoundTrip(int millis, double cores) {
    var far = Surroundings.NONE.with(new Gateway(0, false, Duration.ofMillis(millis)));
    var slow = ORDINARY.withCpu(Duration.ofMillis(12), cores);

    CeilingResult result = search(apart(far, slow));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.TSDB_CPU);
  }

  /** Behind the same round trip: it is still a line, and takes 25 ms for each request. */
  @Test
  void aThinLineIsThatOverARoundTripToo() {
    var far = Surroundings.NONE.with(new Gateway(0, false, Duration.ofMillis(40)));
    var idle =
        Behaviour.ofSlots(64, Duration.ofMillis(1))
            .withCpu(Duration.ofMillis(1), 8)
            .withNetwork(20_000_000, Duration.ZERO);

    CeilingResult result = search(apart(far, idle));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.NETWORK);
  }

  /** It leaves what waits in the job's sockets, where it stands still. */
  @Test
  void aProxyThatStreamsIsNoThinLine() {
    var two = Surroundings.NONE.with(new Gateway(2, false, Duration.ZERO).streaming());
    var idle = Behaviour.ofSlots(16, Duration.ofMillis(10)).withCpu(Duration.ofMillis(2), 4);

    CeilingResult result = search(apart(two, idle));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.GATEWAY);
  }

  @Test
  void aGatewayThatLetsTwoThroughIsNeitherTheBoundNorTheDatabase() {
    var two = Surroundings.NONE.with(new Gateway(2, false, Duration.ZERO));
    var idle = Behaviour.ofSlots(16, Duration.ofMillis(10)).withCpu(Duration.ofMillis(2), 4);

    CeilingResult result = search(apart(two, idle));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.GATEWAY);
    assertThat(result.evidence().get(0).value()).endsWith("2 in the database's insert slots");
  }

  /**
   * Eight in flight are answered in 400 ms, and no step of a minute's search has 20 of them; or
   * four in 1 s, and no step has 20 of anything.
   */
  @ParameterizedTest
  @CsvSource({"3, 150", "2, 500"})
  void aGatewayWhoseAnswersTakeTooLongForLongStepsIsNotTheBound(int limit, int millis) {
    var few = Surroundings.NONE.with(new Gateway(limit, false, Duration.ZERO));
    var slow = Behaviour.ofSlots(16, Duration.ofMillis(millis)).withCpu(Duration.ofMillis(2), 4);

    var search = new SimulatedSearch(apart(few, slow), By.IN_FLIGHT, Duration.ofMinutes(1));

    assertThat(search.run().cause()).isIn(Cause.GATEWAY, Cause.INCONCLUSIVE);
  }

  /**
   * Two cores take 12 ms for each request, whatever stands before them: nothing that waits outside
   * would get through sooner if it came in. Those that are let in are more than the cores.
   */
  @ParameterizedTest
  @CsvSource({"8, 16, 0", "8, 4, 0", "0, 8, 50", "4, 8, 20"})
  void aDatabaseWhoseCpuIsFullBehindAGatewayIsStoppedByItsCpu(int limit, int slots, int roundTrip) {
    var gateway = new Gateway(limit, false, Duration.ofMillis(roundTrip));

    CeilingResult result =
        search(apart(Surroundings.NONE.with(gateway), ORDINARY.withSlots(slots)));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.ceilingSamplesPerSecond()).isCloseTo(2 / 1.2e-6, withinPercentage(6));
  }

  @Test
  void theFullNodeOfTwoIsNamed() {
    Behaviour slow = TWO_OF_EIGHT.withCpu(Duration.ofMillis(48), 2);

    CeilingResult result = search(apart(Surroundings.NONE, TWO_OF_EIGHT, slow));

    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.evidence().get(0).value()).contains("at database-1");
  }

  /**
   * The second takes 20.8 requests a second in its quarter of a core, of which it says that they
   * are two. The first uses half a core for as many: more of its own, and yet it waits.
   */
  @Test
  void theNodeThatHoldsUpTheOtherIsNamedWhicheverUsesMoreCpu() {
    CeilingResult result = besideOneOfQuota(true);

    double each = 0.25 / 12e-7;
    assertThat(result.ceilingSamplesPerSecond()).isCloseTo(2 * each, withinPercentage(6));
    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.evidence().get(0).value()).contains("at database-1", "given 0.2");
    assertThat(result.advice().toString()).contains("twice the cores there alone would take about");
    double promised =
        Double.parseDouble(
            result
                .advice()
                .get(0)
                .replaceAll("(?s).*alone would take about ([0-9.]+) k\\).*", "$1"));
    assertThat(1e3 * promised).isCloseTo(4 * each, withinPercentage(10));
  }

  /** A quota looks like a disk or a lock then. */
  @Test
  void aQuotaIsOnlyGuessedWhereNothingTellsThatItIsWaitedFor() {
    CeilingResult result = besideOneOfQuota(false);

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(result.sentence())
        .contains("had only 0.2", "a CPU quota that no page shows, or a disk or a lock");
  }

  private static CeilingResult besideOneOfQuota(boolean pressure) {
    var quota = Surroundings.NONE.with(Pages.ofLastWithCores(8, pressure));
    Behaviour first = TWO_OF_EIGHT.withCpu(Duration.ofMillis(24), 2);
    Behaviour second = TWO_OF_EIGHT.withCpu(Duration.ofMillis(12), 0.25);
    return search(apart(quota, first, second));
  }

  @Test
  void aDatabaseThatIsThrottledWantsCpuAndNotSlots() {
    var quota = Surroundings.NONE.with(new Pages(10, true, false, false, 0));
    Behaviour fifth = Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 0.2);

    CeilingResult result = search(apart(quota, fifth));

    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(result.evidence().get(0).value()).contains("so it is given 0.2 cores");
  }

  @Test
  void aPageOfSomethingElseIsNotTheDatabase() {
    var proxy = Surroundings.NONE.with(new Pages(1, true, false, true, 0));

    CeilingResult result = search(apart(proxy, ORDINARY));

    assertThat(result.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(result.warnings()).anyMatch(line -> line.contains("is not a page of the database"));
  }

  @Test
  void nothingPerCoreIsPromisedOfANodeThatIsNotSeen() {
    var missing = Surroundings.NONE.with(new Pages(1, true, false, false, 1));

    CeilingResult result = search(apart(missing, ORDINARY, ORDINARY));

    assertThat(result.advice().toString()).contains("count only 50 % of the acknowledged rows");
    assertThat(result.forecast()).isEmpty();
  }

  /** One model: each question has one figure, wherever it is answered. */
  @Test
  void gainAdviceAloneAndForecastAgree() {
    CeilingResult result = search(SimulatedSetup.of(TWO_OF_EIGHT));
    double ceiling = result.ceilingSamplesPerSecond();
    double alone = result.withoutJobSamplesPerSecond();
    Forecast doubled = result.forecast().get(0);

    assertThat(result.advice().toString())
        .contains(
            "twice the cores of this host would take about "
                + rate(result.gains().get(Cause.TSDB_CPU) * ceiling),
            "the database on a host of its own would take about " + rate(alone));
    assertThat(result.gains().get(Cause.HOST_CPU) * ceiling).isCloseTo(alone, within(1.0));
    // It begins where "alone" is, so it says that it is on another host.
    assertThat(doubled.hostOfItsOwn()).isTrue();
    assertThat(doubled.samplesPerSecond()).isCloseTo(2 * alone, withinPercentage(2));
  }

  /** On a host of its own the cores are all that changes. */
  @Test
  void aForecastForADatabaseOnItsOwnHostIsWhatTheAdvicePromises() {
    CeilingResult result = search(SimulatedSetup.of(TWO_OF_EIGHT).apart());
    Forecast doubled = result.forecast().get(0);

    assertThat(result.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(doubled.hostOfItsOwn()).isFalse();
    assertThat(result.advice().get(0))
        .contains("twice the cores would take about " + rate(doubled.samplesPerSecond()));
  }

  private static String rate(double perSecond) {
    return perSecond >= 1e6
        ? "%.2f M".formatted(perSecond / 1e6)
        : "%.0f k".formatted(perSecond / 1e3);
  }
}
