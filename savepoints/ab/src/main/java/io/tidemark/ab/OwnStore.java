package io.tidemark.ab;

import io.tidemark.judge.StoreMeter;
import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.process.FolderCopy;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A database that Tidemark starts for each run, with a copy of the folder that the warm-up left. So
 * all series exist, and the database's caches on disk know them.
 */
final class OwnStore implements AbStore {
  private final OwnedDatabase.Starter starter;
  private final OwnedDatabase.Settings settings;
  private final boolean writesAgainAlike;
  private final boolean merges;
  private final Path data;
  private boolean frozen;
  private OwnedDatabase running;

  /**
   * @param starter starts the databases
   * @param writesAgainAlike whether this kind has {@link Tsdb#writesAgainAlike}
   * @param settings settings of the databases
   * @param merges whether the database's files are to be merged before the runs
   * @param data folder that keeps the warmed-up data
   * @param frozen whether that folder exists already and must stay as it is
   */
  OwnStore(
      OwnedDatabase.Starter starter,
      boolean writesAgainAlike,
      OwnedDatabase.Settings settings,
      boolean merges,
      Path data,
      boolean frozen) {
    this.starter = starter;
    this.settings = settings;
    this.writesAgainAlike = writesAgainAlike;
    this.merges = merges;
    this.data = data;
    this.frozen = frozen;
  }

  @Override
  public Optional<OwnedDatabase> ofThisRun() {
    return Optional.ofNullable(running);
  }

  @Override
  public TargetConfig warm(TargetConfig configured) {
    if (running == null) {
      running = DatabaseOfOurOwn.start(starter, settings);
    }
    return running.target(configured);
  }

  /**
   * Returns the target of a rehearsal: the warmed-up database itself, so that it gets the series of
   * both sides, or else a copy.
   */
  @Override
  public TargetConfig rehearse(TargetConfig configured, String name) {
    if (!writesAgainAlike) {
      // Runs write the samples of a rehearsal again, so it must not leave them in the warmed-up
      // data.
      freeze();
    }
    return frozen ? begin(configured, name) : warm(configured);
  }

  @Override
  public void freeze() {
    if (frozen) {
      return;
    }
    if (running == null) {
      // The comparison starts from a savepoint of the user, without a warm-up, so the database is
      // empty.
      running = DatabaseOfOurOwn.start(starter, settings);
    }
    if (merges) {
      StoreMeter.settle(running);
    }
    running.stop();
    running.saveTo(data);
    close();
    frozen = true;
  }

  @Override
  public TargetConfig begin(TargetConfig configured, String name) {
    if (!Files.exists(data)) {
      throw new RunException(
          "the database's warm folder %s is gone, as it is after a comparison has ended; begin a new one"
              .formatted(data));
    }
    FolderCopy.requireRoom(data);
    running = starter.startFrom(data, settings);
    return running.target(configured);
  }

  @Override
  public void end() {
    if (frozen) {
      close();
    }
  }

  @Override
  public boolean isAlikeForEachRun() {
    return true;
  }

  @Override
  public boolean startsSlow() {
    return false;
  }

  @Override
  public String what() {
    return "started by Tidemark for each run, with a copy of the same warm folder";
  }

  @Override
  public String label(String name) {
    return "";
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}
