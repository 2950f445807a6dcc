package io.tidemark.sink.prometheus;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.MetricsText;
import io.tidemark.sink.http.PageFormat;
import io.tidemark.sink.prometheus.QuantityMetrics.Quantity;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A kind of receiver, as data: what its page is known by, which of its metrics tell what, and what
 * it has. Pure.
 *
 * @param mark with which names of its metrics begin that no other flavour's page has
 * @param versions what the version on a page of it begins with: it tells two flavours apart whose
 *     metrics have the same names
 * @param build the metric whose label {@code version} says it
 * @param problem what makes a measurement of it doubtful; "" for nothing
 */
record Flavour(
    String product,
    String mark,
    Pattern versions,
    String build,
    List<QuantityMetrics> signals,
    Map<Concept, String> remedies,
    String problem)
    implements PageFormat {

  @Override
  public Optional<TsdbNode> read(byte[] page, String name, long readAtNanos) {
    var read = new Page();
    MetricsText.parse(page, metrics(), read::add);
    return read.isEmpty() ? Optional.empty() : Optional.of(read.node(name, readAtNanos));
  }

  @Override
  public boolean isOf(byte[] page) {
    if (!MetricsText.has(page, mark)) {
      return false;
    }
    var version = new String[] {""};
    MetricsText.parse(
        page,
        Set.of(build),
        (name, labels, value) -> version[0] = labels.getOrDefault("version", ""));
    return versions.matcher(version[0]).lookingAt();
  }

  @Override
  public List<String> problems(List<TsdbNode> nodes) {
    return problem.isEmpty()
        ? List.of()
        : nodes.stream().map(node -> problem.formatted(node.name())).toList();
  }

  @Override
  public Set<String> metrics() {
    var wanted = new HashSet<String>(List.of(build));
    signals.forEach(signal -> wanted.addAll(signal.metrics()));
    return wanted;
  }

  /** One page, row by row of the table. */
  private final class Page {
    private final Map<QuantityMetrics, Map<String, Double>> read = new HashMap<>();
    private final Set<String> found = new HashSet<>();
    private String version = "";

    void add(String metric, Map<String, String> labels, double value) {
      if (metric.equals(build)) {
        version = labels.getOrDefault("version", version);
      }
      for (QuantityMetrics signal : signals) {
        if (signal.metrics().contains(metric)) {
          found.add(metric);
          read.computeIfAbsent(signal, row -> new TreeMap<>())
              .merge(signal.partOf(labels), value, Double::sum);
        }
      }
    }

    boolean isEmpty() {
      return read.isEmpty();
    }

    TsdbNode node(String name, long readAtNanos) {
      Map<Quantity, Map<String, Double>> told = told();
      OptionalDouble absent = OptionalDouble.empty();
      return TsdbNode.named(name, TsdbNode.Role.SINGLE)
          .readAtNanos(readAtNanos)
          .version(version.isEmpty() ? Optional.empty() : Optional.of(version))
          .startSeconds(total(told, Quantity.START_SECONDS))
          .cpu(new TsdbNode.Cpu(total(told, Quantity.CPU_SECONDS), total(told, Quantity.CORES)))
          .residentBytes(total(told, Quantity.RESIDENT_BYTES))
          .slots(new TsdbNode.Slots(total(told, Quantity.SLOTS_IN_USE), absent, absent, absent))
          .rows(
              new TsdbNode.Rows(
                  total(told, Quantity.ROWS_INSERTED),
                  told.getOrDefault(Quantity.ROWS_IGNORED, Map.of()),
                  absent,
                  total(told, Quantity.NEW_SERIES),
                  total(told, Quantity.ROWS_STORED)))
          .storage(
              new TsdbNode.Storage(
                  absent,
                  total(told, Quantity.DISK_BYTES),
                  absent,
                  total(told, Quantity.FSYNC_SECONDS),
                  total(told, Quantity.LOG_BYTES)))
          .flags(settings(told))
          .build();
    }

    /** The first row of each quantity all of which there is. */
    private Map<Quantity, Map<String, Double>> told() {
      var told = new EnumMap<Quantity, Map<String, Double>>(Quantity.class);
      for (QuantityMetrics signal : signals) {
        Map<String, Double> parts = read.get(signal);
        if (parts == null || !found.containsAll(signal.metrics())) {
          continue;
        }
        if (signal.quantity() == Quantity.SETTING) {
          told.computeIfAbsent(Quantity.SETTING, all -> new TreeMap<>()).putAll(parts);
        } else {
          told.putIfAbsent(signal.quantity(), parts);
        }
      }
      return told;
    }

    private static OptionalDouble total(
        Map<Quantity, Map<String, Double>> told, Quantity quantity) {
      return told.containsKey(quantity)
          ? OptionalDouble.of(told.get(quantity).values().stream().mapToDouble(v -> v).sum())
          : OptionalDouble.empty();
    }

    private Map<String, String> settings(Map<Quantity, Map<String, Double>> told) {
      var settings = new TreeMap<String, String>();
      told.getOrDefault(Quantity.SETTING, Map.of())
          .forEach(
              (setting, value) ->
                  settings.put(
                      setting,
                      value == Math.rint(value) && Math.abs(value) < 1e15
                          ? Long.toString(value.longValue())
                          : value.toString()));
      return settings;
    }
  }
}
