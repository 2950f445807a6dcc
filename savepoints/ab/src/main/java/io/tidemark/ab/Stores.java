package io.tidemark.ab;

import java.util.stream.Stream;

/**
 * The stores of both sides: one for both, or two if Tidemark starts two kinds of database. Used by
 * one thread.
 */
record Stores(AbStore a, AbStore b) implements AutoCloseable {
  static Stores ofBoth(AbStore one) {
    return new Stores(one, one);
  }

  AbStore of(Arm arm) {
    return arm == Arm.A ? a : b;
  }

  /** Tells whether the store of one side has nothing that the other side wrote. */
  boolean areApart() {
    return a != b;
  }

  /** Ends the warm-up: from now on, every run begins with the content of this moment. */
  void freeze() {
    each().forEach(AbStore::freeze);
  }

  /** Tells whether no run finds what another run wrote. */
  boolean areAlikeForEachRun() {
    return each().allMatch(AbStore::isAlikeForEachRun);
  }

  /** Tells whether a store is still slower than it will be later. */
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
