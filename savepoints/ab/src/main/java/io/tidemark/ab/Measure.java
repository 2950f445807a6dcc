package io.tidemark.ab;

import java.util.function.Function;

/** What runs are compared by. The verdict rests on the first alone. */
enum Measure {
  THROUGHPUT("throughput", "samples/s", AbRun::samplesPerSecond),
  P99("p99 latency", "ms", AbRun::p99Millis),
  JOB_CPU("job CPU per million samples", "s", AbRun::cpuSecondsPerMillionSamples),
  STORE_CPU("database CPU per million samples", "s", AbRun::storeCpuSecondsPerMillionSamples),
  SMOOTHNESS("unevenness of acknowledgements per 100 ms", "cv", AbRun::smoothness);

  private final String title;
  private final String unit;
  private final Function<AbRun, Double> value;

  Measure(String title, String unit, Function<AbRun, Double> value) {
    this.title = title;
    this.unit = unit;
    this.value = value;
  }

  String title() {
    return title;
  }

  String unit() {
    return unit;
  }

  /** Null if this run did not measure it, or its logarithm does not exist. */
  Double of(AbRun run) {
    Double measured = value.apply(run);
    return measured == null || !(measured > 0) || measured.isInfinite() ? null : measured;
  }
}
