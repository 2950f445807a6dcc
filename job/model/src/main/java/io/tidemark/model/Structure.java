package io.tidemark.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which mechanisms are there, and the network that they make with values for their parameters. */
record Structure(Set<Mechanism> mechanisms, List<Parameter> parameters) {
  /** Beyond so many optional mechanisms the data of one search decide nothing. */
  private static final int MOST = 2;

  static Structure of(Set<Mechanism> mechanisms, World world) {
    var parameters = new ArrayList<Parameter>();
    for (Parameter each : Parameter.values()) {
      boolean there =
          each.mechanism().map(mechanisms::contains).orElse(true)
              && (each != Parameter.CONCENTRATION || world.nodes() > 1)
              && (each != Parameter.RETRY || world.inVain())
              && (each != Parameter.MISS || world.missing() > 0)
              && (each != Parameter.PAUSE || world.collects())
              && (each != Parameter.CLIENT || world.clients() > 0);
      if (there) {
        parameters.add(each);
      }
    }
    return new Structure(Set.copyOf(mechanisms), List.copyOf(parameters));
  }

  /** All with at most two optional mechanisms; the simplest first. */
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

  /** Whether it lacks one mechanism of the other, and is the same but for that. */
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

  private double value(Parameter parameter, double[] normals, Scales scales, double otherwise) {
    int index = parameters.indexOf(parameter);
    return index < 0 ? otherwise : parameter.value(normals[index], scales);
  }

  /**
   * @param normals by parameter, in order
   */
  Network network(double[] normals, Scales scales, World world, Settings settings) {
    double all = value(Parameter.CPU, normals, scales, 0);
    double beside = value(Parameter.BESIDE, normals, scales, 0);
    double reported = Double.isNaN(world.cores()) ? 64 : world.cores();
    double share = value(Parameter.GIVEN, normals, scales, 1);
    double times = settings.coresTimes();
    // Where there is a quota that does not show, less than is reported may still be more than that.
    double given = reported * (times < 1 ? Math.min(times, share) : times * share);
    double even = 1.0 / world.nodes();
    var database =
        new Network.Database(
            world.slots() * settings.slotsTimes(),
            given,
            given * value(Parameter.OTHERS, normals, scales, 0),
            all * (1 - beside),
            value(Parameter.GROWTH, normals, scales, 0),
            all * beside,
            value(Parameter.HELD, normals, scales, 0),
            value(Parameter.LINE_IN_SLOT, normals, scales, 0),
            new Network.Storage(
                value(Parameter.STORAGE, normals, scales, 0),
                value(Parameter.STORAGE_WAIT, normals, scales, 0)),
            value(Parameter.LOCK, normals, scales, 0),
            world.memory(value(Parameter.MISS, normals, scales, 1)));
    var job =
        new Job(
            value(Parameter.THREAD, normals, scales, 0)
                * (world.stuck() + (1 - world.stuck()) / settings.threadsTimes()),
            value(Parameter.JOB_CPU, normals, scales, 0),
            value(Parameter.PAUSE, normals, scales, 0),
            value(Parameter.GROWTH, normals, scales, 0),
            world.jobCores(),
            settings.asked(),
            world.skew(),
            world.stuck(),
            new Job.Client(
                value(Parameter.CLIENT, normals, scales, 0) / settings.threadsTimes(),
                world.clients() * settings.threadsTimes()));
    double inVain = settings.inVain() * value(Parameter.RETRY, normals, scales, 0);
    var way =
        new Network.Way(
            value(Parameter.DELAY, normals, scales, 0),
            value(Parameter.BEYOND, normals, scales, 0),
            world.refuses() ? inVain * (1 - world.failing()) : 0,
            world.refuses() ? inVain * world.failing() : inVain,
            value(Parameter.LINE, normals, scales, 0),
            // Whoever lets requests through lets one through.
            Math.max(even, value(Parameter.ADMISSION, normals, scales, Double.POSITIVE_INFINITY)),
            value(Parameter.VARIABILITY, normals, scales, 0.5));
    return new Network(
        job,
        way,
        database,
        world.isShared()
            ? new Network.Host(world.hostCores(), world.hostOthersCores())
            : Network.Host.APART,
        world.nodes(),
        world.nodes() == 1
            ? 1
            : even + (1 - even) * value(Parameter.CONCENTRATION, normals, scales, 0));
  }
}
