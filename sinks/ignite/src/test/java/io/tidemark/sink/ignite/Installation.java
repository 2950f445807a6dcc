package io.tidemark.sink.ignite;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;
import org.junit.jupiter.api.Assumptions;

/** A table of a server that others share, read as Ignite's own users do: by SQL. */
record Installation(OwnedIgnite server, TargetConfig target) implements RealDatabase {
  private static final AtomicInteger MADE = new AtomicInteger();

  static OwnedIgnite startServer() {
    Assumptions.assumeTrue(
        System.getenv("TIDEMARK_IGNITE") != null,
        "TIDEMARK_IGNITE names no folder of jars: nothing ran against a real Ignite");
    return Patience.started("Ignite", () -> OwnedIgnite.start(Settings.DEFAULT));
  }

  static Installation create(OwnedIgnite server, Map<String, String> options) {
    TargetConfig target =
        server
            .target(TargetConfig.of("ignite"))
            .withOption("table", "contract_" + MADE.incrementAndGet())
            .withOption("partitions", "2");
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.withOption(option.getKey(), option.getValue());
    }
    return new Installation(server, target);
  }

  IgniteClient connect() {
    return Connector.of(target).open(Patience.ofSeconds(20), Runnable::run);
  }

  void execute(String sql) {
    try (IgniteClient client = connect()) {
      Tables.execute(client, sql);
    }
  }

  List<SqlRow> query(String sql) {
    try (IgniteClient client = connect();
        ResultSet<SqlRow> result = client.sql().execute(null, sql)) {
      var rows = new ArrayList<SqlRow>();
      result.forEachRemaining(rows::add);
      return rows;
    }
  }

  @Override
  public List<Sample> stored() {
    IgniteOptions options = IgniteOptions.of(target);
    try (IgniteClient client = connect()) {
      if (client.tables().table(options.table()) == null) {
        return List.of();
      }
    }
    var labels = new HashMap<Long, Labels>();
    for (SqlRow row : query("SELECT SERIES_ID, LABELS FROM " + options.seriesTable())) {
      labels.put(row.longValue(0), Labels.of(labels(row.stringValue(1))));
    }
    return query("SELECT SERIES_ID, TIME_MILLIS, SAMPLE FROM " + options.table()).stream()
        .map(row -> new Sample(labels.get(row.longValue(0)), row.longValue(1), row.doubleValue(2)))
        .toList();
  }

  /** Of an object whose values are all strings. */
  private static Map<String, String> labels(String json) {
    var strings = new ArrayList<String>();
    for (int at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at + 1)) {
      var text = new StringBuilder();
      for (at++; json.charAt(at) != '"'; at++) {
        if (json.charAt(at) != '\\') {
          text.append(json.charAt(at));
        } else if (json.charAt(++at) == 'u') {
          text.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
          at += 4;
        } else {
          text.append(json.charAt(at));
        }
      }
      strings.add(text.toString());
    }
    var labels = new TreeMap<String, String>();
    for (int i = 0; i < strings.size(); i += 2) {
      labels.put(strings.get(i), strings.get(i + 1));
    }
    return labels;
  }

  /** What is acknowledged is in the server's log: a killed server reads it again. */
  @Override
  public void settle() {}

  @Override
  public void kill() {
    server.process().kill();
  }

  @Override
  public void startAgain() {
    Patience.startedAgain("Ignite", () -> server.startAgain(Settings.DEFAULT));
  }

  @Override
  public Runnable occupy() {
    throw new UnsupportedOperationException("it lets all wait, and turns none away");
  }

  /** The server is shared, and ends with its class. */
  @Override
  public void close() {}
}
