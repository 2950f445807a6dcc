package io.tidemark.search;

import java.time.Duration;

/**
 * How long a search may stay at each load.
 *
 * @param least of a step, warm-up included
 * @param most of one that does not settle
 */
record StepLength(Duration least, Duration most) {
  /** A sweep, its verification and the interventions take about as many steps. */
  private static final int STEPS = 30;

  /** Of a search so short that it can't have the next. */
  private static final Duration MIN = Duration.ofMillis(2_500);

  private static final Duration MAX = Duration.ofSeconds(8);
  private static final int EXTENSIONS = 3;

  static StepLength within(Duration all) {
    Duration even = all.dividedBy(STEPS);
    Duration least = even.compareTo(MIN) < 0 ? MIN : even.compareTo(MAX) > 0 ? MAX : even;
    return new StepLength(least, least.multipliedBy(EXTENSIONS));
  }
}
