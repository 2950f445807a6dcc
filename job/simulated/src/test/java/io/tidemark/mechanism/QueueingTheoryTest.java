package io.tidemark.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Mutex;
import io.tidemark.mechanism.host.SharedRate;
import io.tidemark.mechanism.store.Slots;
import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;
import io.tidemark.mechanism.wire.Line;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulator's stations against what theory says of them. Kleinrock, "Queueing Systems" I (1975)
 * for M/M/1, M/M/c, M/G/1 and processor sharing; Reiser and Lavenberg, "Mean-Value Analysis of
 * Closed Multichain Queueing Networks" (JACM 1980).
 */
class QueueingTheoryTest {
  private static final int ARRIVALS = 400_000;
  private static final double SERVICE = 0.01;

  private final Clock clock = new Clock();
  private final Draws arrivals = new Draws(7).of("arrivals");
  private final Draws services = new Draws(7).of("services");

  /** Mean seconds from arrival to end of requests that arrive by chance. */
  private double meanResponse(double perSecond, BiConsumer<Long, Runnable> serve) {
    var sum = new double[1];
    var ended = new long[1];
    arrive(0, perSecond, serve, sum, ended);
    clock.runUntil(Long.MAX_VALUE / 2);
    assertThat(ended[0]).isEqualTo(ARRIVALS);
    return sum[0] / ended[0];
  }

  private void arrive(
      long number, double perSecond, BiConsumer<Long, Runnable> serve, double[] sum, long[] ended) {
    if (number == ARRIVALS) {
      return;
    }
    clock.after(
        arrivals.exponential(number) / perSecond,
        () -> {
          long arrived = clock.nanos();
          arrive(number + 1, perSecond, serve, sum, ended);
          serve.accept(
              number,
              () -> {
                sum[0] += (clock.nanos() - arrived) / Clock.NANOS;
                ended[0]++;
              });
        });
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.6, 0.8})
  void aLineIsAnMM1Queue(double load) {
    var line = new Line(clock, 1 / SERVICE);
    double mean =
        meanResponse(
            load / SERVICE,
            (number, done) -> clock.at(line.pass(services.exponential(number)), done));
    assertThat(mean).isCloseTo(SERVICE / (1 - load), withinPercentage(4));
  }

  /** Pollaczek and Khinchine: W = ρ S (1 + cv²) / (2 (1 − ρ)). */
  @ParameterizedTest
  @CsvSource({"0.5, 0", "0.5, 1", "0.7, 1.5"})
  void aLineIsAnMG1Queue(double load, double cv) {
    var line = new Line(clock, 1 / SERVICE);
    double mean =
        meanResponse(
            load / SERVICE,
            (number, done) -> clock.at(line.pass(services.lognormal(number, cv)), done));
    double wait = load * SERVICE * (1 + cv * cv) / (2 * (1 - load));
    assertThat(mean).isCloseTo(SERVICE + wait, withinPercentage(6));
  }

  /** Erlang's C. */
  @ParameterizedTest
  @CsvSource({"2, 0.5", "4, 0.8", "16, 0.9"})
  void slotsAreAnMMcQueue(int servers, double load) {
    var slots = new Slots(clock, servers, 1e6);
    double mean =
        meanResponse(
            load * servers / SERVICE,
            (number, done) ->
                slots.acquire(
                    () ->
                        clock.after(
                            SERVICE * services.exponential(number),
                            () -> {
                              slots.release();
                              done.run();
                            }),
                    () -> {}));
    double wait = erlangC(servers, load) * SERVICE / (servers * (1 - load));
    assertThat(mean).isCloseTo(SERVICE + wait, withinPercentage(4));
  }

  private static double erlangC(int servers, double load) {
    double offered = servers * load;
    double term = 1;
    double sum = 0;
    for (int k = 0; k < servers; k++) {
      sum += term;
      term *= offered / (k + 1);
    }
    double queued = term / (1 - load);
    return queued / (sum + queued);
  }

  /** With sharing, the mean does not depend on how much services vary: S / (1 − ρ). */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 2})
  void coresShareWhateverTheServicesAreLike(double cv) {
    Cores.Group process = Cores.plain(clock, 1).group(1, 0);
    double mean =
        meanResponse(
            0.6 / SERVICE,
            (number, done) -> process.run(SERVICE * services.lognormal(number, cv), done));
    assertThat(mean).isCloseTo(SERVICE / 0.4, withinPercentage(5));
    // The utilisation law.
    assertThat(process.usedSeconds()).isCloseTo(ARRIVALS * SERVICE, withinPercentage(2));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 2})
  void aDiskSharesItsBandwidthAlike(double cv) {
    var disk = new SharedRate(clock, 1 / SERVICE);
    double mean =
        meanResponse(
            0.6 / SERVICE, (number, done) -> disk.use(services.lognormal(number, cv), done));
    assertThat(mean).isCloseTo(SERVICE / 0.4, withinPercentage(5));
  }

  /** Sharing and M/M/c have the same mean number where services are exponential. */
  @Test
  void fourCoresAreAnMM4Queue() {
    Cores.Group process = Cores.plain(clock, 4).group(4, 0);
    double mean =
        meanResponse(
            4 * 0.8 / SERVICE,
            (number, done) -> process.run(SERVICE * services.exponential(number), done));
    double wait = erlangC(4, 0.8) * SERVICE / (4 * 0.2);
    assertThat(mean).isCloseTo(SERVICE + wait, withinPercentage(4));
  }

  /** A closed network in product form: a delay, one core, and a lock that holds nothing else. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10})
  void aClosedNetworkFollowsMeanValueAnalysis(int population) {
    double think = 0.03;
    double locked = 0.006;
    Cores.Group core = Cores.plain(clock, 1).group(1, 0);
    var lock = new Mutex();
    var number = new long[1];
    var ended = new long[1];
    for (int i = 0; i < population; i++) {
      cycle(core, lock, think, locked, number, ended);
    }
    clock.runFor(50);
    long before = ended[0];
    clock.runFor(2_000);
    double throughput = (ended[0] - before) / 2_000.0;
    assertThat(throughput)
        .isCloseTo(meanValueAnalysis(population, think, SERVICE, locked), withinPercentage(2));
  }

  private void cycle(
      Cores.Group core, Mutex lock, double think, double locked, long[] number, long[] ended) {
    clock.after(
        think * services.exponential(number[0]++),
        () ->
            core.run(
                SERVICE * services.exponential(number[0]++),
                () ->
                    lock.lock(
                        () ->
                            clock.after(
                                locked * services.exponential(number[0]++),
                                () -> {
                                  ended[0]++;
                                  lock.unlock();
                                  cycle(core, lock, think, locked, number, ended);
                                }))));
  }

  private static double meanValueAnalysis(int population, double think, double... demands) {
    var queued = new double[demands.length];
    double throughput = 0;
    for (int n = 1; n <= population; n++) {
      double cycle = think;
      for (int k = 0; k < demands.length; k++) {
        cycle += demands[k] * (1 + queued[k]);
      }
      throughput = n / cycle;
      for (int k = 0; k < demands.length; k++) {
        queued[k] = throughput * demands[k] * (1 + queued[k]);
      }
    }
    return throughput;
  }
}
