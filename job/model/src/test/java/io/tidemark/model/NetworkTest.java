package io.tidemark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;
  private static final int PREPARED = 2;

  private static Network network(
      double born,
      double delay,
      double admission,
      double slots,
      double cores,
      double cpu,
      double serial) {
    return new Network(
        new Job(1 / born, 1e-9, 0, 0, 1, NEVER, 1, 0, Job.Client.UNKNOWN),
        new Network.Way(delay, 0, 0, 0, 0, admission, 1),
        new Network.Database(
            slots,
            cores,
            0,
            cpu,
            0,
            0,
            0,
            0,
            new Network.Storage(serial, 0),
            0,
            Network.Memory.ENOUGH,
            0),
        Network.Host.APART,
        1,
        1);
  }

  /** A proxy that lets two through holds them for all of the way behind it: X = 2/(delay + CPU). */
  @Test
  void aDelayBehindALimitIsOfThoseThatItLetsThrough() {
    Network free = network(1e4, 0, NEVER, 8, 8, 0.001, 0);
    var far = new Network.Way(0, 0.019, 0, 0, 0, NEVER, 0);

    assertThat(free.with(far).solve(16).rate()).isCloseTo(16 / 0.02, withinPercentage(5));
    Network.State limited = free.with(new Network.Way(0, 0.019, 0, 0, 0, 2, 0)).solve(16);
    assertThat(limited.rate()).isCloseTo(2 / 0.02, withinPercentage(5));
    assertThat(limited.inside()).isCloseTo(0.1, within(0.05));
  }

  /** Times in seconds, and how many per cent the solution may be off an exact one. */
  @ParameterizedTest
  @CsvSource({
    "1e4, 0.0,  1, 1, 0.010, 0.000, 1, 1",
    "1e4, 0.0,  4, 1, 0.010, 0.000, 4, 1",
    "1e4, 0.02, 4, 2, 0.010, 0.000, 3, 1",
    "1e4, 0.02, 1, 2, 0.010, 0.000, 4, 1",
    "1e4, 0.05, 2, 4, 0.020, 0.000, 5, 1",
    "1e4, 0.02, 2, 2, 0.010, 0.005, 4, 8",
    "150, 0.01, 4, 2, 0.010, 0.000, 4, 3",
    "80,  0.01, 4, 1, 0.010, 0.000, 3, 3",
    "50,  0.00, 2, 2, 0.030, 0.000, 2, 3",
    "1e4, 0.02, 3, 1.5, 0.010, 0.000, 1, 1",
    "1e4, 0.02, 4, 2.5, 0.010, 0.000, 4, 3",
    "1e4, 0.00, 4, 0.5, 0.010, 0.000, 3, 1",
  })
  void isNearTheExactSolutionForExponentialTimes(
      double born,
      double delay,
      int limit,
      double cores,
      double cpu,
      double serial,
      int population,
      double percent) {
    double exact =
        new MarkovChain(born, delay, limit, cores, cpu, serial).rate(population, PREPARED);
    double bySlots =
        network(born, delay, NEVER, limit, cores, cpu, serial).solve(population).rate();
    double byAdmission =
        network(born, delay, limit, NEVER, cores, cpu, serial).solve(population).rate();
    assertThat(bySlots).isCloseTo(exact, Percentage.withPercentage(percent));
    assertThat(byAdmission).isCloseTo(exact, Percentage.withPercentage(percent));
  }

  @Test
  void aRoundTripIsOvercomeByMoreInFlight() {
    Network far = network(1e5, 0.04, NEVER, 8, 2, 0.0005, 0);
    double one = far.solve(1).rate();
    assertThat(far.solve(2).rate() / one).isCloseTo(2, within(0.05));
    assertThat(far.solve(8).rate() / one).isCloseTo(8, within(0.3));
  }

  @Test
  void keepsLittlesLaw() {
    Network.State state = network(200, 0.01, 3, 2, 2, 0.01, 0.002).solve(6);
    assertThat(state.inFlight()).isLessThanOrEqualTo(6);
    double inQueues = state.inFlight() - state.rate() * 0.01 - state.inside();
    assertThat(inQueues).isGreaterThanOrEqualTo(-0.01);
  }

  @Test
  void whatFillsASharedHostComputesLonger() {
    var apart = network(1e4, 0, NEVER, 16, 2, 0.01, 0);
    var job = new Job(0.005, 0.01, 0, 0, 2, NEVER, 1, 0, Job.Client.UNKNOWN);
    var shared = new Network(job, apart.way(), apart.database(), new Network.Host(2, 0), 1, 1);
    double rate = shared.solve(16).rate();
    // Two cores for 10 ms of the job and 10 ms of the database.
    assertThat(rate).isCloseTo(100, within(2.0));
    assertThat(shared.with(Network.Host.APART).solve(16).rate()).isCloseTo(193, within(10.0));
  }

  /** With a source that asks for less, a delay, a serial station, more CPU on busy cores. */
  @ParameterizedTest
  @CsvSource({
    "1, Infinity, 0.00, 0.0",
    "4, Infinity, 0.01, 0.3",
    "16, 120, 0.00, 0.3",
    "64, 90, 0.05, 0.0",
    "256, Infinity, 0.20, 1.0",
    "16, Infinity, 0.00, 5.0"
  })
  void aSharedHostHasNoMoreCoresThanItHas(
      int population, double asked, double delay, double grows) {
    var job = new Job(0.002, 0.012, 0, grows, 2, asked, 1, 0, Job.Client.UNKNOWN);
    var apart = network(1e4, delay, NEVER, 16, 2, 0.015, 0.001);
    var host = new Network.Host(1, 0);
    var shared = new Network(job, apart.way(), apart.database(), host, 1, 1);

    double rate = shared.solve(population).rate();

    double wanted = job.used(rate) + rate * apart.database().mostCpu();
    double alone = shared.with(Network.Host.APART).solve(population).rate();
    assertThat(wanted).isLessThanOrEqualTo(1 + 1e-5);
    assertThat(rate).isLessThanOrEqualTo(alone * (1 + 1e-9));
    if (rate < alone * (1 - 1e-6)) {
      assertThat(wanted).isCloseTo(1, within(1e-5));
    }
  }

  private static Job jobWith(double cpu, double cores, double pause, Job.Client client) {
    return new Job(1e-5, cpu, pause, 0, cores, NEVER, 1, 0, client);
  }

  /** A balanced network of so many servers serves N/(N + servers − 1) of what each of them can. */
  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "8, 0", "1, 0.01", "2, 0.01", "8, 0.01", "100, 0.01"})
  void theClientIsAServerOfItsOwn(int population, double line) {
    var client = new Job.Client(0.01, 1);
    Network database = network(1e5, 0, NEVER, NEVER, 1, 0.01, 0);
    Network balanced =
        database
            .with(jobWith(1e-9, 1, 0, client))
            .with(new Network.Way(0, 0, 0, 0, line, NEVER, 1));

    Network.State state = balanced.solve(population);

    double servers = line > 0 ? 3 : 2;
    assertThat(state.rate())
        .isCloseTo(100 * population / (population + servers - 1), Percentage.withPercentage(1));
    assertThat(state.inFlight()).isCloseTo(population, within(0.01));
  }

  /** One of two clients is no faster than one alone, and both are twice as fast. */
  @Test
  void moreClientsSendSideBySide() {
    Network two = network(1e5, 0, NEVER, NEVER, 64, 1e-6, 0);
    two = two.with(jobWith(1e-9, 1, 0, new Job.Client(0.005, 2)));
    assertThat(two.solve(1).rate()).isCloseTo(100, within(1.0));
    assertThat(two.solve(64).rate()).isCloseTo(200, within(2.0));
    assertThat(two.with(two.job().withThreads(2)).solve(1).rate()).isCloseTo(100, within(1.0));
    assertThat(two.with(two.job().withThreads(2)).solve(64).rate()).isCloseTo(400, within(5.0));
  }

  /** Half of the time is left for 10 ms of one thread each. */
  @Test
  void whileTheJobCollectsGarbageItsClientStandsStill() {
    Network idle = network(1e5, 0, NEVER, NEVER, 64, 1e-6, 0);
    Network collecting = idle.with(jobWith(1e-9, 1, 0.01, new Job.Client(0.01, 1)));
    assertThat(collecting.solve(16).rate()).isCloseTo(50, within(1.0));
  }

  /** Two cores for 10 ms each, and stopped for half of the time: 5 ms each, and 5 ms. */
  @Test
  void whatCollectsGarbageUsesTheCoresOfTheJob() {
    Network idle = network(1e5, 0, NEVER, NEVER, 64, 1e-6, 0);
    Network job = idle.with(jobWith(0.01, 2, 0.005, Job.Client.UNKNOWN));
    double rate = job.solve(16).rate();
    assertThat(rate).isCloseTo(100, within(1.0));
    assertThat(job.job().used(rate)).isCloseTo(2, within(0.02));
    assertThat(Doubling.HEAP.gain(job, 16, rate)).isCloseTo(4.0 / 3, within(0.01));
    assertThat(Doubling.JOB.gain(job, 16, rate)).isCloseTo(4.0 / 3, within(0.01));
  }

  /** Half a core for 10 ms each; the database has 20 ms, of which any number at a time. */
  @Test
  void whatIsInFlightWaitsUntilAJobGoesOnThatItsQuotaStops() {
    Network database = network(1e5, 0.02, NEVER, NEVER, 64, 1e-6, 0);
    Network.State free = database.with(jobWith(0.01, 4, 0, Job.Client.UNKNOWN)).solve(4);
    Network.State stopped = database.with(jobWith(0.01, 0.5, 0, Job.Client.UNKNOWN)).solve(4);
    assertThat(free.rate()).isCloseTo(200, within(4.0));
    assertThat(stopped.rate()).isCloseTo(50, within(1.0));
    assertThat(stopped.inFlight()).isCloseTo(free.inFlight(), within(1e-9));
    assertThat(stopped.onTheWay()).isCloseTo(free.onTheWay() / 4, within(0.05));
  }

  /** Whatever they do in there: 50 ms that use nothing, four at a time. */
  @Test
  void whileTheDatabaseWaitsForMemoryNoRequestInsideGoesOn() {
    var stalled =
        new Network.Database(
            4,
            2,
            0,
            1e-6,
            0,
            0,
            0.05,
            0,
            new Network.Storage(0, 0),
            0,
            new Network.Memory(0.5, 0),
            0);
    Network network = network(1e5, 0, NEVER, 4, 2, 1e-6, 0).with(stalled);
    Network.State state = network.solve(16);
    assertThat(state.rate()).isCloseTo(40, within(1.0));
    assertThat(state.inside()).isCloseTo(4, within(0.05));
    assertThat(Doubling.MEMORY.gain(network, 16, state.rate())).isCloseTo(2, within(0.02));
    assertThat(Doubling.DATABASE_CPU.gain(network, 16, state.rate())).isCloseTo(1, within(0.01));
  }

  /** Two requests and two threads of queries on one core: each has a quarter of it. */
  @Test
  void queriesShareTheCoresWithTheRequests() {
    Network network = withQueries(network(1e5, 0, NEVER, 8, 1, 0.01, 0), 2);

    double rate = network.solve(2).rate();
    assertThat(rate).isCloseTo(50, within(0.5));
    assertThat(Doubling.READERS.gain(network, 2, rate)).isCloseTo(2, within(0.02));
    assertThat(Doubling.IN_FLIGHT.gain(network, 2, rate)).isCloseTo(4.0 / 3, within(0.02));
    assertThat(Doubling.DATABASE_CPU.gain(network, 2, rate)).isCloseTo(2, within(0.02));
    assertThat(network.solve(6).rate()).isCloseTo(75, within(1.0));
  }

  @Test
  void queriesThatHaveCoresOfTheirOwnCostTheRequestsNothing() {
    Network network = withQueries(network(1e5, 0, NEVER, 8, 4, 0.01, 0), 1);

    double rate = network.solve(2).rate();
    assertThat(rate).isCloseTo(200, within(4.0));
    assertThat(Doubling.READERS.gain(network, 2, rate)).isCloseTo(1, within(0.01));
    assertThat(network.solve(8).rate()).isCloseTo(400 * 8 / 9.0, within(12.0));
  }

  /** Eight threads of queries would take all of the four cores that the job shares. */
  @Test
  void queriesOnASharedHostComputeLongerAsEverythingDoes() {
    Network apart = withQueries(network(1e5, 0, NEVER, 8, 4, 0.01, 0), 8);
    Network shared = apart.with(new Network.Host(4, 0));

    Network.State state = shared.solve(8);
    // Half of the cores are the requests', of whose seconds the job adds next to nothing.
    assertThat(state.rate()).isCloseTo(apart.solve(8).rate(), within(10.0));
    assertThat(state.stretch()).isCloseTo(1, within(0.1));
    var job = new Job(1e-5, 0.005, 0, 0, 4, NEVER, 1, 0, Job.Client.UNKNOWN);
    Network.State beside = shared.with(job).solve(8);
    assertThat(beside.stretch()).isBetween(1.1, 1.5);
    assertThat(beside.rate()).isBetween(120.0, 190.0);
  }

  private static Network withQueries(Network network, double threads) {
    Network.Database database = network.database();
    return network.with(
        new Network.Database(
            database.slots(),
            database.cores(),
            0,
            database.cpu(),
            0,
            0,
            0,
            0,
            database.storage(),
            0,
            database.memory(),
            threads));
  }
}
