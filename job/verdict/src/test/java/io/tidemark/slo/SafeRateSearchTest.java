package io.tidemark.slo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.DurationText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches of servers in virtual time whose latencies at a rate are known without any search. */
class SafeRateSearchTest {
  private static final int RUNS = 50;
  private static final double HOLD_SECONDS = 60;
  private static final double SHORT_SECONDS = 4;
  private static final double WARM_UP = 5;
  private static final double TOLERANCE = 0.05;

  /** Seconds of the counterfactual: as many as make its own error small beside the tolerance. */
  private static final double LONG = 3_000;

  /** Poisson arrivals at servers that share a queue, without end of work at any rate. */
  enum Server {
    /** Exponential service; the 99th percentile follows from Erlang's formula. */
    QUEUE(4, 50, "p99<250ms", 0, 0, 0) {
      @Override
      double truth() {
        return root(rate -> quantileOfQueue(servers, 1 / serviceSeconds(), rate, 0.99) - 0.25);
      }
    },
    /** Constant service of many servers: flat up to the knee. */
    KNEE(20, 10, "p99<150ms", 1, 0, 0),
    /** Service that varies much. */
    NOISY(4, 50, "p90<200ms", 2, 0, 0),
    /** Everything stands still for a while now and then. */
    STALLS(4, 100, "p99<400ms", 0, 8, 0.2);

    final int servers;
    final double perSecond;
    final String objective;
    final int shape;
    final double stallEvery;
    final double stallSeconds;

    Server(
        int servers,
        double perSecond,
        String objective,
        int shape,
        double stallEvery,
        double stallSeconds) {
      this.servers = servers;
      this.perSecond = perSecond;
      this.objective = objective;
      this.shape = shape;
      this.stallEvery = stallEvery;
      this.stallSeconds = stallSeconds;
    }

    List<Objective> objectives() {
      return Objective.parse(List.of(objective), DurationText::parse);
    }

    double serviceSeconds() {
      return 1 / perSecond;
    }

    /**
     * Where long runs of the server, each with the same random numbers, just keep the objective.
     */
    double truth() {
      double limit = objectives().get(0).limit();
      double share = objectives().get(0).percentile() / 100;
      return root(
          rate -> {
            double[] latencies = latencies(rate, LONG, new SplittableRandom(4711));
            Arrays.sort(latencies);
            return latencies[(int) (share * latencies.length)] - limit;
          });
    }

    double root(DoubleUnaryOperator excess) {
      double low = 0.2 * servers * perSecond;
      double high = servers * perSecond;
      while (high / low > 1.002) {
        double middle = Math.sqrt(low * high);
        if (excess.applyAsDouble(middle) > 0) {
          high = middle;
        } else {
          low = middle;
        }
      }
      return low;
    }

    private double service(SplittableRandom random) {
      double mean = serviceSeconds();
      return switch (shape) {
        case 1 -> mean;
        // Nine of ten take half, one takes 5.5 times as long.
        case 2 -> mean * (random.nextDouble() < 0.9 ? 0.5 : 5.5);
        default -> -mean * Math.log(1 - random.nextDouble());
      };
    }

    /** Seconds from arrival to end, in order of arrival. */
    double[] latencies(double rate, double seconds, SplittableRandom seed) {
      SplittableRandom arrivals = seed.split();
      SplittableRandom services = seed.split();
      SplittableRandom stalls = seed.split();
      var free = new PriorityQueue<Double>();
      for (int i = 0; i < servers; i++) {
        free.add(0.0);
      }
      var latencies = new double[(int) (rate * seconds)];
      double now = 0;
      double stallsAt = stallEvery == 0 ? Double.POSITIVE_INFINITY : exponential(stalls);
      for (int i = 0; i < latencies.length; i++) {
        now -= Math.log(1 - arrivals.nextDouble()) / rate;
        double begin = Math.max(now, free.remove());
        while (begin >= stallsAt) {
          if (begin < stallsAt + stallSeconds) {
            begin = stallsAt + stallSeconds;
          }
          stallsAt += stallSeconds + exponential(stalls);
        }
        double end = begin + service(services);
        free.add(end);
        latencies[i] = end - now;
      }
      return latencies;
    }

    private double exponential(SplittableRandom random) {
      return -stallEvery * Math.log(1 - random.nextDouble());
    }

    Hold hold(double rate, boolean full, SplittableRandom random) {
      double seconds = full ? HOLD_SECONDS : SHORT_SECONDS;
      var micros = new Histogram(3);
      int inTime = 0;
      double at = -WARM_UP;
      for (double latency : latencies(rate, WARM_UP + seconds, random)) {
        at += 1 / rate;
        // What is answered before the hold begins, or after it ends, is not counted.
        if (at + latency > 0 && at + latency <= seconds) {
          micros.recordValue((long) (1e6 * latency));
          inTime++;
        }
      }
      double granule = 0.5 * rate;
      return Hold.of(
          rate,
          full,
          objectives(),
          new Hold.Counted(seconds, inTime, granule, micros, 0),
          List.of());
    }
  }

  /**
   * Latency of M/M/c that a share of the requests stays below: with the probability C of Erlang
   * that all servers are busy, P(T > t) = e^(−μt) + C·μ·(e^(−μt) − e^(−(cμ−λ)t)) / (cμ−λ−μ)
   * (Kleinrock, Queueing Systems I, 3.5).
   */
  static double quantileOfQueue(int servers, double mu, double lambda, double share) {
    double offered = lambda / mu;
    double term = 1;
    double sum = 1;
    for (int i = 1; i < servers; i++) {
      term *= offered / i;
      sum += term;
    }
    double last = term * offered / servers * servers / (servers - offered);
    double wait = last / (sum + last);
    double spare = servers * mu - lambda;
    double low = 0;
    double high = 1_000;
    for (int i = 0; i < 100; i++) {
      double t = (low + high) / 2;
      double over =
          Math.exp(-mu * t) + wait * mu * (Math.exp(-mu * t) - Math.exp(-spare * t)) / (spare - mu);
      if (over > 1 - share) {
        low = t;
      } else {
        high = t;
      }
    }
    return low;
  }

  @Test
  @Tag("seconds")
  void findsTheTrueRateOfAServer() {
    var near = new EnumMap<Server, Integer>(Server.class);
    for (Server server : Server.values()) {
      near.put(server, runsNearTheTruth(server));
    }
    assertThat(near.values().stream().mapToInt(Integer::intValue).sum())
        .as("of %d each: %s", RUNS, near)
        .isGreaterThanOrEqualTo((int) Math.ceil(0.93 * RUNS * Server.values().length));
  }

  private static int runsNearTheTruth(Server server) {
    double truth = server.truth();
    int near = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new SplittableRandom(seed);
      var found =
          new SafeRateSearch(
                  (rate, full) -> Optional.of(server.hold(rate, full, random.split())), 5)
              .run();
      near += Math.abs(found.best().samplesPerSecond() / truth - 1) <= TOLERANCE ? 1 : 0;
    }
    return near;
  }

  private static SafeRateSearch.Found search(double limit, double first) {
    return new SafeRateSearch(
            (rate, full) ->
                Optional.of(
                    new Hold(
                        rate,
                        full,
                        List.of(rate / 1e6),
                        rate <= limit ? List.of() : List.of("p99<1s was 2 s"))),
            first)
        .run();
  }

  @Test
  void confirmsTheRateAndWhatFailsAboveIt() {
    var found = search(300_000, 10_000);

    assertThat(found.confirmed()).isTrue();
    assertThat(found.best().samplesPerSecond()).isBetween(300_000 / 1.025, 300_000.0);
    assertThat(found.worse().samplesPerSecond()).isBetween(300_000.0, 300_000 * 1.025);
  }

  @Test
  void findsARateBelowTheFirst() {
    assertThat(search(900, 10_000).best().samplesPerSecond()).isBetween(900 / 1.025, 900.0);
  }

  @Test
  void saysWhatFailedIfEvenTheLowestRateDoes() {
    var found = search(1, 10_000);

    assertThat(found.best()).isNull();
    assertThat(found.worse().samplesPerSecond()).isLessThan(200);
    assertThat(found.worse().broken()).containsExactly("p99<1s was 2 s");
    assertThat(found.done()).isTrue();
    assertThat(rate(found).sentence(null)).startsWith("No rate is safe: at ");
    assertThat(rate(found).unfinished()).isFalse();
  }

  private static SafeRate rate(SafeRateSearch.Found found) {
    return SafeRate.of(found, List.of(), 60);
  }

  /** That the highest rate fails says nothing of lower ones. */
  @Test
  void doesNotSayThatNoRateIsSafeIfTimeWasOverBeforeLowerOnesWereTried() {
    int[] left = {2};
    var found =
        SafeRateSearch.atMost(
                (rate, full) ->
                    left[0]-- == 0
                        ? Optional.empty()
                        : Optional.of(new Hold(rate, true, List.of(), List.of("p99<1s was 2 s"))),
                200_000)
            .run();

    assertThat(found.done()).isFalse();
    assertThat(rate(found).unfinished()).isTrue();
    assertThat(rate(found).sentence(null))
        .startsWith("No safe rate was found: at 100 k samples/s, the lowest that was tried, p99");
  }

  /** Each hold may take a minute, and the boundary is held twice anyway. */
  @Test
  void aFullHoldThatFailsIsNotHeldAgainAtOnce() {
    var asked = new ArrayList<Double>();

    atMost(60_000, 200_000, asked);

    assertThat(asked.subList(0, 3)).containsExactly(200_000.0, 100_000.0, 50_000.0);
  }

  private static SafeRateSearch.Found atMost(double limit, double most, List<Double> asked) {
    return SafeRateSearch.atMost(
            (rate, full) -> {
              asked.add(rate);
              List<String> broken = rate <= limit ? List.of() : List.of("p99<1s was 2 s");
              // Whoever has only full holds says so.
              return Optional.of(new Hold(rate, true, List.of(), broken));
            },
            most)
        .run();
  }

  @Test
  void confirmsTheRateThatItMayNotExceed() {
    var asked = new ArrayList<Double>();

    var found = atMost(300_000, 200_000, asked);

    assertThat(asked).containsExactly(200_000.0, 200_000.0);
    assertThat(found.confirmed()).isTrue();
    assertThat(found.best().samplesPerSecond()).isEqualTo(200_000);
    assertThat(found.worse()).isNull();
  }

  @Test
  void searchesDownwardsFromTheRateThatItMayNotExceed() {
    var asked = new ArrayList<Double>();

    var found = atMost(30_000, 200_000, asked);

    assertThat(found.confirmed()).isTrue();
    assertThat(found.best().samplesPerSecond()).isBetween(30_000 / 1.025, 30_000.0);
    assertThat(found.worse().samplesPerSecond()).isBetween(30_000.0, 30_000 * 1.025);
    assertThat(asked).allMatch(rate -> rate <= 200_000);
  }

  @Test
  void keepsWhatItHasFoundWhenTimeIsOver() {
    int[] left = {7};
    var found =
        new SafeRateSearch(
                (rate, full) ->
                    left[0]-- == 0
                        ? Optional.empty()
                        : Optional.of(new Hold(rate, full, List.of(), List.of())),
                10_000)
            .run();

    assertThat(found.best().samplesPerSecond()).isEqualTo(640_000);
    assertThat(found.confirmed()).isFalse();
  }

  /**
   * Something disturbs the first four full holds, so that what is confirmed at first is only two
   * thirds of the rate: a search that ends as it looks further up has that one.
   */
  @Test
  void moreTimeNeverLeavesItWithoutTheRateThatWasConfirmed() {
    var confirmed = new ArrayList<Boolean>();
    for (int most = 1; most <= 40; most++) {
      confirmed.add(disturbedAtFirst(most).confirmed());
    }

    int first = confirmed.indexOf(true);
    assertThat(first).isPositive();
    assertThat(confirmed.subList(first, confirmed.size())).doesNotContain(false);
    assertThat(disturbedAtFirst(40).best().samplesPerSecond()).isGreaterThan(290_000);
  }

  private static SafeRateSearch.Found disturbedAtFirst(int most) {
    int[] left = {most};
    int[] disturbed = {4};
    return new SafeRateSearch(
            (rate, full) -> {
              if (left[0]-- == 0) {
                return Optional.empty();
              }
              boolean kept = rate <= (full && disturbed[0]-- > 0 ? 200_000 : 300_000);
              return Optional.of(
                  new Hold(rate, full, List.of(1.0), kept ? List.of() : List.of("p99<1s was 2 s")));
            },
            10_000)
        .run();
  }

  /** One short step at 40,000 a second fails, as something else disturbs it. */
  @Test
  void goesOnIfAFullHoldDoesNotFailWithTheShortStep() {
    var asked = new ArrayList<Double>();
    new SafeRateSearch(
            (rate, full) -> {
              asked.add(rate);
              boolean kept = rate <= 300_000 && (full || rate != 40_000);
              return Optional.of(
                  new Hold(rate, full, List.of(), kept ? List.of() : List.of("p99<1s was 2 s")));
            },
            10_000)
        .run();

    assertThat(asked.subList(0, 5))
        .containsExactly(10_000.0, 20_000.0, 40_000.0, 40_000.0, 80_000.0);
  }
}
