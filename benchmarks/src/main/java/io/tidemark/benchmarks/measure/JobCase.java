package io.tidemark.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * One configuration of the job that is measured. Unless its settings say otherwise it is the main
 * case's: M = 20, N = 1, 20,000 series of 11 labels, Snappy, by time, 2 GiB of heap.
 *
 * @param name of its row
 * @param settings each {@code path.to.key=value}; a later one wins
 * @param javaOptions as for {@code TIDEMARK_JAVA_OPTS}
 * @param cores that the job may run on, as {@code taskset -c} takes them; empty: all
 * @param sourceSamples that its source holds, 0 without end; a measurement that drains it is void
 */
public record JobCase(
    String name, List<String> settings, String javaOptions, String cores, long sourceSamples) {
  private static final List<String> MAIN_CASE =
      List.of(
          "amplify.m=20",
          // So far back that a generator does not reach the present while it runs faster than it.
          "source.datagen.start=2020-01-01T00:00:00Z",
          // A job that is frozen while others are measured must not find its requests overdue.
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
