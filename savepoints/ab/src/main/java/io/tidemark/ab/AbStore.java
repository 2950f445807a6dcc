package io.tidemark.ab;

import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import java.util.Optional;

/** Where runs write to, so that each finds what the others found. Used by one thread. */
interface AbStore extends AutoCloseable {
  /** For the warm-up. */
  TargetConfig warm(TargetConfig configured);

  /**
   * For a rehearsal, which writes what runs will write.
   *
   * @param name one of its own
   */
  TargetConfig rehearse(TargetConfig configured, String name);

  /** No more warming: from here on every run begins with what is there now. */
  void freeze();

  /**
   * @param name of the run, one of its own
   */
  TargetConfig begin(TargetConfig configured, String name);

  /** The rehearsal, or the run that was begun, is over. */
  void end();

  /** Whether no run finds anything of another. */
  boolean isAlikeForEachRun();

  /** Whether it is not yet as fast as it will be; a comparison that is resumed begins with that. */
  boolean startsSlow();

  /** The database that only the run that was begun writes to; empty if others do too. */
  default Optional<OwnedDatabase> ofThisRun() {
    return Optional.empty();
  }

  /** Which it is, for the report. */
  String what();

  /** The label that a run of this name writes under, "" for none. */
  String label(String name);

  @Override
  void close();
}
