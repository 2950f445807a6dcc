package io.tidemark.ab;

import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import java.util.Optional;

/** The database that runs write to. It offers each run the same conditions. Used by one thread. */
interface AbStore extends AutoCloseable {
  /** Returns the target of the warm-up. */
  TargetConfig warm(TargetConfig configured);

  /**
   * Returns the target of a rehearsal, which writes what the runs will write.
   *
   * @param name unique name of the rehearsal
   */
  TargetConfig rehearse(TargetConfig configured, String name);

  /** Ends the warm-up: from now on, every run begins with the content of this moment. */
  void freeze();

  /**
   * Returns the target of a run.
   *
   * @param name unique name of the run
   */
  TargetConfig begin(TargetConfig configured, String name);

  /** Ends the rehearsal or the run that was begun. */
  void end();

  /** Tells whether no run finds what another run wrote. */
  boolean isAlikeForEachRun();

  /**
   * Tells whether the database is still slower than it will be later; a comparison that is resumed
   * asks this first.
   */
  boolean startsSlow();

  /**
   * Returns the database that only the current run writes to; empty if others write to it as well.
   */
  default Optional<OwnedDatabase> ofThisRun() {
    return Optional.empty();
  }

  /** Returns a text about the database for the report. */
  String what();

  /** Returns the label under which a run of this name writes; "" for none. */
  String label(String name);

  @Override
  void close();
}
