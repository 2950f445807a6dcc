package io.tidemark.diagnose;

import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * @param access how to log in there
 * @param every between two pages of a process
 * @param raw whether addresses and the like stay as they are
 */
public record CollectPlan(
    List<URI> urls,
    TargetConfig access,
    Duration length,
    Duration every,
    Path folder,
    boolean raw) {
  public static final int MOST_URLS = 256;

  public CollectPlan {
    urls = List.copyOf(urls);
  }
}
