package io.tidemark.ab;

import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;

/**
 * One database that Tidemark starts for all runs, each of which writes under a label of its own. It
 * is for kinds of database that start slowly: a new one for each run would be faster at the run's
 * end than at its beginning.
 */
final class LastingStore implements AbStore {
  private final OwnedDatabase.Starter starter;
  private final OwnedDatabase.Settings settings;
  private final SharedStore labels;
  private OwnedDatabase running;

  LastingStore(OwnedDatabase.Starter starter, OwnedDatabase.Settings settings, SharedStore labels) {
    this.starter = starter;
    this.settings = settings;
    this.labels = labels;
  }

  @Override
  public TargetConfig warm(TargetConfig configured) {
    return labels.warm(started(configured));
  }

  @Override
  public TargetConfig rehearse(TargetConfig configured, String name) {
    return begin(configured, name);
  }

  @Override
  public void freeze() {}

  @Override
  public TargetConfig begin(TargetConfig configured, String name) {
    return labels.begin(started(configured), name);
  }

  private TargetConfig started(TargetConfig configured) {
    if (running == null) {
      running = DatabaseOfOurOwn.start(starter, settings);
    }
    return running.target(configured);
  }

  @Override
  public void end() {}

  @Override
  public boolean isAlikeForEachRun() {
    return labels.isAlikeForEachRun();
  }

  @Override
  public boolean startsSlow() {
    return running == null;
  }

  @Override
  public String what() {
    return "started by Tidemark, one for all runs; each writes under its own label "
        + SharedStore.LABEL;
  }

  @Override
  public String label(String name) {
    return labels.label(name);
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}
