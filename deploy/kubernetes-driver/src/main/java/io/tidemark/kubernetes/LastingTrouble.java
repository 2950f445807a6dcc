package io.tidemark.kubernetes;

import java.time.Duration;
import java.util.Optional;

/** Tells trouble that passes from trouble that lasts. */
final class LastingTrouble {
  private final long lastsNanos;
  private Optional<String> last = Optional.empty();
  private long sinceNanos;

  LastingTrouble(Duration lasts) {
    this.lastsNanos = lasts.toNanos();
  }

  /**
   * @param now what is wrong at this moment; empty if nothing is
   * @return what is wrong now, if something has been all the time for so long
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
