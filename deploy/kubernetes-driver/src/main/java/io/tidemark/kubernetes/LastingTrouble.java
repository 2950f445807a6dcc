package io.tidemark.kubernetes;

import java.time.Duration;
import java.util.Optional;

/** Distinguishes trouble that lasts from trouble that passes. */
final class LastingTrouble {
  private final long lastsNanos;
  private Optional<String> last = Optional.empty();
  private long sinceNanos;

  LastingTrouble(Duration lasts) {
    this.lastsNanos = lasts.toNanos();
  }

  /**
   * @param now the trouble at this moment; empty if there is none
   * @return the trouble at this moment, if there has been some without a break for the time set
   */
  Optional<String> lasting(Optional<String> now, long nowNanos) {
    if (last.isEmpty()) {
      sinceNanos = nowNanos;
    }
    last = now;
    return now.filter(why -> nowNanos - sinceNanos >= lastsNanos);
  }

  Optional<String> last() {
    return last;
  }
}
