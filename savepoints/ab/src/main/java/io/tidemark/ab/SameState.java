package io.tidemark.ab;

import io.tidemark.ab.AbResult.Difference;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.Tsdb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Compares two configurations: requires what both need to restore the same savepoint, and lists how
 * they differ. Pure.
 */
final class SameState {
  /** A setting to which the positions in a savepoint refer. */
  private record Key(String path, Function<JobConfig.Source, Object> value) {}

  private static final Key TYPE = new Key("source.type", JobConfig.Source::type);

  private static final Map<JobConfig.SourceType, List<Key>> KEYS =
      Map.of(
          JobConfig.SourceType.DATAGEN,
          List.of(
              new Key("source.datagen.shape", s -> s.datagen().shape()),
              new Key("source.datagen.series", s -> s.datagen().series()),
              new Key("source.datagen.interval", s -> s.datagen().interval()),
              new Key("source.datagen.start", s -> s.datagen().start()),
              new Key("source.datagen.churn", s -> s.datagen().churn()),
              new Key("source.datagen.replaced", s -> s.datagen().replaced()),
              new Key("source.datagen.seed", s -> s.datagen().seed()),
              new Key("source.datagen.grid", s -> s.datagen().grid())),
          JobConfig.SourceType.KAFKA,
          List.of(
              new Key("source.kafka.topics", s -> s.kafka().topics()),
              new Key("source.kafka.format", s -> s.kafka().format()),
              new Key("source.kafka.formats", s -> s.kafka().formats()),
              new Key("source.kafka.framing", s -> s.kafka().framing())),
          JobConfig.SourceType.FILE,
          List.of(
              new Key("source.file.path", s -> s.file().path()),
              new Key("source.file.format", s -> s.file().format())));

  /** These two are no keys of the configuration; their values follow from {@code target.type}. */
  static final String WIRE = "target: how samples get there";

  static final String ACKNOWLEDGED = "target: what an acknowledged sample is";

  private static final List<String> TOLD =
      List.of(
          "target.type",
          "source.type",
          "source.datagen.series",
          "amplify.m",
          "amplify.n",
          "write.in-flight",
          "write.batch-samples",
          "parallelism");

  private SameState() {}

  /**
   * @throws ConfigException with one line for each key that must be equal, but is not
   */
  static void require(JobConfig a, JobConfig b) {
    var problems = new ArrayList<String>();
    check(TYPE, a, b).ifPresent(problems::add);
    if (problems.isEmpty()) {
      KEYS.get(a.source().type()).forEach(key -> check(key, a, b).ifPresent(problems::add));
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(String.join("\n", problems));
    }
  }

  private static Optional<String> check(Key key, JobConfig a, JobConfig b) {
    Object ofA = key.value.apply(a.source());
    Object ofB = key.value.apply(b.source());
    return ofA.equals(ofB)
        ? Optional.empty()
        : Optional.of(
            "%s=%s in A and %s in B: both sides must read the same source"
                .formatted(key.path, ofA, ofB));
  }

  /** Returns all keys that differ, and properties in which the kinds of database differ. */
  static List<Difference> differences(JobConfig a, JobConfig b) {
    SortedMap<String, String> ofA = described(a);
    SortedMap<String, String> ofB = described(b);
    var keys = new TreeMap<>(ofA);
    keys.putAll(ofB);
    return keys.keySet().stream()
        .filter(key -> !Objects.equals(ofA.get(key), ofB.get(key)))
        .map(
            key ->
                new Difference(
                    key, ofA.getOrDefault(key, "not set"), ofB.getOrDefault(key, "not set")))
        .toList();
  }

  /**
   * Returns the settings that are the same on both sides and are shown beside a headline, in their
   * order there.
   */
  static Map<String, String> alike(JobConfig a, JobConfig b) {
    SortedMap<String, String> ofA = described(a);
    SortedMap<String, String> ofB = described(b);
    var alike = new LinkedHashMap<String, String>();
    TOLD.stream()
        .filter(key -> ofA.containsKey(key) && ofA.get(key).equals(ofB.get(key)))
        .forEach(key -> alike.put(key, ofA.get(key)));
    return alike;
  }

  private static SortedMap<String, String> described(JobConfig config) {
    SortedMap<String, String> described = flat(ConfigLoader.tree(config));
    Tsdb kind = Tsdb.byType(config.target().type(), SameState.class.getClassLoader());
    described.put(WIRE, kind.protocol());
    described.put(ACKNOWLEDGED, kind.acknowledged());
    return described;
  }

  private static SortedMap<String, String> flat(Map<?, ?> tree) {
    var flat = new TreeMap<String, String>();
    add("", tree, flat);
    return flat;
  }

  private static void add(String path, Map<?, ?> tree, Map<String, String> flat) {
    tree.forEach(
        (name, value) -> {
          String key = path.isEmpty() ? name.toString() : path + "." + name;
          if (value instanceof Map<?, ?> section) {
            add(key, section, flat);
          } else {
            flat.put(key, String.valueOf(value));
          }
        });
  }
}
