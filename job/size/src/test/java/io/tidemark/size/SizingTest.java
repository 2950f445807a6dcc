package io.tidemark.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.config.ConfigException;
import io.tidemark.size.SizeResult.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SizingTest {
  private static final int SEEDS = 1_000;

  /** Cores: 0.1 + 2 µs a sample + 100 µs a new series. Memory: 200 MB + 1 kB a series. */
  private static Observed load(double rate, double series, double seconds, Random random) {
    double samples = rate * seconds;
    return new Observed(
        "run",
        seconds,
        samples,
        series,
        series,
        noisy(0.1 * seconds + 2e-6 * samples + 1e-4 * series, 0.08, random),
        noisy(2e8 + 1e3 * series, 0.12, random),
        noisy(2 * samples + 100 * series, 0.12, random),
        noisy(50 * samples, 0.04, random));
  }

  private static double noisy(double value, double noise, Random random) {
    return random == null ? value : value * Math.exp(noise * random.nextGaussian());
  }

  private static Demand demand(double series, double interval, double retention) {
    return new Demand(series, interval, retention, 0, 1, 0, null, false);
  }

  private static Resource of(SizeResult result, String name) {
    return result.resources().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void threeLoadsThatDifferInAllTellEachCost() {
    var runs =
        List.of(load(1e4, 1e4, 60, null), load(4e4, 1e4, 60, null), load(4e4, 4e4, 60, null));

    SizeResult result = Sizing.of(demand(2e5, 2, 600), runs, null);

    assertThat(of(result, "CPU").value()).isCloseTo(0.1 + 0.2, within(1e-6));
    assertThat(of(result, "memory").value()).isCloseTo(4e8, within(1.0));
    assertThat(of(result, "disk").value()).isCloseTo(2 * 6e7 + 2e7, within(1.0));
    assertThat(of(result, "network").value()).isCloseTo(5e6, within(1e-3));
    assertThat(of(result, "CPU").times()).isCloseTo(5, within(1e-9));
    assertThat(result.missing()).isEmpty();
    assertThat(result.notes()).isEmpty();
  }

  /** Two small runs, and one four times as large, each of them measured with noise. */
  @Test
  void twoSmallRunsHoldALargeOneIn93Of100() {
    int[] inside = new int[4];
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var runs = List.of(load(2.5e4, 1e4, 30, random), load(1e5, 4e4, 30, random));
      Observed large = load(4e5, 1.6e5, 30, random);
      // Each of its series is new once in 30 s.
      var demand = new Demand(1.6e5, 0.4, 30, 2, 1, 0, null, false);

      SizeResult result = Sizing.of(demand, runs, null);

      double[] measured = {
        large.cpuSeconds() / 30, large.residentBytes(), large.diskBytes(), large.sentBytes() / 30
      };
      for (int i = 0; i < measured.length; i++) {
        Resource resource = result.resources().get(i);
        inside[i] += resource.low() <= measured[i] && measured[i] <= resource.high() ? 1 : 0;
      }
    }

    assertThat(Arrays.stream(inside).min().orElseThrow()).isGreaterThan(SEEDS * 93 / 100);
  }

  @Test
  void headroomReplicationAndNodesAreCounted() {
    var runs = List.of(load(1e5, 1e5, 60, null), load(4e5, 4e5, 600, null));
    var demand = new Demand(1e6, 1, 86_400, 0, 2, 0.5, new Demand.Node(4, 1L << 30), false);

    SizeResult result = Sizing.of(demand, runs, null);
    Resource cpu = of(result, "CPU");
    double alone = of(Sizing.of(demand(1e6, 1, 86_400), runs, null), "CPU").value();

    assertThat(cpu.value()).isCloseTo(alone * 2 / 0.5, within(1e-9));
    double byMemory = of(result, "memory").value() / (1L << 30);
    assertThat(result.nodes().count())
        .isEqualTo((long) Math.max(Math.ceil(cpu.value() / 4), Math.ceil(byMemory)));
    assertThat(result.nodes().low()).isLessThanOrEqualTo(result.nodes().count());
    assertThat(result.nodes().high()).isGreaterThanOrEqualTo(result.nodes().count());
    assertThat(result.sentence())
        .startsWith("1.00 M series every 1s for 1d (1.00 M samples/s) want ")
        .contains(" nodes (");
  }

  @Test
  void aCopyLivesOnANodeOfItsOwn() {
    var demand = new Demand(1e5, 1, 60, 0, 3, 0, new Demand.Node(1e4, 1L << 50), false);

    assertThat(Sizing.of(demand, List.of(load(1e5, 1e5, 60, null)), null).nodes().low())
        .isEqualTo(3);
  }

  @Test
  void moreThanTenTimesIsRefusedUnlessItIsAskedFor() {
    var runs = List.of(load(1e5, 1e5, 60, null));

    assertThat(Sizing.of(demand(1e6, 1, 60), runs, null).resources()).hasSize(4);
    assertThatThrownBy(() -> Sizing.of(demand(1.01e6, 1, 60), runs, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("the rate is 10.1 times")
        .hasMessageContaining("--far");
    assertThatThrownBy(() -> Sizing.of(demand(2e6, 15, 60), runs, null))
        .hasMessageContaining("the number of series is 20");
    var far = new Demand(1e8, 1, 60, 0, 1, 0, null, true);
    assertThat(of(Sizing.of(far, runs, null), "CPU").times()).isCloseTo(1_000, within(1e-6));
  }

  @Test
  void oneLoadSaysThatAFixedPartCannotBeTold() {
    SizeResult result = Sizing.of(demand(4e5, 1, 60), List.of(load(1e5, 1e5, 60, null)), null);

    assertThat(result.notes())
        .anySatisfy(
            note -> assertThat(note).startsWith("memory: one load cannot tell a fixed part"));
    // From nothing but the fixed part to all of it growing.
    assertThat(of(result, "memory").low()).isLessThan(3e8);
    assertThat(of(result, "memory").value()).isCloseTo(4 * 3e8, within(1.0));
  }

  @Test
  void whatNoReportHasIsMissingByName() {
    var bare = new Observed("ab", 60, 6e6, null, null, 12.0, null, null, null);
    var demand = new Demand(1e5, 1, 60, 0, 1, 0, new Demand.Node(4, 1e9), false);

    SizeResult result = Sizing.of(demand, List.of(bare), new Prices(null, null, 1.0, null, null));

    assertThat(result.resources()).extracting(Resource::name).containsExactly("CPU");
    assertThat(result.missing())
        .hasSize(5)
        .anySatisfy(each -> assertThat(each).startsWith("memory needs ").contains("run"))
        .anySatisfy(each -> assertThat(each).startsWith("disk needs "))
        .anySatisfy(each -> assertThat(each).startsWith("network needs "))
        .contains("nodes need both CPU and memory");
    assertThat(result.cost()).isNull();
    assertThat(SizeSentence.table(result)).contains("missing: disk needs");
  }

  @Test
  void churnThatWasNotMeasuredIsNotMadeUp() {
    var steady = new Observed("run", 60, 6e6, 1e5, 0.0, 12.0, 1e9, 1e7, 1e8);
    var demand = new Demand(1e5, 1, 60, 0.01, 1, 0, null, false);

    SizeResult result = Sizing.of(demand, List.of(steady), null);

    assertThat(result.missing())
        .singleElement()
        .asString()
        .contains("CPU needs the cost of a new series");
  }

  @Test
  void pricesGiveTheCostOfAMonth() {
    var runs = List.of(load(1e5, 1e5, 60, null), load(4e5, 4e5, 60, null));
    var prices = Prices.parse("core: 10\ngib: 2\ndisk-gb: 0.1\nnetwork-gb: 0.01\n");

    SizeResult result = Sizing.of(demand(4e5, 1, 60), runs, prices);

    double month = 365.25 / 12 * 86_400;
    assertThat(result.cost().value())
        .isCloseTo(
            10 * of(result, "CPU").value()
                + 2 * of(result, "memory").value() / (1L << 30)
                + 0.1 * of(result, "disk").value() / 1e9
                + 0.01 * of(result, "network").value() * month / 1e9,
            within(1e-6));
    assertThat(result.cost().low()).isLessThan(result.cost().value());
    assertThat(result.sentence()).contains(" a month (");
  }

  @Test
  void wrongPricesAreRefused() {
    for (String wrong :
        List.of("", "core: -1", "core: free", "cpu: 1", "- 1", "core: .inf", "a: [")) {
      assertThatThrownBy(() -> Prices.parse(wrong))
          .as(wrong)
          .isInstanceOf(ConfigException.class)
          .hasMessageStartingWith("--prices");
    }
  }

  @Test
  void impossibleDemandsAreRefused() {
    for (double[] wrong :
        new double[][] {
          {0, 1, 60}, {-1, 1, 60}, {Double.NaN, 1, 60}, {1e14, 1, 60}, {1, 0, 60}, {1, 1, 0}
        }) {
      assertThatThrownBy(() -> demand(wrong[0], wrong[1], wrong[2]))
          .isInstanceOf(ConfigException.class);
    }
    assertThatThrownBy(() -> new Demand(1, 1, 60, 0, 1, 1, null, false))
        .hasMessageContaining("--headroom");
    assertThatThrownBy(() -> new Demand(1, 1, 60, 0, 0, 0, null, false))
        .hasMessageContaining("--replication");
  }
}
