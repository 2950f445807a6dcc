package io.tidemark.measure;

import io.tidemark.process.Poll;
import java.time.Duration;

/** The time that passes: this machine's, or a simulation's. */
public interface Time {
  /** Returns the Unix time in milliseconds. It never goes back. */
  default long millis() {
    return millisAt(nanos());
  }

  /** Returns the Unix time of a moment of {@link #nanos}, in milliseconds. */
  long millisAt(long nanos);

  /** Returns the clock of {@link io.tidemark.sink.TsdbNode#readAtNanos}, in nanoseconds. */
  long nanos();

  void pause(Duration pause);

  /** This machine's time: as it was at the first use, and by the machine's steady clock since. */
  Time REAL =
      new Time() {
        private final long epochMinusNanos =
            System.currentTimeMillis() * 1_000_000 - System.nanoTime();

        @Override
        public long millisAt(long nanos) {
          return (epochMinusNanos + nanos) / 1_000_000;
        }

        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration pause) {
          Poll.pause(pause);
        }
      };
}
