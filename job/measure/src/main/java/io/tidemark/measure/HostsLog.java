package io.tidemark.measure;

import io.tidemark.hosts.NodeExporterPage;
import io.tidemark.statistics.Counters;
import io.tidemark.statistics.Known;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** What each host of a database reported; what is not known is null. Not thread-safe. */
final class HostsLog {
  private final Map<String, Map<String, Counters>> hosts = new LinkedHashMap<>();

  /**
   * @param reading values by the signals of {@link NodeExporterPage}
   */
  void add(String host, long millis, Map<String, Double> reading) {
    Map<String, Counters> log = hosts.computeIfAbsent(host, name -> new TreeMap<>());
    reading.forEach(
        (signal, value) -> log.computeIfAbsent(signal, s -> new Counters()).add(millis, value));
  }

  void forgetBefore(long millis) {
    hosts.values().stream()
        .flatMap(log -> log.values().stream())
        .forEach(counters -> counters.forgetBefore(millis));
  }

  /** Returns the cores of all hosts; null if they are not known. */
  Double cores(long from, long to) {
    return hosts.values().stream()
        .map(log -> mean(log, NodeExporterPage.CORES, from, to))
        .filter(Objects::nonNull)
        .reduce(Double::sum)
        .orElse(null);
  }

  /** Returns the cores that any process uses, over all hosts; null if they are not known. */
  Double coresUsed(long from, long to) {
    return hosts.values().stream()
        .map(log -> rate(log, NodeExporterPage.BUSY, from, to))
        .filter(Objects::nonNull)
        .reduce(Double::sum)
        .orElse(null);
  }

  /** Returns the host whose cores are busiest, and their busy share; empty if it is not known. */
  Optional<Map.Entry<String, Double>> busiest(long from, long to) {
    return hosts.entrySet().stream()
        .map(host -> entry(host.getKey(), share(host.getValue(), NodeExporterPage.BUSY, from, to)))
        .filter(Objects::nonNull)
        .max(Map.Entry.comparingByValue());
  }

  /** Returns the share of the cores that other machines took, on the host where it is largest. */
  Double stolenShare(long from, long to) {
    return hosts.values().stream()
        .map(log -> share(log, NodeExporterPage.STOLEN, from, to))
        .filter(Objects::nonNull)
        .max(Double::compare)
        .orElse(null);
  }

  /** Returns the share of the time that this signal counts, on the host where it is largest. */
  Double waiting(String signal, long from, long to) {
    return hosts.values().stream()
        .map(log -> rate(log, signal, from, to))
        .filter(Objects::nonNull)
        .max(Double::compare)
        .orElse(null);
  }

  /** Returns the share of the time that the busiest disk of all hosts was busy. */
  Double diskBusyShare(long from, long to) {
    return hosts.values().stream()
        .flatMap(log -> log.entrySet().stream())
        .filter(signal -> signal.getKey().startsWith(NodeExporterPage.DISK))
        .map(signal -> Known.finite(signal.getValue().ratePerSecond(from, to)))
        .filter(Objects::nonNull)
        .max(Double::compare)
        .orElse(null);
  }

  private static Map.Entry<String, Double> entry(String host, Double share) {
    return share == null ? null : Map.entry(host, share);
  }

  private static Double share(Map<String, Counters> log, String signal, long from, long to) {
    return Known.share(rate(log, signal, from, to), mean(log, NodeExporterPage.CORES, from, to));
  }

  private static Double mean(Map<String, Counters> log, String signal, long from, long to) {
    Counters counters = log.get(signal);
    return counters == null ? null : Known.finite(counters.mean(from, to));
  }

  private static Double rate(Map<String, Counters> log, String signal, long from, long to) {
    Counters counters = log.get(signal);
    return counters == null ? null : Known.finite(counters.ratePerSecond(from, to));
  }
}
