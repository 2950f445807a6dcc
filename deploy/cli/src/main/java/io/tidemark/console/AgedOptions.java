package io.tidemark.console;

import io.tidemark.aged.KeptDatabases;
import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.cluster.Cluster;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.run.Filling;
import io.tidemark.run.Observer;
import io.tidemark.sink.OwnedDatabase.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The options that give a past to a database that Tidemark starts. */
public final class AgedOptions {
  private static final DurationRange AGES =
      DurationRange.atLeast(Duration.ofDays(1), ", such as 90d");

  @Option(
      names = "--aged",
      paramLabel = "TIME",
      description = {
        "First fill the database that Tidemark starts with this much generated past, such as 90d.",
        "Later runs of the same configuration begin with a copy."
      })
  private String age;

  @Option(
      names = "--aged-dir",
      paramLabel = "DIR",
      defaultValue = KeptDatabases.FOLDER,
      description = "Where filled databases are kept; default ${DEFAULT-VALUE}.")
  private Path folder;

  public boolean areGiven() {
    return age != null;
  }

  /** Returns the database that the user asked for, with the default settings. */
  public Optional<Kept> database(
      ConfigLoader.Loaded loaded,
      Optional<Cluster> cluster,
      Optional<String> from,
      Observer observer,
      Consumer<ForeignLoad> consent) {
    return database(Settings.DEFAULT, loaded, cluster, from, observer, consent);
  }

  /**
   * Returns the database that the user asked for, filled now or before; empty if the user asked for
   * none.
   *
   * @param from a savepoint that the command starts from
   * @throws ConfigException if such a database can't be combined with the other options, or the
   *     user does not agree
   */
  public Optional<Kept> database(
      Settings settings,
      ConfigLoader.Loaded loaded,
      Optional<Cluster> cluster,
      Optional<String> from,
      Observer observer,
      Consumer<ForeignLoad> consent) {
    if (age == null) {
      return Optional.empty();
    }
    Duration parsed = AGES.parse("--aged", age);
    if (cluster.isPresent()) {
      throw new ConfigException(
          "--aged fills a database on this machine, by a job inside this process; leave out %s"
              .formatted(cluster.get().name()));
    }
    if (from.isPresent()) {
      throw new ConfigException(
          "--from continues at a time of its own, and --aged where the past ends; leave one of them out");
    }
    var plan = new Filling.WantedPast(loaded, settings, parsed, new KeptDatabases(folder));
    return Optional.of(Filling.of(plan, observer, consent));
  }
}
