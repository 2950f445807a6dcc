package io.tidemark.sink.postgresql;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.sql.SqlConnection;
import io.tidemark.sink.sql.SqlInstallation;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of a server that others share, and a user who owns it and nothing else.
 *
 * @param target as its user
 */
record Installation(OwnedPostgreSql server, String name, TargetConfig target)
    implements SqlInstallation {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final String USER = "contract_writer";

  static Installation create(OwnedPostgreSql server, Map<String, String> options)
      throws SQLException {
    return create(server, options, USER);
  }

  private static Installation create(
      OwnedPostgreSql server, Map<String, String> options, String user) throws SQLException {
    String name = "contract_" + MADE.incrementAndGet();
    try (var connection = new SqlConnection(server.connect())) {
      connection.execute(
          "DO $$ BEGIN CREATE ROLE %s LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
              .formatted(user));
      connection.execute("GRANT pg_monitor TO " + user);
      connection.execute("CREATE DATABASE %s OWNER %s".formatted(name, user));
    }
    TargetConfig target =
        server
            .target(TargetConfig.of("postgresql"))
            .withUrls(List.of(server.url().resolve("/" + name)))
            .withAuth(new TargetConfig.Auth(user, "", "", "", ""));
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.withOption(option.getKey(), option.getValue());
    }
    return new Installation(server, name, target);
  }

  /** Its user has to know a password. */
  static Installation createGuarded(
      OwnedPostgreSql server, Map<String, String> options, String user, String password)
      throws SQLException, IOException {
    Installation made = create(server, options, user);
    Path rules = server.folder().resolve("data/pg_hba.conf");
    Files.writeString(
        rules,
        "host all %s 127.0.0.1/32 scram-sha-256\n%s".formatted(user, Files.readString(rules)));
    made.execute(
        "ALTER ROLE %s PASSWORD '%s'".formatted(user, password), "SELECT pg_reload_conf()");
    return made;
  }

  @Override
  public SqlConnection connect() throws SQLException {
    TargetConfig owner =
        server
            .target(TargetConfig.of("postgresql"))
            .withUrls(List.of(server.url().resolve("/" + name)));
    return new SqlConnection(new Connector(owner).open(Patience.ofSeconds(10), "contract"));
  }

  @Override
  public List<Sample> stored() throws SQLException {
    PostgreSqlOptions options = PostgreSqlOptions.of(target);
    String keys = options.shape() == RowShape.CASE ? "partition, name" : "series_id, 0";
    var labels = new HashMap<List<String>, Map<String, String>>();
    var samples = new ArrayList<Sample>();
    try (SqlConnection connection = connect()) {
      String there = "SELECT to_regclass('%s')".formatted(options.table());
      if (connection.query(there).get(0).get(0) == null) {
        return List.of();
      }
      for (List<String> row :
          connection.query(
              "SELECT %s, label.key, label.value FROM %s, jsonb_each_text(labels) label"
                  .formatted(keys, options.seriesTable()))) {
        labels
            .computeIfAbsent(row.subList(0, 2), key -> new TreeMap<>())
            .put(row.get(2), row.get(3));
      }
      for (List<String> row :
          connection.query(
              "SELECT %s, extract(epoch FROM time) * 1000, value FROM %s"
                  .formatted(keys, options.table()))) {
        samples.add(
            new Sample(
                Labels.of(labels.get(row.subList(0, 2))),
                new BigDecimal(row.get(2)).longValueExact(),
                Double.parseDouble(row.get(3))));
      }
    }
    return samples;
  }

  @Override
  public Runnable occupy() throws SQLException {
    execute("ALTER DATABASE %s CONNECTION LIMIT 0".formatted(name));
    return () -> {
      try {
        execute("ALTER DATABASE %s CONNECTION LIMIT -1".formatted(name));
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    };
  }
}
