package io.tidemark.endtoend;

import io.tidemark.testing.FaultProxy.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What fails in one run, in which order and when. The same seed gives the same plan.
 *
 * @param writers parallelism at its begin
 */
record ChaosPlan(int writers, List<Hit> hits) {
  private static final int MAX_PARALLELISM = 3;
  private static final int MIN_HITS = 3;
  private static final int MAX_HITS = 6;

  /** So that a run does not end before the last one. */
  private static final double LAST = 0.7;

  enum Fault {
    TASK_MANAGER_KILLED,
    JOB_MANAGER_KILLED,
    BROKER_KILLED,
    DATABASE_KILLED,
    DATABASE_STOPPED,
    CONNECTIONS_LOST(Answer.HANG_UP, 8),
    ANSWERS_LOST(Answer.STORE_AND_HANG_UP, 8),
    UNAVAILABLE(Answer.status(503), 8),
    THROTTLED(Answer.retryAfter(429, "1"), 4),

    /** So few that no sample is ever refused alone. */
    TOO_LARGE(Answer.status(413), 1),
    SAVEPOINT_AND_OTHER_PARALLELISM;

    /** In place of the database's; null for a fault of another kind. */
    final Answer answer;

    /** How often, times the size of the hit. */
    final int answers;

    Fault() {
      this(null, 0);
    }

    Fault(Answer answer, int answers) {
      this.answer = answer;
      this.answers = answers;
    }
  }

  /**
   * @param at share of the samples that are acknowledged by then
   * @param size how much of it, or which parallelism: 1 to 3
   */
  record Hit(double at, Fault fault, int size) {
    @Override
    public String toString() {
      return "%s %d at %.2f".formatted(fault, size, at);
    }
  }

  static ChaosPlan of(long seed) {
    var random = new SplittableRandom(seed);
    int writers = 1 + random.nextInt(MAX_PARALLELISM);
    var hits = new ArrayList<Hit>();
    Fault[] faults = Fault.values();
    int count = MIN_HITS + random.nextInt(MAX_HITS - MIN_HITS + 1);
    for (int i = 0; i < count; i++) {
      hits.add(
          new Hit(
              LAST * random.nextDouble(),
              faults[random.nextInt(faults.length)],
              1 + random.nextInt(MAX_PARALLELISM)));
    }
    hits.sort(Comparator.comparingDouble(Hit::at));
    return new ChaosPlan(writers, List.copyOf(hits));
  }
}
