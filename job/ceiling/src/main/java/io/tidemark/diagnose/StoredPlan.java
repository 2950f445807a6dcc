package io.tidemark.diagnose;

import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * What is asked of whoever has stored metrics.
 *
 * @param access how to log in there
 * @param match labels that series must have, as between braces; "" for any
 * @param databases names of the database's processes; empty for whatever there is
 */
public record StoredPlan(
    URI url, TargetConfig access, Instant from, Instant to, String match, List<String> databases) {
  public StoredPlan {
    databases = List.copyOf(databases);
  }
}
