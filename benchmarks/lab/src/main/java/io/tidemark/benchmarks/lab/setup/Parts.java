package io.tidemark.benchmarks.lab.setup;

import java.util.List;
import java.util.Map;

/**
 * The parts of a set-up. A part that is null does not exist; a number that is 0 limits nothing.
 * Rates are in bytes per second and sizes in bytes; cores may be fractions.
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
   * The Flink job.
   *
   * @param cores quota of cores for everything that the job's process does
   * @param cpus processors that it may use, as taskset takes them; null or empty for any
   * @param heapMb heap of its JVM
   * @param options other options of its JVM
   * @param inFlight limit of requests in flight
   * @param parallelism number of task slots
   * @param taskManagers number of TaskManagers of a session cluster; 0 for a Flink in one process
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
   * A database.
   *
   * @param type type as in {@code target.type}; {@code null} is a server that discards everything
   * @param version {@code current} or {@code debian}, for VictoriaMetrics
   * @param cores quota of cores
   * @param cpus processors that it may use; null or empty for any
   * @param slots number of insert slots
   * @param memory memory limit of its control group
   * @param cachesMb memory that VictoriaMetrics may use for caches
   * @param disk rate of its disk, for reads and writes each
   * @param heapMb heap of its JVM, if it has one
   * @param arguments further arguments of its command line
   * @param pages whether its metrics page can be read without a password
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
   * @param millis time of the round trip in milliseconds
   * @param mbit rate in each direction in Mbit/s; 0 for no limit
   */
  public record Wire(double millis, double mbit) {}

  /**
   * A proxy before the database.
   *
   * @param type haproxy, nginx, vmauth or vmagent
   * @param atOnce number of requests that it passes on at the same time
   * @param perSecond number of requests that it passes on per second
   * @param dead number of backends that do not listen, beside the one that does
   * @param refused share of the requests that it refuses itself
   * @param status status code with which it refuses them
   * @param cores quota of cores
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
   * Clients with range queries over all series, one after the other.
   *
   * @param own whether a search makes the queries itself, and may pause them
   */
  public record Readers(int clients, boolean own) {}

  /** A second job with a label of its own, at this many samples per second. */
  public record Writer(double rate) {}

  /** Times for which the database is stopped and runs, in turn. */
  public record Bursts(int stopMillis, int runMillis) {}

  /** Times for which another session holds the table's lock and leaves it free, in turn. */
  public record Locker(int heldMillis, int freeMillis) {}

  /** A control group for job and database together, with this many cores. */
  public record Shared(double cores) {}
}
