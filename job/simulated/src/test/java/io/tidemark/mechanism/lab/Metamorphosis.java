package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Changes that should leave what limits a set-up as it was; whether they do, its truth says. */
public enum Metamorphosis {
  TRANSPARENT_PROXY(
      setup -> !setup.is(PROXY), setup -> setup.with(PROXY, 1).with(PROXY_DELAY_SECONDS, 0)),
  FIVE_MILLISECONDS_MORE(
      setup -> true,
      setup -> setup.with(ROUND_TRIP_SECONDS, setup.get(ROUND_TRIP_SECONDS) + 0.005)),
  HALF_BATCHES(setup -> true, setup -> setup.times(BATCH_SAMPLES, 0.5)),
  IDLE_SECOND_CLIENT(setup -> !setup.is(FOREIGN_RATE), setup -> setup.with(FOREIGN_RATE, 2)),
  ALL_TIMES_THREE(setup -> true, setup -> setup.slowed(3));

  private final Predicate<Setup> applies;
  private final UnaryOperator<Setup> change;

  Metamorphosis(Predicate<Setup> applies, UnaryOperator<Setup> change) {
    this.applies = applies;
    this.change = change;
  }

  public boolean applies(Setup setup) {
    return applies.test(setup);
  }

  public Setup of(Setup setup) {
    return change.apply(setup);
  }
}
