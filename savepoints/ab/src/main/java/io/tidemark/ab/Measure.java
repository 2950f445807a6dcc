package io.tidemark.ab;

import io.tidemark.judge.Metric;
import io.tidemark.judge.StoreCost;
import java.util.function.Function;

/**
 * The measures by which runs are compared. Without a judgement, the verdict rests on the first one
 * alone.
 */
enum Measure {
  THROUGHPUT("throughput", "samples/s", AbRun::samplesPerSecond),
  P99("p99 latency", "ms", AbRun::p99Millis),
  JOB_CPU("job CPU per million samples", "s", AbRun::cpuSecondsPerMillionSamples),
  STORE_CPU("database CPU per million samples", "s", Measure::storeCpu),
  STORE_MEMORY(
      "database memory", "MB", run -> ofCost(run, cost -> megabytes(cost.residentBytes()))),
  STORE_DISK(
      "growth of database files, merged",
      "MB",
      run -> ofCost(run, cost -> megabytes(cost.diskBytes()))),
  SMOOTHNESS("unevenness of acknowledgements per 100 ms", "cv", AbRun::smoothness);

  private final String title;
  private final String unit;
  private final Function<AbRun, Double> value;

  Measure(String title, String unit, Function<AbRun, Double> value) {
    this.title = title;
    this.unit = unit;
    this.value = value;
  }

  static Measure of(Metric metric) {
    return switch (metric) {
      case THROUGHPUT -> THROUGHPUT;
      case CPU -> STORE_CPU;
      case MEMORY -> STORE_MEMORY;
      case DISK -> STORE_DISK;
      case LATENCY -> P99;
    };
  }

  /**
   * Returns the database's CPU time per million samples, including its work after the run if that
   * was awaited.
   */
  private static Double storeCpu(AbRun run) {
    Double whole = ofCost(run, StoreCost::cpuSeconds);
    return whole == null
        ? run.storeCpuSecondsPerMillionSamples()
        : Double.valueOf(whole / run.samples() * 1e6);
  }

  private static Double ofCost(AbRun run, Function<StoreCost, Double> value) {
    return run.cost() == null ? null : value.apply(run.cost());
  }

  private static Double megabytes(Double bytes) {
    return bytes == null ? null : bytes / 1e6;
  }

  String title() {
    return title;
  }

  String unit() {
    return unit;
  }

  /** Returns the value of a run; null if it was not measured, or has no logarithm. */
  Double of(AbRun run) {
    Double measured = value.apply(run);
    return measured == null || !(measured > 0) || measured.isInfinite() ? null : measured;
  }
}
