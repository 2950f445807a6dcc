package io.tidemark.sink.postgresql;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
    implements RealDatabase {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final String USER = "contract_writer";

  static Installation create(OwnedPostgreSql server, Map<String, String> options)
      throws SQLException {
    return create(server, options, USER);
  }

  private static Installation create(
      OwnedPostgreSql server, Map<String, String> options, String user) throws SQLException {
    String name = "contract_" + MADE.incrementAndGet();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "DO $$ BEGIN CREATE ROLE %s LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
              .formatted(user));
      statement.execute("GRANT pg_monitor TO " + user);
      statement.execute("CREATE DATABASE %s OWNER %s".formatted(name, user));
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
    made.asOwner(
        "ALTER ROLE %s PASSWORD '%s'".formatted(user, password), "SELECT pg_reload_conf()");
    return made;
  }

  /** On the server's own database, as the user who may do anything. */
  void asOwner(String... statements) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** To this database, as the user who may do anything. */
  Connection connect() throws SQLException {
    TargetConfig owner =
        server
            .target(TargetConfig.of("postgresql"))
            .withUrls(List.of(URI.create(server.url().resolve("/" + name).toString())));
    return new Connector(owner).open(Patience.ofSeconds(10), "contract");
  }

  private record Key(long first, long second) {}

  @Override
  public List<Sample> stored() throws SQLException {
    PostgreSqlOptions options = PostgreSqlOptions.of(target);
    String keys = options.shape() == RowShape.CASE ? "partition, name" : "series_id, 0";
    var labels = new HashMap<Key, Map<String, String>>();
    var samples = new ArrayList<Sample>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      try (var there =
          statement.executeQuery("SELECT to_regclass('%s')".formatted(options.table()))) {
        there.next();
        if (there.getString(1) == null) {
          return List.of();
        }
      }
      try (var rows =
          statement.executeQuery(
              "SELECT %s, label.key, label.value FROM %s, jsonb_each_text(labels) label"
                  .formatted(keys, options.seriesTable()))) {
        while (rows.next()) {
          labels
              .computeIfAbsent(new Key(rows.getLong(1), rows.getLong(2)), key -> new TreeMap<>())
              .put(rows.getString(3), rows.getString(4));
        }
      }
      try (var rows =
          statement.executeQuery(
              "SELECT %s, extract(epoch FROM time) * 1000, value FROM %s"
                  .formatted(keys, options.table()))) {
        while (rows.next()) {
          samples.add(
              new Sample(
                  Labels.of(labels.get(new Key(rows.getLong(1), rows.getLong(2)))),
                  rows.getBigDecimal(3).longValueExact(),
                  rows.getDouble(4)));
        }
      }
    }
    return samples;
  }

  /** A commit is on disk. */
  @Override
  public void settle() {}

  @Override
  public void kill() {
    server.process().kill();
  }

  @Override
  public void startAgain() {
    Patience.startedAgain("PostgreSQL", () -> server.startAgain(Settings.DEFAULT));
  }

  @Override
  public Runnable occupy() throws SQLException {
    asOwner("ALTER DATABASE %s CONNECTION LIMIT 0".formatted(name));
    return () -> {
      try {
        asOwner("ALTER DATABASE %s CONNECTION LIMIT -1".formatted(name));
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    };
  }

  /** The server is shared, and ends with its class. */
  @Override
  public void close() {}
}
