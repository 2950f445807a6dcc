package io.tidemark.sink.http;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Distributes calls over addresses: the address with the fewest calls in flight comes first, and
 * equal ones take turns. An address that has just failed rests; otherwise it would look the most
 * idle and take all calls that the others could. It rests for 1 s at first, doubled with each
 * failure up to 30 s. If all rest, the one whose rest ends first is taken. Times are {@link
 * System#nanoTime}.
 */
final class Endpoints {
  private static final long FIRST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MAX_DOUBLINGS = 5;
  private static final long MAX_REST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final List<Address> addresses;
  private final int[] inFlight;
  private final int[] failures;
  private final long[] restUntilNanos;
  private int next;

  Endpoints(List<Address> addresses) {
    this.addresses = addresses;
    this.inFlight = new int[addresses.size()];
    this.failures = new int[addresses.size()];
    this.restUntilNanos = new long[addresses.size()];
  }

  /** Returns the index of an address, which the caller gives back to {@link #done}. */
  synchronized int take(long nowNanos) {
    int best = next;
    for (int step = 1; step < inFlight.length; step++) {
      int candidate = (next + step) % inFlight.length;
      if (isBetter(candidate, best, nowNanos)) {
        best = candidate;
      }
    }
    next = (best + 1) % inFlight.length;
    inFlight[best]++;
    return best;
  }

  /**
   * @param failed whether the address could not take the call now; a refusal of the payload is no
   *     failure
   */
  synchronized void done(int endpoint, boolean failed, long nowNanos) {
    inFlight[endpoint]--;
    if (!failed) {
      failures[endpoint] = 0;
      return;
    }
    int doublings = Math.min(failures[endpoint]++, MAX_DOUBLINGS);
    long rest = Math.min(FIRST_REST_NANOS << doublings, MAX_REST_NANOS);
    restUntilNanos[endpoint] = nowNanos + rest;
  }

  Address address(int endpoint) {
    return addresses.get(endpoint);
  }

  private boolean isBetter(int candidate, int best, long nowNanos) {
    long candidateRest = restNanos(candidate, nowNanos);
    long bestRest = restNanos(best, nowNanos);
    return candidateRest == bestRest
        ? inFlight[candidate] < inFlight[best]
        : candidateRest < bestRest;
  }

  private long restNanos(int endpoint, long nowNanos) {
    return failures[endpoint] == 0 ? 0 : Math.max(0, restUntilNanos[endpoint] - nowNanos);
  }
}
