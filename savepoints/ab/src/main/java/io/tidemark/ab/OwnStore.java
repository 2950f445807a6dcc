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
 * A database of our own for each run, with a copy of the folder that the warm-up left: all series
 * are there, and its caches know them.
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
   * @param starter of its databases
   * @param writesAgainAlike as {@link Tsdb#writesAgainAlike} has it of their kind
   * @param settings of the database
   * @param merges whether its files are to be merged before the runs
   * @param data keeps the warm folder
   * @param frozen whether the folder is there already, and must stay as it is
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

  /** Into the warm folder, so that it has the series of both sides, or else into a copy. */
  @Override
  public TargetConfig rehearse(TargetConfig configured, String name) {
    if (!writesAgainAlike) {
      // A run writes again what a rehearsal has written.
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
      // From a savepoint that is not ours: nothing is in it yet.
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
