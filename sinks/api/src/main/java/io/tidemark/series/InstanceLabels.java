package io.tidemark.series;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The labels that tell the copies of a series apart: their values get the instance's suffix. A
 * series that has none of them gets the first of {@code names}, whose value is the suffix alone.
 *
 * @param names the names, in the order in which {@link Fleet} looks for the label that names an
 *     instance
 * @param others whether all other labels get the suffix, too, but for the metric's name
 * @param except the names of those other labels that do not get it
 */
public record InstanceLabels(List<String> names, boolean others, Set<String> except)
    implements Serializable {
  private static final String METRIC_NAME = "__name__";

  /** A separator in {@link #toText}; no label has this name. */
  private static final String BETWEEN = "\0";

  /** 2^53: as many steps as a double has between 0 and 1. */
  private static final double STEPS = 1L << 53;

  public InstanceLabels {
    names = List.copyOf(names);
    except = Set.copyOf(except);
    if (names.isEmpty() || names.contains("")) {
      throw new IllegalArgumentException("the instance label's name is empty");
    }
  }

  public static InstanceLabels of(String... names) {
    return new InstanceLabels(List.of(names), false, Set.of());
  }

  /**
   * Returns the choice of all labels.
   *
   * @param first the first of {@link #names}
   */
  public static InstanceLabels all(String first) {
    return new InstanceLabels(List.of(first), true, Set.of());
  }

  /**
   * Returns the same without these of the other labels, because they are the same for all of a run.
   */
  public InstanceLabels except(Set<String> more) {
    if (!others || more.isEmpty()) {
      return this;
    }
    var all = new TreeSet<>(except);
    all.addAll(more);
    return new InstanceLabels(names, true, all);
  }

  /** Returns the name of the label that a series gets which has none of them. */
  public String first() {
    return names.get(0);
  }

  /** Tells whether a label of this name is one of them. */
  public boolean has(String name) {
    return names.contains(name) || others && !name.equals(METRIC_NAME) && !except.contains(name);
  }

  /**
   * Returns the labels of a series' copy.
   *
   * @param own the labels of instance 0, by name
   */
  public Labels copy(Map<String, String> own, int instance) {
    return instance == 0 ? Labels.of(own) : with(own, suffix(instance));
  }

  /**
   * Returns the labels of a series that differs by a suffix.
   *
   * @param own the labels without it, by name
   */
  Labels with(Map<String, String> own, String suffix) {
    var labels = new LinkedHashMap<>(own);
    boolean none = true;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (has(label.getKey())) {
        label.setValue(label.getValue() + suffix);
        none = false;
      }
    }
    if (none) {
      labels.put(first(), suffix);
    }
    return Labels.of(labels);
  }

  /**
   * Returns the place of a series' instance among all, by a hash of its name: evenly spread, at
   * least 0 and less than 1. It must not change, because a job that continues from a savepoint must
   * make the same copies.
   */
  double place(Labels series) {
    return (instanceHash(series) >>> 11) / STEPS;
  }

  private long instanceHash(Labels series) {
    byte[] encoded = series.encoded();
    for (String name : names) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      for (LabelCursor label = series.cursor(); label.next(); ) {
        if (label.hasName(bytes)) {
          return mixed(SeriesHash.of(encoded, label.valueOffset(), label.valueLength()));
        }
      }
    }
    return mixed(series.hash());
  }

  /** Mixes the bits until all depend on all (the last steps of MurmurHash3, Appleby 2011). */
  private static long mixed(long hash) {
    long bits = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    bits = (bits ^ bits >>> 33) * 0xC4CEB9FE1A85EC53L;
    return bits ^ bits >>> 33;
  }

  /** Returns what is appended to values of an instance's labels; empty for instance 0. */
  public static String suffix(int instance) {
    return instance == 0 ? "" : "~" + instance;
  }

  /** Returns text that {@link #ofText} reads; for one label it is the label's name. */
  public String toText() {
    String text = String.join(BETWEEN, names);
    return others ? text + BETWEEN + BETWEEN + String.join(BETWEEN, new TreeSet<>(except)) : text;
  }

  /**
   * @param text a text of {@link #toText}
   */
  public static InstanceLabels ofText(String text) {
    List<String> parts = Arrays.asList(text.split(BETWEEN, -1));
    int end = parts.indexOf("");
    if (end < 0) {
      return new InstanceLabels(parts, false, Set.of());
    }
    var except = new TreeSet<>(parts.subList(end + 1, parts.size()));
    except.remove("");
    return new InstanceLabels(parts.subList(0, end), true, except);
  }
}
