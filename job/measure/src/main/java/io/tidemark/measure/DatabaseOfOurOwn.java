package io.tidemark.measure;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.Tsdb;
import java.net.URI;
import java.util.Optional;

/** The database that a command starts if the configuration names none. */
public final class DatabaseOfOurOwn {
  private DatabaseOfOurOwn() {}

  /**
   * Returns what starts the database; empty if {@code target.urls} is set, or its kind of database
   * can't be started here.
   *
   * @throws ConfigException if another database is to be read than the one that is started
   */
  public static Optional<OwnedDatabase.Starter> wanted(ConfigLoader.Loaded loaded) {
    String type = loaded.config().target().type();
    Optional<OwnedDatabase.Starter> starter =
        loaded.names("target.urls")
            ? Optional.empty()
            : Tsdb.byType(type, DatabaseOfOurOwn.class.getClassLoader()).starter();
    if (starter.isPresent() && !loaded.config().queries().urls().isEmpty()) {
      throw new ConfigException(
          "queries.urls names a database, and target.urls none: name what is written to as well, or leave both out");
    }
    return starter;
  }

  /**
   * Starts the database, for a job on this machine.
   *
   * @throws ConfigException if its program is not here, or takes no such settings
   */
  public static OwnedDatabase start(
      OwnedDatabase.Starter starter, OwnedDatabase.Settings settings) {
    try {
      return starter.start(settings);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  /**
   * Returns words for a user who named no database.
   *
   * @param command the command after which the database is gone
   */
  public static String note(OwnedDatabase.Starter starter, URI url, String command) {
    String product = starter.product();
    String article = "AEIOU".indexOf(product.charAt(0)) < 0 ? "a" : "an";
    return "target.urls is not set: started %s %s of our own at %s, gone after the %s"
        .formatted(article, product, url, command);
  }
}
