package io.tidemark.sink.prometheus;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.http.PageFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/**
 * Pages of any flavour, with the flavour's name among a process' settings: what reads signals later
 * knows by it what the process has.
 */
record NamedPages(PageFormat pages) implements PageFormat {
  static final String FLAVOUR = "flavour";

  /** Those that modules of their own describe, and the tables of this one. */
  static List<PageFormat> all() {
    var all = new ArrayList<PageFormat>();
    ServiceLoader.load(PageFormat.class, NamedPages.class.getClassLoader())
        .forEach(
            pages -> {
              // Its own it has one by one.
              if (pages.getClass().getPackage() != NamedPages.class.getPackage()) {
                all.add(new NamedPages(pages));
              }
            });
    Flavours.ALL.forEach(pages -> all.add(new NamedPages(pages)));
    return all;
  }

  /** Of all flavours that were read; of the unknown one where none was. */
  static Map<Concept, String> remedies(TsdbSignals read) {
    var remedies = new HashMap<Concept, String>();
    List<PageFormat> all = all();
    for (TsdbNode node : read.nodes()) {
      String flavour = node.flags().getOrDefault(FLAVOUR, "");
      all.stream()
          .filter(pages -> pages.product().equals(flavour))
          .findFirst()
          .ifPresent(pages -> remedies.putAll(pages.remedies()));
    }
    return read.nodes().isEmpty() ? Flavours.UNKNOWN.remedies() : remedies;
  }

  @Override
  public String product() {
    return pages.product().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isOf(byte[] page) {
    return pages.isOf(page);
  }

  @Override
  public Optional<TsdbNode> read(byte[] page, String name, long readAtNanos) {
    return pages
        .read(page, name, readAtNanos)
        .map(
            node -> {
              var flags = new TreeMap<>(node.flags());
              flags.put(FLAVOUR, product());
              return node.toBuilder().flags(Map.copyOf(flags)).build();
            });
  }

  @Override
  public Set<String> metrics() {
    return pages.metrics();
  }

  @Override
  public Map<Concept, String> remedies() {
    return pages.remedies();
  }

  @Override
  public List<String> problems(List<TsdbNode> nodes) {
    return pages.problems(nodes);
  }
}
