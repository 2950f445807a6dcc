package io.tidemark.benchmarks.lab.setup;

import java.util.List;
import java.util.Map;

/**
 * What a set-up is made of. A part that is null is not there; a number that is 0 limits nothing.
 * Rates are in bytes per second, sizes in bytes, cores may be fractions.
 */
public record Parts(
    Job job,
    Database database,
    Database second,
    Wire wire,
    Proxy proxy,
    Readers readers,
    Writer writer,
    Bursts bursts,
    Locker locker,
    Shared shared) {

  public Parts {
    if (job == null || database == null) {
      throw new IllegalArgumentException("a set-up needs a job and a database");
    }
  }

  /**
   * @param cores a quota over all that the job's process does
   * @param cpus the processors it may use, as taskset takes them; null or empty for any
   * @param heapMb of its JVM
   * @param options of its JVM, beside the heap
   * @param inFlight requests outstanding in all
   * @param parallelism task slots
   * @param taskManagers 0 for a Flink in one process, else a session cluster of so many
   * @param set other settings of the configuration, by key
   */
  public record Job(
      double cores,
      String cpus,
      int heapMb,
      String options,
      int inFlight,
      int parallelism,
      int taskManagers,
      Map<String, Object> set) {
    public Job {
      cpus = cpus == null ? "" : cpus;
      options = options == null ? "" : options;
      heapMb = heapMb == 0 ? 1024 : heapMb;
      inFlight = inFlight == 0 ? 16 : inFlight;
      parallelism = parallelism == 0 ? 2 : parallelism;
      set = set == null ? Map.of() : Map.copyOf(set);
    }
  }

  /**
   * @param type as {@code target.type} has it; {@code null} is a server that throws everything away
   * @param version {@code current} or {@code debian}, for VictoriaMetrics
   * @param cores a quota
   * @param cpus the processors it may use; null or empty for any
   * @param slots insert slots
   * @param memory of its control group
   * @param cachesMb what VictoriaMetrics may use of it for caches
   * @param disk what its disk takes, reads and writes each
   * @param heapMb of its JVM, where it has one
   * @param arguments of its command line
   * @param pages whether its page of metrics can be read without a password
   */
  public record Database(
      String type,
      String version,
      double cores,
      String cpus,
      int slots,
      long memory,
      int cachesMb,
      long disk,
      int heapMb,
      List<String> arguments,
      Boolean pages) {
    public Database {
      type = type == null ? "victoriametrics" : type;
      version = version == null ? "current" : version;
      cpus = cpus == null ? "" : cpus;
      arguments = arguments == null ? List.of() : List.copyOf(arguments);
      pages = pages == null || pages;
    }
  }

  /**
   * A real round trip between job and database.
   *
   * @param millis of round trip
   * @param mbit of each direction; 0 for any
   */
  public record Wire(double millis, double mbit) {}

  /**
   * What stands before the database.
   *
   * @param type haproxy, nginx, vmauth or vmagent
   * @param atOnce requests that it passes on at once
   * @param perSecond requests that it passes on a second
   * @param dead backends that do not listen, beside the one that does
   * @param refused share of the requests that it answers itself
   * @param status with which it does
   * @param cores a quota
   */
  public record Proxy(
      String type,
      int atOnce,
      double perSecond,
      int dead,
      double refused,
      int status,
      double cores) {}

  /**
   * Range queries over all series, one after the other.
   *
   * @param own whether a search asks them itself, and may pause them
   */
  public record Readers(int clients, boolean own) {}

  /** A second job with a label of its own, at so many samples a second. */
  public record Writer(double rate) {}

  /** The database is stopped and goes on, again and again. */
  public record Bursts(int stopMillis, int runMillis) {}

  /** Another session holds the table's lock, lets go, and takes it again. */
  public record Locker(int heldMillis, int freeMillis) {}

  /** One control group for job and database, with so many cores. */
  public record Shared(double cores) {}
}
