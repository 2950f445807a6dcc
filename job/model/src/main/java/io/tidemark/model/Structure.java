package io.tidemark.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A set of optional mechanisms, and the parameters of a network that has them. Structures are what
 * the posterior compares; {@link #network} makes the network for values of the parameters.
 */
record Structure(Set<Mechanism> mechanisms, List<Parameter> parameters) {
  /** More optional mechanisms cannot be told from the data of one search. */
  private static final int MOST = 2;

  private static final int COUNT = Parameter.values().length;

  static Structure of(Set<Mechanism> mechanisms, World world) {
    var parameters = new ArrayList<Parameter>();
    for (Parameter each : Parameter.values()) {
      boolean there =
          each.mechanism().map(mechanisms::contains).orElse(true)
              && (each != Parameter.CONCENTRATION || world.nodes() > 1)
              && (each != Parameter.RETRY || world.inVain())
              && (each != Parameter.MISS || world.missing() > 0)
              && (each != Parameter.PAUSE || world.collects())
              && (each != Parameter.QUERY || world.queried())
              && (each != Parameter.CLIENT || world.clients() > 0);
      if (there) {
        parameters.add(each);
      }
    }
    var copy = EnumSet.noneOf(Mechanism.class);
    copy.addAll(mechanisms);
    return new Structure(Collections.unmodifiableSet(copy), List.copyOf(parameters));
  }

  /**
   * Returns all structures with at most two optional mechanisms, the simplest first. Storage and
   * lock are never in one structure, nor are both kinds of line.
   */
  static List<Structure> all(World world) {
    var all = new ArrayList<Structure>();
    all.add(of(EnumSet.noneOf(Mechanism.class), world));
    for (Mechanism one : Mechanism.values()) {
      all.add(of(EnumSet.of(one), world));
    }
    for (Mechanism one : Mechanism.values()) {
      for (Mechanism other : Mechanism.values()) {
        boolean bothSerial =
            one == Mechanism.STORAGE && other == Mechanism.LOCK
                || one == Mechanism.LINE && other == Mechanism.LINE_IN_SLOT;
        if (one.compareTo(other) < 0 && !bothSerial && MOST >= 2) {
          all.add(of(EnumSet.of(one, other), world));
        }
      }
    }
    return all;
  }

  /** Tells whether the other structure has this one's mechanisms and exactly one more. */
  boolean isOneLessThan(Structure other) {
    return other.mechanisms.containsAll(mechanisms)
        && mechanisms.size() == other.mechanisms.size() - 1;
  }

  double logPrior(World world) {
    double log = 0;
    for (Mechanism each : Mechanism.values()) {
      double prior = each.prior(world);
      log += Math.log(mechanisms.contains(each) ? prior : 1 - prior);
    }
    return log;
  }

  /** Returns the values by the parameters' ordinal numbers; NaN for those that are not there. */
  private double[] values(double[] normals, Scales scales) {
    var values = new double[COUNT];
    Arrays.fill(values, Double.NaN);
    for (int i = 0; i < normals.length; i++) {
      Parameter each = parameters.get(i);
      values[each.ordinal()] = each.value(normals[i], scales);
    }
    return values;
  }

  private static double value(Parameter parameter, double[] values, double otherwise) {
    double value = values[parameter.ordinal()];
    return Double.isNaN(value) ? otherwise : value;
  }

  /**
   * @param normals standard normal variables, in the order of the parameters
   */
  Network network(double[] normals, Scales scales, World world, Settings settings) {
    double[] values = values(normals, scales);
    double all = value(Parameter.CPU, values, 0);
    double beside = value(Parameter.BESIDE, values, 0);
    double reported = Double.isNaN(world.cores()) ? 64 : world.cores();
    double share = value(Parameter.GIVEN, values, 1);
    double times = settings.coresTimes();
    // A hidden quota may still be the smaller limit after a search has taken cores away.
    double given = reported * (times < 1 ? Math.min(times, share) : times * share);
    double even = 1.0 / world.nodes();
    var database =
        new Network.Database(
            world.slots() * settings.slotsTimes(),
            given,
            given * value(Parameter.OTHERS, values, 0),
            all * (1 - beside),
            value(Parameter.GROWTH, values, 0),
            all * beside,
            value(Parameter.HELD, values, 0),
            value(Parameter.LINE_IN_SLOT, values, 0),
            new Network.Storage(
                value(Parameter.STORAGE, values, 0), value(Parameter.STORAGE_WAIT, values, 0)),
            value(Parameter.LOCK, values, 0),
            world.memory(value(Parameter.MISS, values, 1)),
            settings.queries() * value(Parameter.QUERY, values, 0));
    var job =
        new Job(
            value(Parameter.THREAD, values, 0)
                * (world.stuck() + (1 - world.stuck()) / settings.threadsTimes()),
            value(Parameter.JOB_CPU, values, 0),
            value(Parameter.PAUSE, values, 0),
            value(Parameter.GROWTH, values, 0),
            world.jobCores(),
            settings.asked(),
            world.skew(),
            world.stuck(),
            new Job.Client(
                value(Parameter.CLIENT, values, 0) / settings.threadsTimes(),
                world.clients() * settings.threadsTimes()));
    double inVain = settings.inVain() * value(Parameter.RETRY, values, 0);
    var way =
        new Network.Way(
            value(Parameter.DELAY, values, 0),
            value(Parameter.BEYOND, values, 0),
            world.refuses() ? inVain * (1 - world.failing()) : 0,
            world.refuses() ? inVain * world.failing() : inVain,
            value(Parameter.LINE, values, 0),
            // What admits requests admits at least one, over all nodes together.
            Math.max(even, value(Parameter.ADMISSION, values, Double.POSITIVE_INFINITY)),
            value(Parameter.VARIABILITY, values, 0.5));
    return new Network(
        job,
        way,
        database,
        world.isShared()
            ? new Network.Host(world.hostCores(), world.hostOthersCores())
            : Network.Host.APART,
        world.nodes(),
        world.nodes() == 1 ? 1 : even + (1 - even) * value(Parameter.CONCENTRATION, values, 0));
  }
}
