package io.tidemark.mechanism.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.mechanism.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoresTest {
  private final Clock clock = new Clock();

  /** Work that starts anew whenever it is done; counts how much of it was. */
  private long[] endless(Cores.Group group, double cpuSeconds) {
    var done = new long[1];
    Runnable[] again = new Runnable[1];
    again[0] =
        () -> {
          done[0]++;
          group.run(cpuSeconds, again[0]);
        };
    group.run(cpuSeconds, again[0]);
    return done;
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1", "0.25, 1", "1.5, 4", "2.5, 8"})
  void aQuotaIsBurntAndNotMore(double quota, int threads) {
    Cores.Group group = Cores.plain(clock, 8).group(8, quota);
    for (int i = 0; i < threads; i++) {
      endless(group, 0.013);
    }
    clock.runFor(20);
    assertThat(group.usedSeconds() / 20).isCloseTo(quota, within(0.01));
    assertThat(group.throttledPeriods()).isEqualTo(200);
  }

  /** Half a core in periods of 100 ms: 50 ms of running, then 50 ms of nothing. */
  @Test
  void aThrottledProcessStandsStillForTheRestOfItsPeriod() {
    Cores.Group group = Cores.plain(clock, 4).group(4, 0.5);
    var ended = new long[1];
    group.run(0.06, () -> ended[0] = clock.nanos());
    clock.runFor(1);
    assertThat(ended[0] / 1e6).isCloseTo(110, within(0.01));
  }

  @Test
  void whatUsesLessThanItsQuotaIsNeverThrottled() {
    Cores.Group group = Cores.plain(clock, 4).group(4, 0.5);
    clock.every(0.1, () -> group.run(0.04, () -> {}));
    clock.runFor(10);
    assertThat(group.throttledPeriods()).isZero();
    assertThat(group.usedSeconds()).isCloseTo(4, within(0.05));
  }

  /** Four logical CPUs on two cores, the second thread of each adding 0.3. */
  @ParameterizedTest
  @CsvSource({"1, 100", "2, 200", "3, 230", "4, 260", "8, 260"})
  void theSecondThreadOfACoreAddsAPart(int threads, int perSecond) {
    Cores.Group group = new Cores(clock, 4, 2, 0.3).group(8, 0);
    long done = 0;
    var counts = new long[threads][];
    for (int i = 0; i < threads; i++) {
      counts[i] = endless(group, 0.01);
    }
    clock.runFor(10);
    for (long[] count : counts) {
      done += count[0];
    }
    assertThat(done / 10.0).isCloseTo(perSecond, within(1.0));
    assertThat(group.usedSeconds() / 10).isCloseTo(Math.min(4, threads), within(0.001));
  }

  /** Three threads of one process and one of another on two cores: each has half of one. */
  @Test
  void threadsOfAllProcessesShareAHost() {
    Cores cores = Cores.plain(clock, 2);
    Cores.Group many = cores.group(8, 0);
    Cores.Group one = cores.group(8, 0);
    endless(one, 0.01);
    for (int i = 0; i < 3; i++) {
      endless(many, 0.01);
    }
    clock.runFor(10);
    assertThat(many.usedSeconds()).isCloseTo(15, within(0.01));
    assertThat(one.usedSeconds()).isCloseTo(5, within(0.01));
    assertThat(one.waitingSeconds()).isCloseTo(10, within(0.01));
  }

  /** 0.1 s of copying for each 0.9 s of allocation: a tenth of the time, by two threads. */
  @Test
  void aCollectionStopsItsProcessAndTakesItsCpu() {
    Cores cores = Cores.plain(clock, 4);
    Cores.Group process = cores.group(4, 0);
    var pauses = new Pauses(clock, cores, process, 1.1e9, 0.2e9, 1e9, 2);
    long[] done = endless(process, 0.001);
    clock.every(0.01, () -> pauses.allocate(process.tasks() > 0 ? 1e7 : 0));
    clock.runFor(10);
    assertThat(pauses.pausedSeconds()).isBetween(0.9, 1.2);
    // The last one may not have ended.
    assertThat(done[0] / 1_000.0).isCloseTo(10 - pauses.pausedSeconds(), within(0.11));
    assertThat(process.usedSeconds())
        .isCloseTo(10 - pauses.pausedSeconds() + 2 * pauses.pausedSeconds(), within(0.3));
  }
}
