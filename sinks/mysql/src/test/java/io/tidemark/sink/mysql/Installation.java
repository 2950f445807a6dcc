package io.tidemark.sink.mysql;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.rows.StoredLabels;
import io.tidemark.sink.sql.SqlInstallation;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of a server that others share, and a user who may do anything in it and nothing else.
 *
 * @param target as its user
 */
record Installation(OwnedMariaDb server, String name, TargetConfig target)
    implements SqlInstallation {
  private static final AtomicInteger MADE = new AtomicInteger();

  static Installation create(OwnedMariaDb server, Map<String, String> options) throws SQLException {
    return create(server, options, "writer_" + MADE.incrementAndGet(), "");
  }

  /**
   * @param password "" for none
   */
  static Installation create(
      OwnedMariaDb server, Map<String, String> options, String user, String password)
      throws SQLException {
    String name = "contract_" + MADE.incrementAndGet();
    server.execute(
        "CREATE DATABASE " + name,
        "CREATE USER %s@'%%' IDENTIFIED BY '%s'".formatted(user, password),
        "GRANT ALL ON %s.* TO %s@'%%'".formatted(name, user),
        "GRANT SELECT ON performance_schema.* TO %s@'%%'".formatted(user),
        "GRANT PROCESS ON *.* TO %s@'%%'".formatted(user));
    TargetConfig target =
        server
            .target(TargetConfig.of("mysql"))
            .withUrls(List.of(server.url().resolve("/" + name)))
            .withAuth(new TargetConfig.Auth(user, "", "", "", ""));
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.withOption(option.getKey(), option.getValue());
    }
    return new Installation(server, name, target);
  }

  @Override
  public Connection connect() throws SQLException {
    URI url = server.url().resolve("/" + name);
    TargetConfig owner = server.target(TargetConfig.of("mysql")).withUrls(List.of(url));
    return new Connector(owner).open(Patience.ofSeconds(10), "contract");
  }

  @Override
  public List<Sample> stored() throws SQLException {
    MySqlOptions options = MySqlOptions.of(target);
    var labels = new HashMap<String, Labels>();
    var samples = new ArrayList<Sample>();
    try (Connection connection = connect()) {
      if (connection.query("SHOW TABLES LIKE '%s'".formatted(options.table())).isEmpty()) {
        return List.of();
      }
      for (List<String> row :
          connection.query("SELECT series_id, labels FROM " + options.seriesTable())) {
        labels.put(row.get(0), StoredLabels.of(row.get(1)));
      }
      for (List<String> row :
          connection.query("SELECT series_id, time, value FROM " + options.table())) {
        samples.add(
            new Sample(
                labels.get(row.get(0)),
                Long.parseLong(row.get(1)),
                Double.parseDouble(row.get(2))));
      }
    }
    return samples;
  }

  /** Somebody else has the only connection that the user may have. */
  @Override
  public Runnable occupy() throws SQLException {
    String user = target.auth().username();
    server.execute("ALTER USER %s@'%%' WITH MAX_USER_CONNECTIONS 1".formatted(user));
    Connection only = new Connector(target).open(Patience.ofSeconds(10), "occupies");
    return () -> {
      only.close();
      try {
        server.execute("ALTER USER %s@'%%' WITH MAX_USER_CONNECTIONS 0".formatted(user));
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    };
  }
}
