package io.tidemark.simulated;

import io.tidemark.job.config.JobConfig;
import io.tidemark.simulated.SimulatedSetup.Costs;
import io.tidemark.simulated.Surroundings.Gateway;
import io.tidemark.simulated.Surroundings.Pages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A set-up made by chance, of everything that may stop writes. It does not say what does: who
 * doubles one thing after the other finds that out.
 *
 * @param mostInFlight the highest in-flight limit that a search for the ceiling may try
 * @param sourceRate the source samples per second that are asked for; 0 for as many as possible
 */
public record RandomSetup(
    long seed, SimulatedSetup setup, int parallelism, int m, long sourceRate, int mostInFlight) {
  private static final int BYTES_PER_SAMPLE = 50;

  /** Returns the settings of a job for this set-up. */
  public List<String> settings() {
    return List.of(
        "target.urls=[http://127.0.0.1:1]",
        "parallelism=" + parallelism,
        "amplify.m=" + m,
        "source.datagen.rate=" + sourceRate,
        "source.datagen.start=2026-01-01T00:00:00Z",
        "write.retry.max=1s");
  }

  /** Returns a loaded configuration with these settings; to load them anew would cost far more. */
  public JobConfig config(JobConfig of) {
    var source = of.source();
    return of.withParallelism(parallelism)
        .withSource(source.withDatagen(source.datagen().withRate(sourceRate)));
  }

  /** Returns the same with another set-up. */
  public RandomSetup with(SimulatedSetup other) {
    return new RandomSetup(seed, other, parallelism, m, sourceRate, mostInFlight);
  }

  public static RandomSetup of(long seed) {
    return new Draw(seed).setup();
  }

  private static final class Draw {
    private final long seed;
    private final SplittableRandom random;

    private Draw(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
    }

    private RandomSetup setup() {
      boolean shared = chance(0.5);
      int databaseCores = oneOf(1, 2, 4, 8);
      List<Behaviour> databases = databases(databaseCores);
      double hostCores = shared ? Math.max(2, databaseCores) : oneOf(2, 4, 8);
      double work = between(0.5, 2);
      var costs =
          new Costs(
              Duration.ofNanos((long) (800 * work)),
              Duration.ofNanos((long) (120 * work)),
              Duration.ofNanos(30_000),
              Duration.ofNanos(200_000),
              BYTES_PER_SAMPLE);
      var setup =
          SimulatedSetup.of(databases.toArray(Behaviour[]::new))
              .withHostCores(hostCores)
              .withJobCores(hostCores)
              .withCosts(costs)
              .withGcShare(chance(0.1) ? between(0.05, 0.5) : 0.01)
              .withNoise(between(0.02, 0.25))
              .withSurroundings(surroundings(databases.size()));
      if (setup.around().gateway().limit() > 0) {
        // Neither side can see a line behind a proxy that takes in whole bodies.
        setup = setup.withDatabases(d -> d.withNetwork(0, Duration.ZERO));
      }
      setup = shared ? setup : setup.apart();
      setup = chance(0.06) ? setup.withHotKey() : setup;
      setup = chance(0.1) ? setup.withoutNullTarget() : setup;
      setup = chance(0.3) ? setup.withChangeableDatabase() : setup;
      int m = oneOf(1, 4, 12, 20);
      long rate = !setup.hotKey() && chance(0.1) ? (long) logarithmic(1e4, 2e6) / m : 0;
      int parallelism = oneOf(1, 2, 2, 4);
      int mostInFlight = oneOf(16, 64, 128);
      double beside = chance(0.3) ? between(0.1, 0.5) : 0;
      setup = setup.withDatabases(database -> database.withComputingBesideSlots(beside));
      return new RandomSetup(seed, setup, parallelism, m, rate, mostInFlight);
    }

    private List<Behaviour> databases(int cores) {
      Behaviour first = database(cores);
      var databases = new ArrayList<>(List.of(first));
      if (chance(0.25)) {
        // The second database is of the same kind, but perhaps not of the same size, nor with as
        // much other work.
        double slower = chance(0.6) ? between(1, 3) : 1;
        var perRequest = Duration.ofNanos((long) (first.cpu().perRequest().toNanos() * slower));
        databases.add(first.withCpu(perRequest, first.cpu().cores()));
      }
      return databases;
    }

    private Behaviour database(int cores) {
      int slots = chance(0.6) ? cores * oneOf(2, 4) : oneOf(1, 2, 4, 8, 16, 32);
      double given = chance(0.15) ? cores * between(0.1, 0.6) : cores;
      Duration held = chance(0.5) ? Duration.ZERO : millis(logarithmic(1, 60));
      Behaviour database =
          Behaviour.ofSlots(slots, held).withCpu(millis(logarithmic(4, 40)), given);
      if (chance(0.15)) {
        database = database.withStorageTime(millis(logarithmic(2, 40)));
      }
      if (chance(0.25)) {
        database = database.withNetwork((long) logarithmic(1e6, 60e6), Duration.ZERO);
      }
      return chance(0.01) ? database.withMetricsStatus(403) : database;
    }

    private Surroundings surroundings(int databases) {
      var gateway = Gateway.NONE;
      if (chance(0.25)) {
        int limit = chance(0.7) ? oneOf(1, 2, 4, 8) : 0;
        var roundTrip = chance(0.5) ? millis(logarithmic(2, 80)) : Duration.ZERO;
        gateway = new Gateway(limit, chance(0.3), roundTrip);
      }
      var pages =
          new Pages(
              chance(0.04) ? between(2, 8) : 1,
              chance(0.5),
              chance(0.05),
              chance(0.01),
              databases > 1 && chance(0.08) ? 1 : 0);
      return new Surroundings(gateway, chance(0.1) ? oneOf(1, 2, 4) : 0, pages, chance(0.7), 0);
    }

    private boolean chance(double probability) {
      return random.nextDouble() < probability;
    }

    private int oneOf(int... values) {
      return values[random.nextInt(values.length)];
    }

    private double between(double least, double most) {
      return least + (most - least) * random.nextDouble();
    }

    private double logarithmic(double least, double most) {
      return least * Math.pow(most / least, random.nextDouble());
    }

    private static Duration millis(double millis) {
      return Duration.ofNanos((long) (1e6 * millis));
    }
  }
}
