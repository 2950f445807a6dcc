package io.tidemark.mechanism.store;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.time.Clock;

/** Time in which all that a process has to do waits for its disk: "full" pressure of I/O. */
public final class Stalls {
  private static final double LOOK_SECONDS = 0.01;

  private double seconds;

  public Stalls(Clock clock, Engine engine, Cores.Group process) {
    clock.every(
        LOOK_SECONDS,
        () -> {
          if (engine.waitingForDisk() > 0 && process.tasks() == 0) {
            seconds += LOOK_SECONDS;
          }
        });
  }

  public double seconds() {
    return seconds;
  }
}
