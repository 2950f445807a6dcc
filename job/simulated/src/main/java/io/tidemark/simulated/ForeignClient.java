package io.tidemark.simulated;

import io.tidemark.simulated.time.VirtualTime;
import java.time.Duration;

/** The writer of someone else, which always has as many requests in flight as it may. */
final class ForeignClient {
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final double BYTES_PER_SAMPLE = 50;
  private static final int STORED = 204;

  private final SimulatedNode database;
  private final VirtualTime time;

  ForeignClient(SimulatedNode database, int inFlight, VirtualTime time) {
    this.database = database;
    this.time = time;
    for (int i = 0; i < inFlight; i++) {
      send();
    }
  }

  private void send() {
    database.send(
        new SimulatedNode.Call() {
          @Override
          public double samples() {
            return SimulatedSetup.ORDINARY_SAMPLES;
          }

          @Override
          public double bytes() {
            return SimulatedSetup.ORDINARY_SAMPLES * BYTES_PER_SAMPLE;
          }

          @Override
          public double noise() {
            return 1;
          }

          @Override
          public void taken() {}

          @Override
          public void answered(int status) {
            Duration pause = status == STORED ? Duration.ZERO : PAUSE_AFTER_FAILURE;
            time.in(pause, ForeignClient.this::send);
          }
        });
  }
}
