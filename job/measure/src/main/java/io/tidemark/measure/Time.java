package io.tidemark.measure;

import io.tidemark.process.Poll;
import java.time.Duration;

/** The time that passes: this machine's, or a simulation's. */
public interface Time {
  /** Unix time. Never goes back. */
  default long millis() {
    return millisAt(nanos());
  }

  /** Unix time of a moment of {@link #nanos}. */
  long millisAt(long nanos);

  /** The clock of {@link io.tidemark.sink.TsdbNode#readAtNanos}. */
  long nanos();

  void pause(Duration pause);

  /** This machine's, as it was at the first use and by its steady clock since. */
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
