package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Step;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.sink.Capabilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Four slots, each held for 50 ms: four in flight are as many as help. */
class SweepTest {
  private static final SimulatedSetup FOUR_SLOTS =
      SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(50)));

  private static final Behaviour TEN_TIMES_AS_FAST =
      Behaviour.ofSlots(4, Duration.ofMillis(5)).withCpu(Duration.ZERO, 4);

  private static SimulatedSearch search(String duration, String... settings) {
    return new SimulatedSearch(
        FOUR_SLOTS, By.IN_FLIGHT, Duration.parse("PT" + duration), 1e7, settings);
  }

  @Test
  void endsAfterTwoDoublingsThatGainNothingAndOneMore() {
    try (var sweep = new Sweep(search("3M").context)) {
      sweep.run(128);

      assertThat(sweep.curve().steps())
          .extracting(Curve::inFlight)
          .containsExactly(1, 2, 4, 8, 16, 32);
    }
  }

  @Test
  void endsAtTheMostThatMayBeInFlight() {
    try (var sweep = new Sweep(search("3M").context)) {
      sweep.run(4);

      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2, 4);
    }
  }

  /** 24 s hold the warm-up and four steps of about 3 s, where a third of the time is kept. */
  @Test
  void leavesTimeForWhatFollows() {
    var search = search("24S");
    try (var sweep = new Sweep(search.context)) {
      sweep.run(128);

      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2, 4, 8);
      assertThat(search.said).contains("no time is left for more in flight");
      assertThat(search.context.clock().left()).isGreaterThan(Duration.ofSeconds(8));
    }
  }

  /** 12 s hold the warm-up and three steps of about 3 s, if nothing is kept for what follows. */
  @Test
  void threeLoadsComeBeforeWhatFollows() {
    try (var sweep = new Sweep(search("12S").context)) {
      sweep.run(128);

      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2, 4);
    }
  }

  @Test
  void measuresOneStepHoweverLittleTimeThereIs() {
    try (var sweep = new Sweep(search("1S").context)) {
      sweep.run(128);

      assertThat(sweep.curve().steps()).hasSize(1);
    }
  }

  /**
   * Sixteen and more in flight are answered too late to be judged by, as on the main case's host.
   */
  @Test
  void stepsThatAreNotValidEndItAsWell() {
    var search =
        new SimulatedSearch(
            SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(350))),
            By.IN_FLIGHT,
            Duration.ofMinutes(3),
            1e7);
    try (var sweep = new Sweep(search.context)) {
      sweep.run(1024);

      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2, 4, 8);
      assertThat(search.context.journal().steps()).hasSize(6);
      assertThat(search.context.clock().elapsed()).isLessThan(Duration.ofSeconds(75));
    }
  }

  /** What 64 in flight have sent is answered within their latency, 0.8 s. */
  @Test
  void aStepWithFewerInFlightBeginsOnceTheOthersAreAnswered() {
    var search = search("3M");
    try (var sweep = new Sweep(search.context)) {
      sweep.run(1);
      sweep.measure(Phase.VERIFY, 64);
      long before = search.context.clock().elapsed().toMillis();
      Measured one = sweep.measure(Phase.VERIFY, 1);

      assertThat(one.window().inFlight().mean()).isCloseTo(1, within(0.05));
      assertThat(search.context.clock().elapsed().toMillis() - before).isBetween(6_800L, 7_800L);
    }
  }

  /** As good as the best from four on; what is full shows clearly at twice that. */
  @Test
  void thePlateauIsTwiceTheLeastInFlightThatIsAsGoodAsTheBest() {
    try (var sweep = new Sweep(search("3M").context)) {
      sweep.run(128);

      assertThat(Curve.inFlight(sweep.curve().knee())).isEqualTo(4);
      assertThat(Curve.inFlight(sweep.curve().plateau())).isEqualTo(8);
      assertThat(sweep.curve().plateau().samplesPerSecond()).isBetween(0.97 * 8e5, 1.03 * 8e5);
    }
  }

  /** Twelve copies of each: 10.8 million samples at 800,000 a second take 13.5 s. */
  @Test
  void registersEverySeriesBeforeItMeasuresWhereAThirdOfTheTimeIsEnough() {
    var search = search("45S", "source.datagen.series=900000");
    try (var sweep = new Sweep(search.context)) {
      sweep.run(1);

      assertThat(search.said)
          .anyMatch(
              line -> line.matches("900 k of 900 k series are registered, 6\\d.\\d k a second"));
      assertThat(search.context.clock().elapsed()).isGreaterThan(Duration.ofSeconds(13));
      assertThat(marks(search)).noneMatch(marks -> marks.contains(Registration.MARK));
    }
  }

  /** 36 million samples take 45 s: a sixth of the time registers 500,000 series of 3 million. */
  @Test
  void saysWhatRegisteringAllSeriesWouldTakeAndComparesStepsThatRegisterSome() {
    var search = search("45S", "source.datagen.series=3000000");
    try (var sweep = new Sweep(search.context)) {
      sweep.run(4);

      assertThat(search.said)
          .anyMatch(
              line ->
                  line.matches(
                      "5\\d\\d k of 3.00 M series are registered, 6\\d.\\d k a second: all take 4\\ds.*"
                          + "--max-duration 3m, or at most 8\\d\\d k series"));
      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2, 4);
      assertThat(marks(search)).allMatch(marks -> marks.contains(Registration.MARK));
    }
  }

  /** Ten times as fast once the warm-up has given up: the last series comes within the sweep. */
  @Test
  void beginsAnewOnceAllSeriesAreRegistered() {
    var search = search("1M", "source.datagen.series=3500000");
    search.system.time().in(Duration.ofSeconds(12), () -> search.system.become(TEN_TIMES_AS_FAST));
    try (var sweep = new Sweep(search.context)) {
      sweep.run(128);

      var phases = search.context.journal().steps().stream().map(Step::phase).distinct().toList();
      assertThat(phases).containsExactly("warm-up", "sweep");
      assertThat(search.context.journal().steps())
          .allMatch(step -> Registration.isOf(step.window()) == step.phase().equals("warm-up"));
      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).startsWith(1, 2, 4);
    }
  }

  /** What the ceiling is of would be told by luck. */
  @Test
  void aWindowAfterASweepThatRegisteredSeriesCountsOnlyIfItDoesSo() {
    var search = search("45S", "source.datagen.series=3000000");
    try (var sweep = new Sweep(search.context)) {
      sweep.run(4);
      assertThat(sweep.measure(Phase.VERIFY, 4).window().valid()).isTrue();
      search.system.become(TEN_TIMES_AS_FAST);
      sweep.job().watchUntilWritten(36_000_000, Duration.ofSeconds(20));

      assertThat(sweep.measure(Phase.VERIFY, 4).window().invalid())
          .containsExactly("no series were being registered any more, unlike in the steps before");
    }
  }

  private static List<List<String>> marks(SimulatedSearch search) {
    return search.context.journal().steps().stream().map(step -> step.window().marks()).toList();
  }

  /** A bound below one request for each process that writes takes a job with fewer writers. */
  @Test
  void startsAnotherJobWhereTheBoundCannotBeThatLow() {
    var search = search("3M");
    var twoProcesses = new NoLessThan(2, search.system, search.system.capabilities());
    try (var sweep = new Sweep(of(twoProcesses, search.context))) {
      sweep.run(2);

      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2);
      Measured one = sweep.curve().steps().get(0);
      assertThat(one.window().inFlight().mean()).isCloseTo(1, within(0.05));
      assertThat(twoProcesses.started).containsExactly(4, 1, 2);
    }
  }

  /** Where samples of a series must come in order, each of its two writers has one on its way. */
  @Test
  void triesNoMoreThanWritersOfADatabaseThatTakesThemInOrder() {
    var search = search("3M");
    var inOrder = new NoLessThan(1, search.system, new Capabilities(Map.of(), true));
    try (var sweep = new Sweep(of(inOrder, search.context))) {
      sweep.run(128);

      assertThat(sweep.curve().steps()).extracting(Curve::inFlight).containsExactly(1, 2);
    }
  }

  private static SearchContext of(SystemUnderTest system, SearchContext like) {
    return new SearchContext(
        system, like.config(), like.maxInFlight(), 1e7, like.time(), like.clock(), like.journal());
  }

  /**
   * Runs each job in several processes, as far as their bound goes.
   *
   * @param started with how many in flight
   */
  private record NoLessThan(
      int processes, SystemUnderTest system, Capabilities capabilities, List<Integer> started)
      implements SystemUnderTest {
    NoLessThan(int processes, SystemUnderTest system, Capabilities capabilities) {
      this(processes, system, capabilities, new ArrayList<>());
    }

    @Override
    public Job start(JobConfig config) {
      started.add(config.write().inFlight());
      Job job = system.start(config);
      return new Job() {
        @Override
        public boolean bound(int inFlight) {
          return inFlight >= Math.min(processes, config.write().inFlight()) && job.bound(inFlight);
        }

        @Override
        public ObservationLog observe(Duration time) {
          return job.observe(time);
        }

        @Override
        public void close() {
          job.close();
        }
      };
    }

    @Override
    public DatabaseLog database() {
      return system.database();
    }

    @Override
    public Optional<Job> startAlone(JobConfig config) {
      return system.startAlone(config);
    }

    @Override
    public boolean hasTaskSlots(int parallelism) {
      return system.hasTaskSlots(parallelism);
    }

    @Override
    public Optional<ChangeableDatabase> changeable() {
      return system.changeable();
    }

    @Override
    public String flinkVersion() {
      return system.flinkVersion();
    }
  }
}
