package io.tidemark.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a clock: what a closed loop of clients would see of it. */
class SimulationTest {
  private static final Duration TEN_MILLIS = Duration.ofMillis(10);
  private static final long SECOND = 1_000_000_000;

  /** Clients that send again at once whenever they are answered. */
  private static final class ClosedLoop implements Simulation.Visitors {
    private final List<SimulatedRequest> answered = new ArrayList<>();
    private final List<Long> sentAtNanos = new ArrayList<>();
    private final List<Long> latencies = new ArrayList<>();
    private final List<Integer> statuses = new ArrayList<>();
    private final Simulation simulation;

    ClosedLoop(Behaviour behaviour) {
      simulation = new Simulation(behaviour, this, 0);
    }

    @Override
    public void slotGranted(SimulatedRequest visit, long atNanos) {
      simulation.received(visit, atNanos);
    }

    @Override
    public void answered(SimulatedRequest visit, int status) {
      answered.add(visit);
      statuses.add(status);
    }

    ClosedLoop run(int clients, long nanos) {
      for (int i = 0; i < clients; i++) {
        send(0);
      }
      for (long now = simulation.nextNanos(); now <= nanos; now = simulation.nextNanos()) {
        simulation.advance(now);
        List<SimulatedRequest> done = List.copyOf(answered);
        answered.clear();
        for (SimulatedRequest visit : done) { // what is rejected is answered while it is sent
          latencies.add(now - sentAtNanos.get((int) visit.origin));
          send(now);
        }
      }
      return this;
    }

    private void send(long now) {
      sentAtNanos.add(now);
      simulation.arrive(new SimulatedRequest(sentAtNanos.size() - 1), now);
    }

    double meanLatencyMillis() {
      return latencies.stream().skip(20).mapToLong(nanos -> nanos).average().orElseThrow() / 1e6;
    }
  }

  /** The law that the search rests on, with C = 4 and S = 10 ms. */
  @ParameterizedTest
  @CsvSource({"1, 100, 10", "2, 200, 10", "4, 400, 10", "8, 400, 20", "16, 400, 40"})
  void slotsBoundThroughputAndQueueingAddsToLatency(int clients, int perSecond, int millis) {
    var loop = new ClosedLoop(Behaviour.ofSlots(4, TEN_MILLIS)).run(clients, 10 * SECOND);

    assertThat(loop.latencies).hasSize(10 * perSecond);
    assertThat(loop.meanLatencyMillis()).isCloseTo(millis, within(1e-6));
  }

  /** Two cores at 10 ms of CPU time a request give 200 requests/s, however many share them. */
  @ParameterizedTest
  @CsvSource({"1, 100, 10", "2, 200, 10", "4, 200, 20", "8, 200, 40"})
  void coresAreShared(int clients, int perSecond, int millis) {
    Behaviour behaviour = Behaviour.ofSlots(16, Duration.ZERO).withCpu(TEN_MILLIS, 2);
    var loop = new ClosedLoop(behaviour).run(clients, 10 * SECOND);

    assertThat((double) loop.latencies.size()).isCloseTo(10 * perSecond, within(16.0));
    assertThat(loop.meanLatencyMillis()).isCloseTo(millis, within(0.01));
    Simulation.Counters counters = loop.simulation.counters(10 * SECOND);
    assertThat(counters.cpuSeconds()).isCloseTo(10.0 * Math.min(clients, 2), within(0.01));
    assertThat(counters.cpuWaitingSeconds()).isCloseTo(clients > 2 ? 10 : 0, within(0.01));
  }

  @Test
  void aQuotaBelowOneCoreSlowsASingleRequest() {
    Behaviour behaviour = Behaviour.ofSlots(4, Duration.ZERO).withCpu(TEN_MILLIS, 0.5);

    assertThat(new ClosedLoop(behaviour).run(1, SECOND).meanLatencyMillis())
        .isCloseTo(20, within(0.001));
  }

  /** Half of 10 ms: one slot lets 200 requests/s through on two cores, and one core 100. */
  @ParameterizedTest
  @CsvSource({"2, 200, 20", "1, 100, 10"})
  void whatIsComputedBesideASlotTakesCoresAndNoneOfItsTime(
      int cores, int perSecond, double cpuSeconds) {
    Behaviour behaviour =
        Behaviour.ofSlots(1, Duration.ZERO)
            .withCpu(TEN_MILLIS, cores)
            .withComputingBesideSlots(0.5);
    var loop = new ClosedLoop(behaviour).run(4, 10 * SECOND);

    assertThat((double) loop.latencies.size()).isCloseTo(10 * perSecond, within(5.0));
    assertThat(loop.simulation.counters(10 * SECOND).cpuSeconds())
        .isCloseTo(cpuSeconds, within(0.1));
  }

  @Test
  void theStorageLinkServesOneAfterTheOtherWhileSlotsAreHeld() {
    Behaviour behaviour =
        Behaviour.ofSlots(4, Duration.ofMillis(1)).withStorageTime(Duration.ofMillis(5));
    var loop = new ClosedLoop(behaviour).run(16, 10 * SECOND);

    assertThat((double) loop.latencies.size()).isCloseTo(10 * 200, within(5.0));
    Simulation.Counters counters = loop.simulation.counters(10 * SECOND);
    assertThat(counters.slotsInUse()).isEqualTo(4);
    assertThat(counters.storageSeconds()).isCloseTo(10, within(0.01));
  }

  @Test
  void countsEachArrivalThatFindsNoSlot() {
    var loop = new ClosedLoop(Behaviour.ofSlots(2, TEN_MILLIS)).run(2, SECOND);
    assertThat(loop.simulation.counters(SECOND).limitReached()).isZero();

    loop = new ClosedLoop(Behaviour.ofSlots(2, TEN_MILLIS)).run(5, SECOND);
    // Two got one at the start; later ones come when a slot is handed on to those who waited.
    assertThat(loop.simulation.counters(SECOND).limitReached())
        .isEqualTo(loop.sentAtNanos.size() - 2);
  }

  /** A slot that is given back is the next one's who waits, and nobody's who comes just then. */
  @Test
  void whoComesWhileOthersWaitFindsNoSlotFree() {
    var again =
        new Simulation.Visitors() {
          private Simulation simulation;
          private int arrived;
          private int done;

          @Override
          public void slotGranted(SimulatedRequest visit, long atNanos) {
            simulation.received(visit, atNanos);
          }

          @Override
          public void answered(SimulatedRequest visit, int status) {
            done++;
            send(done * TEN_MILLIS.toNanos());
          }

          private void send(long atNanos) {
            arrived++;
            simulation.arrive(new SimulatedRequest(arrived), atNanos);
          }
        };
    again.simulation = new Simulation(Behaviour.ofSlots(1, TEN_MILLIS), again, 0);
    again.send(0);
    again.send(0);

    again.simulation.advance(SECOND);

    assertThat(again.simulation.counters(SECOND).limitReached()).isEqualTo(again.arrived - 1);
  }

  @Test
  void whoeverWaitsTooLongForASlotIsTurnedAway() {
    Behaviour behaviour =
        Behaviour.ofSlots(1, Duration.ofMillis(100)).withMaxQueueDuration(TEN_MILLIS);
    var loop = new ClosedLoop(behaviour).run(2, SECOND);

    assertThat(loop.statuses).contains(503, 204);
    assertThat(loop.simulation.counters(SECOND).limitTimeouts())
        .isEqualTo(loop.statuses.stream().filter(status -> status == 503).count())
        .isGreaterThan(50);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.25, 0.5})
  void rejectsTheShareThatWasAskedFor(double share) {
    Behaviour behaviour = Behaviour.ofSlots(4, TEN_MILLIS).withRejects(share, 429);
    var loop = new ClosedLoop(behaviour).run(2, 10 * SECOND);

    long rejected = loop.statuses.stream().filter(status -> status == 429).count();
    assertThat((double) rejected / loop.statuses.size()).isCloseTo(share, within(0.005));
  }

  @Test
  void latencyOfTheNetworkHoldsNoSlot() {
    Behaviour behaviour = Behaviour.ofSlots(1, TEN_MILLIS).withNetwork(0, Duration.ofMillis(10));
    var loop = new ClosedLoop(behaviour).run(2, SECOND);

    assertThat((double) loop.latencies.size()).isCloseTo(100, within(2.0));
    assertThat(loop.simulation.counters(SECOND).limitReached()).isLessThanOrEqualTo(1);
  }

  @Test
  void aSlotMoreIsUsedAtOnce() {
    Behaviour one = Behaviour.ofSlots(1, TEN_MILLIS);
    var loop = new ClosedLoop(one).run(4, SECOND);
    int before = loop.latencies.size();
    loop.simulation.become(one.withSlots(2), SECOND);
    loop.run(0, 2 * SECOND);

    assertThat((double) (loop.latencies.size() - before)).isCloseTo(2.0 * before, within(3.0));
  }

  @Test
  void aClientThatIsGoneBlocksNoSlot() {
    var granted = new ArrayList<SimulatedRequest>();
    var simulation =
        new Simulation(
            Behaviour.ofSlots(1, TEN_MILLIS),
            new Simulation.Visitors() {
              @Override
              public void slotGranted(SimulatedRequest visit, long atNanos) {
                granted.add(visit);
              }

              @Override
              public void answered(SimulatedRequest visit, int status) {}
            },
            0);
    var gone = new SimulatedRequest("gone");
    var queuedAndGone = new SimulatedRequest("queued and gone");
    var next = new SimulatedRequest("next");
    simulation.arrive(gone, 0);
    simulation.arrive(queuedAndGone, 0);
    simulation.arrive(next, 0);
    simulation.abandon(queuedAndGone, 1);
    simulation.abandon(gone, 2);

    assertThat(granted).containsExactly(gone, next);
    assertThat(simulation.counters(3).slotsInUse()).isEqualTo(1);
  }
}
