package io.tidemark.job.split;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Lets all readers of a bounded source end at once, when the last of them is done. Flink takes no
 * checkpoint while some subtasks of a job have ended and others have not, or it would forget the
 * ended ones' state: a reader with nothing to do waits here instead.
 */
public final class EndBarrier {
  private final int splits;
  private final Map<Integer, Integer> finishedBySubtask = new HashMap<>();

  /**
   * @param splits of all readers
   */
  public EndBarrier(int splits) {
    this.splits = splits;
  }

  /** From a reader: so many of its splits are at their end. */
  public record Finished(int splits) implements SourceEvent {}

  /** A reader begins, perhaps again and from an earlier state. */
  public void joined(int subtask) {
    finishedBySubtask.remove(subtask);
  }

  /** True when all splits are at their end. */
  public boolean reached(int subtask, Finished event) {
    finishedBySubtask.put(subtask, event.splits);
    return finishedBySubtask.values().stream().mapToInt(Integer::intValue).sum() >= splits;
  }
}
