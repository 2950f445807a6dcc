package io.tidemark.job.split;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Lets all readers of a bounded source end at the same time, when the last of them is done. Flink
 * takes no checkpoint while some subtasks of a job have ended and others have not, because it would
 * forget the state of those that have. So a reader that is done waits here.
 */
public final class EndBarrier {
  private final int splits;
  private final Map<Integer, Integer> finishedBySubtask = new HashMap<>();

  /**
   * @param splits number of splits of all readers
   */
  public EndBarrier(int splits) {
    this.splits = splits;
  }

  /** Sent by a reader: the number of its splits that are at their end. */
  public record Finished(int splits) implements SourceEvent {}

  /** Called when a reader begins, possibly again and from an earlier state. */
  public void joined(int subtask) {
    finishedBySubtask.remove(subtask);
  }

  /** Returns whether all splits are at their end. */
  public boolean reached(int subtask, Finished event) {
    finishedBySubtask.put(subtask, event.splits);
    return finishedBySubtask.values().stream().mapToInt(Integer::intValue).sum() >= splits;
  }
}
