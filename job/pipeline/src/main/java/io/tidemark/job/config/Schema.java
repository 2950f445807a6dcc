package io.tidemark.job.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The keys there are, read from the records that hold their values. */
final class Schema {
  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Map<String, Class<?>> sections = new LinkedHashMap<>();

  Schema(Class<? extends Record> root) {
    add("", root);
  }

  private void add(String path, Class<?> section) {
    sections.put(path, section);
    for (RecordComponent component : section.getRecordComponents()) {
      String child = child(path, component);
      if (component.getType().isRecord()) {
        add(child, component.getType());
      } else {
        keys.put(child, new Key(child, component.getGenericType()));
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

  Optional<Key> key(String path) {
    return Optional.ofNullable(keys.get(path));
  }

  /** The map whose entry the path names; an entry's name may itself hold dots. */
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
    return "unknown key %s; did you mean %s?".formatted(path, NearestKey.to(path, known));
  }

  String needsKeys(String section) {
    String names =
        Arrays.stream(sections.get(section).getRecordComponents())
            .map(component -> kebab(component.getName()))
            .collect(Collectors.joining(", "));
    return "%s is a section, expected its keys: %s".formatted(section, names);
  }

  /** The root record, with each key's value taken from {@code values}. */
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
          types[i].isRecord() ? build(child, types[i], values) : values.apply(keys.get(child));
    }
    try {
      return (Record) section.getDeclaredConstructor(types).newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new ConfigException(path + ": " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record needs its canonical constructor", e);
    }
  }

  /** The record as nested maps of what YAML takes. */
  Map<String, Object> toTree(Record record) {
    return toTree("", record);
  }

  private Map<String, Object> toTree(String path, Record record) {
    var tree = new LinkedHashMap<String, Object>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      String child = child(path, component);
      Object value = read(component, record);
      tree.put(
          kebab(component.getName()),
          value instanceof Record section ? toTree(child, section) : keys.get(child).format(value));
    }
    return tree;
  }

  private static Object read(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a configuration record is public", e);
    }
  }
}
