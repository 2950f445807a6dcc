package io.tidemark.ab;

import io.tidemark.job.config.RunLabel;
import io.tidemark.sink.TargetConfig;

/**
 * A database that existed before. Each run writes its samples under a label of its own, so every
 * run pays for creating its series, and none finds another's samples.
 *
 * @param id name of the comparison, with which its labels begin
 */
record SharedStore(String id) implements AbStore {
  static final String LABEL = RunLabel.KEY;

  @Override
  public TargetConfig warm(TargetConfig configured) {
    return begin(configured, "warm-up");
  }

  @Override
  public TargetConfig rehearse(TargetConfig configured, String name) {
    return begin(configured, name);
  }

  @Override
  public void freeze() {}

  @Override
  public TargetConfig begin(TargetConfig configured, String name) {
    return RunLabel.on(configured, label(name));
  }

  @Override
  public void end() {}

  @Override
  public boolean isAlikeForEachRun() {
    return false;
  }

  @Override
  public boolean startsSlow() {
    return false;
  }

  @Override
  public String what() {
    return "there before; each run writes under its own label " + LABEL;
  }

  @Override
  public String label(String name) {
    return id + "-" + name;
  }

  @Override
  public void close() {}
}
