package io.tidemark.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * A configuration of the job that is measured. Settings that are not given are those of the main
 * case: M = 20, N = 1, 20,000 series of 11 labels, Snappy, layout by time, 2 GiB of heap.
 *
 * @param name name of its row
 * @param settings settings as {@code path.to.key=value}; a later one overrides an earlier one
 * @param javaOptions value of {@code TIDEMARK_JAVA_OPTS}
 * @param cores cores that the job may use, as {@code taskset -c} takes them; empty for all
 * @param sourceSamples number of samples in its source, 0 if it has no end; a measurement that
 *     reads all of them is void
 */
public record JobCase(
    String name, List<String> settings, String javaOptions, String cores, long sourceSamples) {
  private static final List<String> MAIN_CASE =
      List.of(
          "amplify.m=20",
          // A generator that runs faster than the clock does not reach the present from here.
          "source.datagen.start=2020-01-01T00:00:00Z",
          // Requests of a job that is frozen while others are measured must not time out.
          "write.timeout=30m");

  public static JobCase of(String name, String... settings) {
    return new JobCase(name, MAIN_CASE, "-Xmx2g", "", 0).with(settings);
  }

  public JobCase with(String... more) {
    var all = new ArrayList<>(settings);
    all.addAll(List.of(more));
    return new JobCase(name, List.copyOf(all), javaOptions, cores, sourceSamples);
  }

  public JobCase withJavaOptions(String options) {
    return new JobCase(name, settings, options, cores, sourceSamples);
  }

  public JobCase onCores(String list) {
    return new JobCase(name, settings, javaOptions, list, sourceSamples);
  }

  public JobCase withSourceOf(long samples) {
    return new JobCase(name, settings, javaOptions, cores, samples);
  }
}
