package io.tidemark.benchmarks.scale.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cores, links and databases beside what queueing theory says of them. */
class QueuesTest {
  private final EventQueue events = new EventQueue(0);

  @Test
  void eventsOfOneTimeHappenInTheOrderTheyWereAskedFor() {
    var order = new ArrayList<String>();
    events.at(20, () -> order.add("late"));
    for (int i = 0; i < 5_000; i++) {
      int number = i;
      events.at(10, () -> order.add(Integer.toString(number)));
    }
    events.runUntil(30);
    assertThat(order).hasSize(5_001).startsWith("0", "1", "2").endsWith("4999", "late");
    assertThat(events.nowNanos()).isEqualTo(30);
    assertThatThrownBy(() -> events.at(29, () -> {})).hasMessageContaining("past");
  }

  /** M/M/1: a batch waits ρ ÷ (1 − ρ) times its mean service. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.6, 0.8})
  void oneServerWithRandomArrivalsAndServiceIsMM1(double load) {
    double service = 1e-3;
    var database =
        new Database(events, new Setup.Store(1, 1_000 / service, 0, true), new Random(7));
    var arrivals = new Random(8);
    double now = 0;
    for (int i = 0; i < 400_000; i++) {
      now += -Math.log(1 - arrivals.nextDouble()) * service / load * 1e9;
      events.runUntil((long) now);
      database.write(1_000, () -> {});
    }
    assertThat(database.meanWaitNanos())
        .isCloseTo(load / (1 - load) * service * 1e9, Percentage.withPercentage(5));
    assertThat(database.busyNanos() / now).isCloseTo(load, within(0.01));
  }

  /** Three threads on two cores: 2/3 of a core each until the first is done, then one. */
  @Test
  void coresAreSharedEvenly() {
    var cores = new Cores(events, 2, 1);
    List<Long> done = new ArrayList<>();
    for (double work : new double[] {2_000, 4_000, 4_000}) {
      cores.compute(work, () -> done.add(events.nowNanos()));
    }
    events.runUntil(100_000);
    // Times are whole nanoseconds.
    assertThat(done)
        .usingElementComparator((a, b) -> Math.abs(a - b) <= 2 ? 0 : Long.compare(a, b))
        .containsExactly(3_000L, 5_000L, 5_000L);
    assertThat(cores.usedNanos()).isCloseTo(10_000, within(5.0));
  }

  @Test
  void slowCoresTakeLonger() {
    var cores = new Cores(events, 2, 0.25);
    List<Long> done = new ArrayList<>();
    cores.compute(1_000, () -> done.add(events.nowNanos()));
    events.runUntil(100_000);
    assertThat(done).containsExactly(4_000L);
  }

  /** 1 GB/s is a byte a nanosecond; what comes second waits for the first. */
  @Test
  void aLinkSendsOneAfterTheOther() {
    var link = new Link(events, 1e9, 500);
    List<Long> arrived = new ArrayList<>();
    link.send(1_000, () -> arrived.add(events.nowNanos()));
    link.send(3_000, () -> arrived.add(events.nowNanos()));
    events.runUntil(100_000);
    assertThat(arrived).containsExactly(1_500L, 4_500L);
    assertThat(link.busyNanos()).isEqualTo(4_000);
  }
}
