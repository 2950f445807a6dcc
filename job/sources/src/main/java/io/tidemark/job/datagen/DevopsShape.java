package io.tidemark.job.datagen;

import io.tidemark.series.Labels;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The hosts of the use case cpu-only of the Time Series Benchmark Suite: ten cpu metrics per host
 * with ten tags each, whose tag {@code hostname} is called {@code instance} here; 11 labels take
 * about 230 bytes. A unit is a host: churn replaces all its metrics together, by those of a host
 * that differs only in {@code instance}.
 */
final class DevopsShape implements SeriesShape {
  private static final List<byte[]> METRICS =
      Stream.of(
              "user",
              "system",
              "idle",
              "nice",
              "iowait",
              "irq",
              "softirq",
              "steal",
              "guest",
              "guest_nice")
          .map(mode -> LabelBytes.fixed("__name__", "cpu_usage_" + mode))
          .toList();

  private static final List<String> REGIONS =
      List.of(
          "us-east-1",
          "us-west-1",
          "us-west-2",
          "eu-west-1",
          "eu-central-1",
          "ap-southeast-1",
          "ap-southeast-2",
          "ap-northeast-1",
          "sa-east-1");

  private static final List<String> ZONES = List.of("a", "b", "c");

  private static final LabelBytes.Numbered INSTANCE = new LabelBytes.Numbered("instance", "host_");

  private static final List<byte[]> ARCH = tag("arch", "x64", "x86");
  private static final List<byte[]> DATACENTER =
      tag(
          "datacenter",
          REGIONS.stream()
              .flatMap(region -> ZONES.stream().map(region::concat))
              .toArray(String[]::new));
  private static final List<byte[]> OS = tag("os", "Ubuntu16.10", "Ubuntu16.04LTS", "Ubuntu15.10");
  private static final List<byte[]> RACK = tag("rack", numbers(100));
  private static final List<byte[]> REGION = tag("region", REGIONS.toArray(String[]::new));
  private static final List<byte[]> SERVICE = tag("service", numbers(20));
  private static final List<byte[]> ENVIRONMENT =
      tag("service_environment", "production", "staging", "test");
  private static final List<byte[]> VERSION = tag("service_version", numbers(2));
  private static final List<byte[]> TEAM = tag("team", "SF", "NYC", "LON", "CHI");

  private final int hosts;
  private final long seed;
  private final LabelBytes tags = new LabelBytes();
  private int tagsHost = -1;
  private long tagsGeneration = -1;

  DevopsShape(int slots, long seed) {
    this.hosts = slots / METRICS.size();
    this.seed = seed;
  }

  /** Rounds up to the next ten series, because a host is never split. */
  static long slots(int series) {
    int perHost = METRICS.size();
    return ((long) series + perHost - 1) / perHost * perHost;
  }

  @Override
  public int slotsPerUnit() {
    return METRICS.size();
  }

  @Override
  public int units() {
    return hosts;
  }

  @Override
  public Labels labels(int slot, long generation) {
    int host = slot / METRICS.size();
    if (host != tagsHost || generation != tagsGeneration) {
      setTags(host, generation);
    }
    return tags.labelsAfter(METRICS.get(slot - host * METRICS.size()));
  }

  /** Sets the tags in the order of their names. */
  private void setTags(int host, long generation) {
    long choice = SplitMix64.of(seed, host, 0) >>> 1;
    int datacenter = (int) (choice % DATACENTER.size());
    choice /= DATACENTER.size();
    tags.clear();
    choice = add(ARCH, choice);
    tags.add(DATACENTER.get(datacenter));
    tags.add(INSTANCE, host, generation);
    choice = add(OS, choice);
    choice = add(RACK, choice);
    tags.add(REGION.get(datacenter / ZONES.size()));
    choice = add(SERVICE, choice);
    choice = add(ENVIRONMENT, choice);
    choice = add(VERSION, choice);
    add(TEAM, choice);
    tagsHost = host;
    tagsGeneration = generation;
  }

  private long add(List<byte[]> values, long choice) {
    tags.add(values.get((int) (choice % values.size())));
    return choice / values.size();
  }

  private static List<byte[]> tag(String name, String... values) {
    return Stream.of(values).map(value -> LabelBytes.fixed(name, value)).toList();
  }

  private static String[] numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
  }
}
