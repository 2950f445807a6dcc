package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;

import java.util.function.BiFunction;

/**
 * How databases are run. A family changes some things of an ordinary set-up ({@link RandomSetups}),
 * by draws of its own; it does not say what limits the result.
 */
enum Family {
  /** A database on its own machine, and nothing special. */
  ORDINARY((setup, draw) -> setup),

  /** In a container: a quota, which older programs do not see. */
  CONTAINER(
      (setup, draw) ->
          setup
              .with(DATABASE_QUOTA, setup.get(DATABASE_CPUS) * draw.between(0.15, 0.8))
              .with(QUOTA_SEEN, draw.chance(0.6) ? 1 : 0)
              .with(PRESSURE_SEEN, draw.chance(0.5) ? 1 : 0)),

  /** Another region, or a VPN. */
  FAR_AWAY(
      (setup, draw) ->
          setup
              .with(ROUND_TRIP_SECONDS, draw.ratio(0.005, 0.12))
              .with(WINDOW_BYTES, draw.oneOf(64_000, 400_000, 4e6))),

  /** A VPN, a thin uplink, a cheap virtual machine. */
  THIN_LINE(
      (setup, draw) ->
          setup
              .with(draw.chance(0.5) ? JOB_LINE : DATABASE_LINE, draw.ratio(0.5e6, 30e6))
              .with(ROUND_TRIP_SECONDS, draw.ratio(0.0003, 0.03))),

  /** A balancer or a sidecar that streams, with a limit of its own. */
  STREAMING_PROXY(
      (setup, draw) ->
          setup
              .with(PROXY, 1)
              .with(PROXY_BUFFER_BYTES, draw.oneOf(16_384, 32_768, 65_536))
              .with(Parameter.PROXY_LIMIT, draw.oneOf(0, 1, 2, 4, 8, 16))
              .with(PROXY_DELAY_SECONDS, draw.ratio(0.0001, 0.02))),

  /** One that takes in whole bodies before it passes them on. */
  BUFFERING_PROXY(
      (setup, draw) ->
          setup
              .with(PROXY, 1)
              .with(PROXY_BUFFER_BYTES, 0)
              .with(Parameter.PROXY_LIMIT, draw.oneOf(0, 1, 2, 4, 8, 16))
              .with(PROXY_DELAY_SECONDS, draw.ratio(0.0001, 0.02))),

  /** Of a tenant: what is beyond the limit is answered 429. */
  REFUSING_PROXY(
      (setup, draw) ->
          setup
              .with(PROXY, 1)
              .with(PROXY_REFUSES, 1)
              .with(Parameter.PROXY_LIMIT, draw.oneOf(1, 2, 4, 8, 16, 32))),

  /** A balancer one of whose backends is gone. */
  DEAD_BACKEND(
      (setup, draw) ->
          setup
              .with(PROXY, 1)
              .with(BACKENDS, draw.oneOf(2, 2, 3))
              .with(DEAD_BACKENDS, 1)
              .with(PROXY_RETRIES, draw.oneOf(0, 0, 1))),

  /** A disk that merging fills, or that each write waits for. */
  SLOW_DISK(
      (setup, draw) ->
          setup
              .with(DISK_RATE, draw.ratio(4e6, 60e6))
              .with(DISK_LATENCY_SECONDS, draw.ratio(0.0005, 0.02))
              .with(DISK_BYTES, draw.between(2, 10))
              .with(FLUSH_SAMPLES, draw.ratio(1e5, 4e5))
              .with(LOG_BYTES, draw.chance(0.3) ? draw.between(5, 20) : 0)),

  /** A log that is made durable before each answer, as in SQL databases. */
  DURABLE_LOG(
      (setup, draw) ->
          setup
              .with(LOG_BYTES, draw.between(20, 120))
              .with(DISK_RATE, draw.ratio(30e6, 1e9))
              .with(DISK_LATENCY_SECONDS, draw.ratio(0.0003, 0.015))
              .with(SLOTS, draw.oneOf(16, 32, 64, 100))),

  /** More series than the caches hold. */
  MANY_SERIES(
      (setup, draw) ->
          setup
              .with(SERIES, draw.ratio(3e5, 5e6))
              .with(CACHED_SERIES, draw.ratio(5e4, 2e6))
              .with(MISS_SECONDS, draw.ratio(5e-6, 60e-6))
              .with(MISS_READ_BYTES, draw.chance(0.4) ? draw.ratio(20, 400) : 0)),

  /** Series that come and go. */
  CHURN(
      (setup, draw) ->
          setup
              .with(NEW_SHARE, draw.ratio(0.002, 0.2))
              .with(NEW_SECONDS, draw.ratio(30e-6, 150e-6))),

  /** Dashboards and alerts that query while it is written. */
  DASHBOARDS(
      (setup, draw) ->
          setup
              .with(READERS, draw.oneOf(1, 2, 4, 8))
              .with(THINK_SECONDS, draw.ratio(0.2, 5))
              .with(QUERY_SECONDS, draw.ratio(0.05, 1))
              .with(QUERY_BYTES, draw.ratio(1e5, 2e7))),

  /** A virtual machine whose two CPUs are threads of one core. */
  HYPER_THREADS(
      (setup, draw) ->
          setup
              .with(THREADS_PER_CORE, 2)
              .with(SECOND_THREAD, draw.between(0.15, 0.4))
              .with(SLOTS, setup.get(DATABASE_CPUS) * draw.oneOf(0.5, 1, 2))),

  /** Something else on the database's machine. */
  NOISY_NEIGHBOUR(
      (setup, draw) ->
          setup
              .with(NEIGHBOUR_THREADS, setup.get(DATABASE_CPUS) * draw.oneOf(0.5, 1, 2))
              .with(NEIGHBOUR_SHARE, draw.between(0.2, 1))
              .with(NEIGHBOUR_CYCLE_SECONDS, draw.ratio(0.2, 10))),

  /** One lock, or one writer, within the database. */
  LOCK(
      (setup, draw) ->
          setup
              .with(LOCKED_SECONDS, draw.ratio(0.002, 0.03))
              .with(SLOTS, draw.oneOf(8, 16, 64, 100))),

  /** A database in a virtual machine of Java's, with a heap that is large or small. */
  COLLECTED(
      (setup, draw) ->
          setup
              .with(DATABASE_GARBAGE_BYTES, draw.ratio(100, 800))
              .with(DATABASE_LIVE_BYTES, draw.ratio(0.3e9, 3e9))
              .with(DATABASE_HEAP_BYTES, draw.ratio(1.03, 2))
              .with(SLOTS, draw.oneOf(8, 16, 32, 64))),

  /** Nodes that take writes, before nodes that store them. */
  CLUSTER(
      (setup, draw) ->
          setup
              .with(NODES, draw.oneOf(1, 2, 2))
              .with(Parameter.STORAGE_NODES, draw.oneOf(2, 2, 3, 4))
              .with(REPLICATION, draw.oneOf(1, 1, 2))),

  /** Two nodes of which one is smaller, older or busier. */
  UNEQUAL_NODES((setup, draw) -> setup.with(NODES, 2).with(LAST_NODE_SPEED, draw.ratio(0.2, 1))),

  /** Job and database on one machine, as in a first try. */
  ONE_MACHINE(
      (setup, draw) ->
          setup
              .with(CO_LOCATED, 1)
              .with(JOB_CPUS, draw.oneOf(2, 2, 4, 8))
              .with(CHANGEABLE, draw.chance(0.5) ? 1 : 0)
              .with(ROUND_TRIP_SECONDS, 0.00005)),

  /** A job whose pods have limits. */
  LIMITED_JOB(
      (setup, draw) ->
          setup
              .with(JOB_QUOTA, draw.oneOf(0.5, 1, 1.5, 2.5))
              .with(COPIES, draw.oneOf(1, 2, 4, 12))),

  /** Several processes of the job, on machines of their own. */
  TASK_MANAGERS_APART(
      (setup, draw) ->
          setup
              .with(TASK_MANAGERS, draw.oneOf(2, 3, 4))
              .with(PARALLELISM, draw.oneOf(4, 6, 8))
              .with(JOB_LINE, draw.chance(0.5) ? draw.ratio(2e6, 100e6) : 0)),

  /** Keys of which some are hot, with many labels to encode. */
  HOT_KEYS(
      (setup, draw) ->
          setup
              .with(SKEW, draw.between(0.1, 1))
              .with(PARALLELISM, draw.oneOf(2, 4, 8))
              .with(COPIES, draw.oneOf(4, 12, 20))
              .with(SAMPLE_SECONDS, draw.ratio(0.3e-6, 3e-6))),

  /** A heap of the job that is nearly full. */
  SMALL_HEAP(
      (setup, draw) ->
          setup
              .with(JOB_LIVE_BYTES, draw.ratio(0.2e9, 1e9))
              .with(JOB_HEAP_BYTES, draw.ratio(1.05, 2))
              .with(JOB_GARBAGE_BYTES, draw.ratio(100, 600))),

  /** A day's traffic: a rate, and no more. */
  STEADY_RATE((setup, draw) -> setup.with(SOURCE_RATE, draw.ratio(1e3, 2e5))),

  /** Scrapes that come all at once. */
  BURSTS(
      (setup, draw) ->
          setup
              .with(SOURCE_RATE, draw.ratio(1e3, 2e5))
              .with(BURST_SHARE, draw.between(0.1, 0.6))
              .with(BURST_CYCLE_SECONDS, draw.oneOf(2, 5, 10))),

  /** A client that may have little in flight, as most have. */
  FEW_IN_FLIGHT(
      (setup, draw) ->
          setup
              .with(Parameter.IN_FLIGHT, draw.oneOf(1, 1, 2, 4))
              .with(ROUND_TRIP_SECONDS, draw.ratio(0.0002, 0.03)));

  private final BiFunction<Setup, Draw, Setup> change;

  Family(BiFunction<Setup, Draw, Setup> change) {
    this.change = change;
  }

  Setup of(Setup ordinary, Draw draw) {
    Setup changed = change.apply(new Setup(name(), ordinary.values()), draw);
    return switch (this) {
      // Drawn as times of what lives in it.
      case COLLECTED -> changed.times(DATABASE_HEAP_BYTES, changed.get(DATABASE_LIVE_BYTES));
      case SMALL_HEAP -> changed.times(JOB_HEAP_BYTES, changed.get(JOB_LIVE_BYTES));
      default -> changed;
    };
  }
}
