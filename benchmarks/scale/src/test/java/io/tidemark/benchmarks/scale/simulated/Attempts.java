package io.tidemark.benchmarks.scale.simulated;

import java.util.Random;

/**
 * Two attempts of a job whose source ends, the second from the last checkpoint of the first.
 *
 * @param ackedBefore written samples when a TaskManager was lost
 * @param replayed source samples that were read twice
 * @param ackedAfter written samples that are counted at the end
 */
record Attempts(long ackedBefore, long replayed, long ackedAfter) {
  static Attempts of(Setup setup, long endNanos) {
    int parallelism = setup.cluster().parallelism();
    double[] shares = KeyShares.of(0, parallelism, new Random(1));
    Snapshot nothing = Snapshot.empty(parallelism, setup.writing().writers(parallelism));
    var first = new Attempt(setup, shares, nothing, 0);
    first.runUntil(setup.trouble().lostAtNanos());
    Counters lost = first.counters();
    Snapshot latest = first.checkpoints().latest();
    var second =
        new Attempt(
            setup, shares, latest, setup.trouble().lostAtNanos() + setup.trouble().outageNanos());
    second.runUntil(endNanos);
    return new Attempts(lost.acked(), lost.read() - latest.read(), second.counters().acked());
  }
}
