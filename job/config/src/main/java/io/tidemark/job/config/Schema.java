package io.tidemark.job.config;

import io.tidemark.series.Layout;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys that there are: those of the records that hold their values, and those that the kind of
 * database declares.
 */
final class Schema {
  /** The component of {@link TargetConfig} whose entries are keys of the section. */
  private static final String OPTIONS = "target.options";

  private static final String TARGET = "target";

  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Map<String, Class<?>> sections = new LinkedHashMap<>();
  private final Map<String, String> typesOfOthers = new LinkedHashMap<>();
  private final String type;
  private final List<OptionKey<?>> options;
  private final Optional<Tsdb> database;

  /**
   * @param type the type of the database; one that is not known has no keys of its own
   */
  Schema(String type, Map<String, Tsdb> known) {
    this.type = type;
    this.database = Optional.ofNullable(known.get(type));
    this.options = database.map(Tsdb::options).orElse(List.of());
    known.values().forEach(this::addOther);
    add("", JobConfig.class);
  }

  private void addOther(Tsdb other) {
    other.options().forEach(option -> typesOfOthers.put(path(option), other.type()));
  }

  private static String path(OptionKey<?> option) {
    return join(TARGET, option.name());
  }

  private void add(String path, Class<?> section) {
    sections.put(path, section);
    for (RecordComponent component : section.getRecordComponents()) {
      String child = child(path, component);
      if (component.getType().isRecord()) {
        add(child, component.getType());
      } else if (child.equals(OPTIONS)) {
        options.forEach(option -> keys.put(path(option), Key.of(path(option), option)));
      } else {
        keys.put(child, Key.of(child, component.getGenericType()));
      }
    }
  }

  private static String child(String path, RecordComponent component) {
    return join(path, kebab(component.getName()));
  }

  static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String kebab(String camel) {
    return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  Collection<Key> keys() {
    return keys.values();
  }

  /** Returns the defaults of keys that every database has, but not with the same value. */
  Map<String, Setting> databaseDefaults() {
    var settings = new LinkedHashMap<String, Setting>();
    database.ifPresent(
        kind -> {
          SampleLimits limits = kind.limits();
          put(settings, "limits.labels", limits.labels());
          put(settings, "limits.label-name-bytes", limits.labelNameBytes());
          put(settings, "limits.label-value-bytes", limits.labelValueBytes());
          put(settings, "limits.future", limits.future());
          put(settings, "limits.retention", limits.retention());
          put(settings, "target.urls", List.of(kind.defaultUrl()));
          put(settings, "target.run-label", kind.takesRunLabel());
          kind.batchSamples().ifPresent(most -> put(settings, "write.batch-samples", most));
          if (kind.capabilities().orderedPerSeries()) {
            put(settings, "amplify.layout", Layout.SERIES);
          }
        });
    return settings;
  }

  private void put(Map<String, Setting> settings, String path, Object value) {
    Key key = keys.get(path);
    settings.put(path, Setting.byDefault(key, key.format(value)));
  }

  Optional<Key> key(String path) {
    return Optional.ofNullable(keys.get(path));
  }

  /** Returns the map whose entry the path names; an entry's name may itself hold dots. */
  Optional<Key> mapAbove(String path) {
    return keys.values().stream()
        .filter(key -> key.isMap() && path.startsWith(key.path() + "."))
        .findFirst();
  }

  boolean isSection(String path) {
    return sections.containsKey(path);
  }

  String unknown(String path) {
    var known = new ArrayList<>(keys.keySet());
    known.addAll(sections.keySet());
    known.remove("");
    String other = typesOfOthers.get(path);
    if (other == null) {
      return "unknown key %s; did you mean %s?".formatted(path, NearestKey.to(path, known));
    }
    known.removeIf(key -> !key.startsWith(TARGET + "."));
    return "%s is a key of target.type=%s, not of %s; did you mean %s?"
        .formatted(path, other, type, NearestKey.to(path, known));
  }

  String needsKeys(String section) {
    String names =
        Arrays.stream(sections.get(section).getRecordComponents())
            .flatMap(component -> names(child(section, component)))
            .collect(Collectors.joining(", "));
    return "%s is a section, expected its keys: %s".formatted(section, names);
  }

  private Stream<String> names(String child) {
    return child.equals(OPTIONS)
        ? options.stream().map(OptionKey::name)
        : Stream.of(child.substring(child.lastIndexOf('.') + 1));
  }

  /** Returns the root record, with each key's value taken from {@code values}. */
  Record build(Function<Key, Object> values) {
    return build("", sections.get(""), values);
  }

  private Record build(String path, Class<?> section, Function<Key, Object> values) {
    RecordComponent[] components = section.getRecordComponents();
    var types = new Class<?>[components.length];
    var arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String child = child(path, components[i]);
      types[i] = components[i].getType();
      arguments[i] =
          types[i].isRecord()
              ? build(child, types[i], values)
              : child.equals(OPTIONS) ? options(values) : values.apply(keys.get(child));
    }
    try {
      return (Record) section.getDeclaredConstructor(types).newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new ConfigException(path + ": " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record needs its canonical constructor", e);
    }
  }

  private SortedMap<String, String> options(Function<Key, Object> values) {
    var chosen = new TreeMap<String, String>();
    options.forEach(
        option -> chosen.put(option.name(), (String) values.apply(keys.get(path(option)))));
    return chosen;
  }

  /** Returns the record as nested maps of what YAML takes. */
  Map<String, Object> toTree(Record record) {
    return toTree("", record);
  }

  private Map<String, Object> toTree(String path, Record record) {
    var tree = new LinkedHashMap<String, Object>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      String child = child(path, component);
      Object value = read(component, record);
      if (child.equals(OPTIONS)) {
        ((TargetConfig) record)
            .options()
            .forEach((name, text) -> tree.put(name, formatOption(name, text)));
      } else {
        tree.put(
            kebab(component.getName()),
            value instanceof Record section
                ? toTree(child, section)
                : keys.get(child).format(value));
      }
    }
    return tree;
  }

  private Object formatOption(String name, String text) {
    Key key = keys.get(join(TARGET, name));
    return key == null ? text : key.format(text);
  }

  private static Object read(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record is public", e);
    }
  }
}
