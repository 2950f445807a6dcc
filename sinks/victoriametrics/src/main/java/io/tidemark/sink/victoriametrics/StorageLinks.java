package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.TsdbNode;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Parses what a vminsert's page says of its connections to the vmstorages. Pure. */
final class StorageLinks {
  static final String SEND_SECONDS = "vm_rpc_send_duration_seconds_total";
  static final String READ_ONLY = "vm_rpc_vmstorage_is_read_only";

  static final String REACHABLE = "vm_rpc_vmstorage_is_reachable";

  static final Set<String> WANTED = Set.of(SEND_SECONDS, READ_ONLY, REACHABLE);

  private final Map<String, Map<String, Double>> signalsByLink = new HashMap<>();

  void add(String name, Map<String, String> labels, double value) {
    signalsByLink
        .computeIfAbsent(nameOf(labels), link -> new HashMap<>())
        .merge(name, value, Double::sum);
  }

  /**
   * Recent versions have a second link to each vmstorage, for metadata; the name of its call tells
   * it apart.
   */
  private static String nameOf(Map<String, String> labels) {
    String address = labels.getOrDefault("addr", "");
    String call = labels.get("rpc_call");
    return call == null ? address : address + " " + call;
  }

  boolean isEmpty() {
    return signalsByLink.isEmpty();
  }

  Map<String, TsdbNode.Link> byAddress() {
    var links = new TreeMap<String, TsdbNode.Link>();
    signalsByLink.forEach((address, signals) -> links.put(address, link(signals)));
    return links;
  }

  private static TsdbNode.Link link(Map<String, Double> signals) {
    return new TsdbNode.Link(
        signal(signals, SEND_SECONDS), signal(signals, READ_ONLY), signal(signals, REACHABLE));
  }

  private static OptionalDouble signal(Map<String, Double> signals, String name) {
    Double value = signals.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
