package io.tidemark.cluster;

import io.tidemark.sink.TargetConfig;
import java.net.URI;

/** The way to a cluster; whatever was started for it is gone when it is closed. */
public interface Route extends AutoCloseable {
  /** Its REST API, as this process reaches it. */
  URI rest();

  /** Whether its processes are on this machine. */
  boolean isLocal();

  /** The same database at addresses that this process reaches, where they differ. */
  TargetConfig reachable(TargetConfig target);

  /**
   * @param savepoint path that the cluster's processes see
   * @return one with the same content that this process sees
   */
  String readable(String savepoint);

  @Override
  void close();
}
