package io.tidemark.sink.victoriametrics;

import java.util.List;

/** Spreads calls over addresses: fewest in flight first, in turn where they are equal. */
final class Endpoints {
  private final List<Address> addresses;
  private final int[] inFlight;
  private int next;

  Endpoints(List<Address> addresses) {
    this.addresses = addresses;
    this.inFlight = new int[addresses.size()];
  }

  /** An index to be given back to {@link #done}. */
  synchronized int take() {
    int best = next;
    for (int step = 1; step < inFlight.length; step++) {
      int candidate = (next + step) % inFlight.length;
      if (inFlight[candidate] < inFlight[best]) {
        best = candidate;
      }
    }
    next = (best + 1) % inFlight.length;
    inFlight[best]++;
    return best;
  }

  synchronized void done(int endpoint) {
    inFlight[endpoint]--;
  }

  Address address(int endpoint) {
    return addresses.get(endpoint);
  }
}
