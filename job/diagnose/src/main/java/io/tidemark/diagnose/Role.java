package io.tidemark.diagnose;

import io.tidemark.hosts.NodeExporterPage;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.PageFormat;
import io.tidemark.sink.http.SenderTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * What a process does, by the metrics on its page.
 *
 * @param format reads its page; null unless it is a process of a database
 * @param table reads its page; null unless it is a sender
 * @param node what its first page told; null unless it is a process of a database
 */
record Role(Kind kind, PageFormat format, SenderTable table, TsdbNode node) {
  /** The kinds of processes, each with words for what it does. */
  enum Kind {
    SINGLE("takes and stores writes"),
    INSERT("takes writes and hands them on"),
    STORAGE("stores writes"),
    SENDER("sends"),
    HOST("a host"),
    OTHER("neither takes, stores nor sends writes: left out");

    final String words;

    Kind(String words) {
      this.words = words;
    }

    boolean takesWrites() {
      return this == SINGLE || this == INSERT;
    }

    boolean isOfDatabase() {
      return this == SINGLE || this == INSERT || this == STORAGE;
    }
  }

  private static final List<PageFormat> FORMATS = services(PageFormat.class);
  private static final List<SenderTable> TABLES = senders();

  private static <T> List<T> services(Class<T> type) {
    var all = new ArrayList<T>();
    ServiceLoader.load(type, Role.class.getClassLoader()).forEach(all::add);
    return List.copyOf(all);
  }

  private static List<SenderTable> senders() {
    var all = new ArrayList<SenderTable>(services(SenderTable.class));
    all.add(new OwnJobPages());
    return List.copyOf(all);
  }

  /** Returns the names of all metrics that are read. */
  static List<String> metrics() {
    return Stream.of(
            FORMATS.stream().flatMap(format -> format.metrics().stream()),
            TABLES.stream().flatMap(table -> table.metrics().stream()),
            NodeExporterPage.METRICS.stream())
        .flatMap(names -> names)
        .distinct()
        .sorted()
        .toList();
  }

  static Role other() {
    return new Role(Kind.OTHER, null, null, null);
  }

  /**
   * Returns the role of a process; empty if nothing on its page is known.
   *
   * @param asDatabase whether the user calls it a process of the database: some of these also send
   */
  static Optional<Role> of(String process, byte[] page, boolean asDatabase) {
    Optional<SenderTable> sends =
        TABLES.stream().filter(table -> !asDatabase && table.isOf(page)).findFirst();
    if (sends.isPresent()) {
      return Optional.of(new Role(Kind.SENDER, null, sends.get(), null));
    }
    for (PageFormat format : FORMATS) {
      if (format.isOf(page)) {
        return format.read(page, process, 0).map(node -> ofDatabase(format, node));
      }
    }
    return NodeExporterPage.parse(page).containsKey(NodeExporterPage.CORES)
        ? Optional.of(new Role(Kind.HOST, null, null, null))
        : Optional.empty();
  }

  private static Role ofDatabase(PageFormat format, TsdbNode node) {
    Kind kind =
        switch (node.role()) {
          case SINGLE -> Kind.SINGLE;
          case INSERT -> Kind.INSERT;
          case STORAGE -> Kind.STORAGE;
          case SELECT, OTHER -> Kind.OTHER;
        };
    return new Role(kind, format, null, node);
  }

  String product() {
    return table != null
        ? table.product()
        : kind == Kind.HOST ? "node_exporter" : format == null ? "" : productOf();
  }

  private String productOf() {
    return node.flags().getOrDefault("flavour", format.product());
  }
}
