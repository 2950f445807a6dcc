package io.tidemark.ab;

import java.util.stream.Stream;

/**
 * Where each side writes to: one store for both, or two where the sides write to two kinds of
 * database of our own. Used by one thread.
 */
record Stores(AbStore a, AbStore b) implements AutoCloseable {
  static Stores ofBoth(AbStore one) {
    return new Stores(one, one);
  }

  AbStore of(Arm arm) {
    return arm == Arm.A ? a : b;
  }

  /** Whether one side's store has nothing of what the other side wrote. */
  boolean areApart() {
    return a != b;
  }

  /** No more warming: from here on every run begins with what is there now. */
  void freeze() {
    each().forEach(AbStore::freeze);
  }

  /** Whether no run finds anything of another. */
  boolean areAlikeForEachRun() {
    return each().allMatch(AbStore::isAlikeForEachRun);
  }

  /** Whether one is not yet as fast as it will be. */
  boolean startSlow() {
    return each().anyMatch(AbStore::startsSlow);
  }

  private Stream<AbStore> each() {
    return areApart() ? Stream.of(a, b) : Stream.of(a);
  }

  @Override
  public void close() {
    each().forEach(AbStore::close);
  }
}
