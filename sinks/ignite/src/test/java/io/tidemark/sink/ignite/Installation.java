package io.tidemark.sink.ignite;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealServer;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.rows.StoredLabels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;
import org.junit.jupiter.api.Assumptions;

/** A table of a server that others share, read as Ignite's own users do: by SQL. */
record Installation(OwnedIgnite server, TargetConfig target) implements RealServer {
  private static final AtomicInteger MADE = new AtomicInteger();

  static OwnedIgnite startServer() {
    Assumptions.assumeTrue(
        System.getenv("TIDEMARK_IGNITE") != null,
        "TIDEMARK_IGNITE names no folder of jars: nothing ran against a real Ignite");
    return OwnedIgnite.start(Settings.DEFAULT);
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
      labels.put(row.longValue(0), StoredLabels.of(row.stringValue(1)));
    }
    return query("SELECT SERIES_ID, TIME_MILLIS, SAMPLE FROM " + options.table()).stream()
        .map(row -> new Sample(labels.get(row.longValue(0)), row.longValue(1), row.doubleValue(2)))
        .toList();
  }

  /** The server is shared, and ends with its class. */
  @Override
  public void close() {}
}
