package io.tidemark.job.datagen;

/** A {@link DatagenShard} while a reader emits it. */
public final class ShardCursor {
  private final DatagenShard shard;
  private final int firstSlot;
  private final int endSlot;
  private long tick;
  private int slot;
  private int firstNumber;

  public ShardCursor(DatagenShard shard, SeriesShape shape) {
    this.shard = shard;
    int perUnit = shape.slotsPerUnit();
    int units = shape.units();
    firstSlot = perUnit * DatagenShard.firstUnit(shard.shard(), units);
    endSlot = perUnit * DatagenShard.firstUnit(shard.shard() + 1, units);
    tick = shard.tick();
    slot = firstSlot + shard.index();
    passEnd();
  }

  long startMillis() {
    return shard.startMillis();
  }

  public long tick() {
    return tick;
  }

  int slot() {
    return slot;
  }

  /** Sets the number of its first slot; its other slots have the numbers after that. */
  void number(int first) {
    firstNumber = first;
  }

  /** Returns the number of the current slot among the slots of all the reader's shards. */
  int number() {
    return firstNumber + slot - firstSlot;
  }

  public int slots() {
    return endSlot - firstSlot;
  }

  void advance() {
    slot++;
    passEnd();
  }

  /**
   * Goes to the next tick at the shard's end. A shard from an earlier run may even be beyond it, if
   * it had more series then.
   */
  private void passEnd() {
    if (slot >= endSlot) {
      slot = firstSlot;
      tick++;
    }
  }

  DatagenShard toShard() {
    return new DatagenShard(shard.shard(), shard.startMillis(), tick, slot - firstSlot);
  }
}
