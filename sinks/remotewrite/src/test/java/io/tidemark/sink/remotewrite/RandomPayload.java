package io.tidemark.sink.remotewrite;

import io.tidemark.series.Amplification;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Everything that decides what a payload holds, drawn at random with the awkward cases likely. */
record RandomPayload(
    Amplification amplification,
    Compression compression,
    Map<String, String> extraLabels,
    List<Sample> samples,
    List<Double> endValues,
    Slice slice) {

  /** 2026-11-21T00:00:00Z. */
  static final long NOW = 1_795_219_200_000L;

  private static final double[] VALUES = {
    0.0,
    -0.0,
    1.5,
    -273.15,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.longBitsToDouble(0x7ff0000000000002L), // Prometheus' stale marker
    Double.longBitsToDouble(0xfff8000000000123L),
    Double.NaN
  };

  static RandomPayload draw(Random random) {
    int m = oneOf(random, 1, 2, 6, 20, 1 + random.nextInt(90));
    int n = 1 + random.nextInt(random.nextBoolean() ? 1 : 1 + 105 / m);
    var amplification =
        new Amplification(
            m,
            n,
            m + random.nextLong(1L << 1 + random.nextInt(40)),
            instanceLabels(random),
            oneOf(random, ValueMode.values()),
            oneOf(random, Layout.values()));
    int instanceFrom = random.nextBoolean() ? 0 : random.nextInt(n);
    int tickFrom = random.nextBoolean() ? 0 : random.nextInt(m);
    int instanceTo = instanceFrom + 1 + random.nextInt(n - instanceFrom);
    int tickTo = tickFrom + 1 + random.nextInt(m - tickFrom);
    List<Sample> samples = samples(random, amplification);
    return new RandomPayload(
        amplification,
        random.nextInt(4) == 0 ? Compression.ZSTD : Compression.SNAPPY,
        random.nextInt(3) == 0 ? labels(random, 1 + random.nextInt(3), amplification) : Map.of(),
        samples,
        samples.stream().map(s -> number(random)).toList(),
        random.nextBoolean()
            ? amplification.all()
            : new Slice(instanceFrom, instanceTo, tickFrom, tickTo));
  }

  private static InstanceLabels instanceLabels(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> InstanceLabels.of(name(random));
      case 1 -> InstanceLabels.of("tag7", "instance", name(random), "tag30", "tag8");
      case 2 -> InstanceLabels.all("instance");
      case 3 -> InstanceLabels.all(name(random)).except(Set.of("tag3", "tag17"));
      default -> InstanceLabels.of("instance");
    };
  }

  /** Some unlike any other, most like the one before, as series of one host are. */
  private static List<Sample> samples(Random random, Amplification amplification) {
    int times = random.nextInt(8);
    var samples = new ArrayList<Sample>();
    Map<String, String> labels = labels(random, 1 + random.nextInt(30), amplification);
    for (int i = random.nextInt(6); i >= 0; i--) {
      samples.add(new Sample(Labels.of(labels), timestamp(random, times), number(random)));
      labels =
          random.nextInt(4) == 0
              ? labels(random, 1 + random.nextInt(30), amplification)
              : changed(random, labels);
    }
    return samples;
  }

  private static double number(Random random) {
    return random.nextBoolean() ? VALUES[random.nextInt(VALUES.length)] : random.nextGaussian();
  }

  private static Map<String, String> changed(Random random, Map<String, String> labels) {
    var changed = new HashMap<>(labels);
    var names = new ArrayList<>(labels.keySet());
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(4)) {
        case 0 -> changed.put(name(random), value(random));
        case 1 -> changed.put(name, value(random));
        case 2 -> changed.computeIfPresent(name, (ignored, value) -> value + random.nextInt(20));
        default -> {
          if (changed.size() > 1) {
            changed.remove(name);
          }
        }
      }
    }
    return changed;
  }

  private static Map<String, String> labels(Random random, int count, Amplification amplification) {
    var labels = new HashMap<String, String>();
    String instance = amplification.instanceLabels().first();
    while (labels.size() < count) {
      labels.put(random.nextInt(4) == 0 ? "tag" + random.nextInt(40) : name(random), value(random));
    }
    switch (random.nextInt(4)) {
      case 0 -> labels.put(instance, value(random));
      case 1 -> {
        labels.keySet().removeIf(name -> name.compareTo(instance) <= 0);
        labels.put(instance, value(random));
      }
      case 2 -> {
        labels.keySet().removeIf(name -> name.compareTo(instance) >= 0);
        labels.put(instance, value(random));
      }
      default -> labels.put("__name__", "cpu_usage_user");
    }
    if (random.nextInt(30) == 0) {
      labels.put(name(random), "v".repeat(16_000 + random.nextInt(1_000)));
    }
    return labels;
  }

  private static String name(Random random) {
    return text(random, random.nextInt(60) == 0 ? 130 : 1 + random.nextInt(12));
  }

  private static String value(Random random) {
    return text(
        random, random.nextInt(20) == 0 ? 120 + random.nextInt(10) : 1 + random.nextInt(30));
  }

  /** Of one to four bytes a character. */
  private static String text(Random random, int length) {
    var text = new StringBuilder();
    int widest = oneOf(random, 0x80, 0x80, 0x800, 0xD800, 0x10000);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(
          widest == 0x10000 ? 0x10000 + random.nextInt(0xFFFFF) : 1 + random.nextInt(widest - 1));
    }
    return text.length() > 0 ? text.toString() : "x";
  }

  private static long timestamp(Random random, int times) {
    return switch (times) {
      case 0 -> random.nextInt(200);
      case 1 -> -random.nextInt(200_000);
      case 2 -> Long.MAX_VALUE - random.nextInt(200_000);
      case 3 -> (1L << 7 * (1 + random.nextInt(8))) - random.nextInt(100_000);
      default -> NOW + random.nextInt(60) * 1000L;
    };
  }

  @SafeVarargs
  private static <T> T oneOf(Random random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
