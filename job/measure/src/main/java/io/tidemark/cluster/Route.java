package io.tidemark.cluster;

import io.tidemark.sink.TargetConfig;
import java.net.URI;

/** The way to a cluster; whatever was started for it is gone when it is closed. */
public interface Route extends AutoCloseable {
  /** Returns the URL of its REST API, as this process reaches it. */
  URI rest();

  /** Tells whether its processes are on this machine. */
  boolean isLocal();

  /** Returns the same database at addresses that this process reaches, if they differ. */
  TargetConfig reachable(TargetConfig target);

  /**
   * @param savepoint path that the cluster's processes see
   * @return one with the same content that this process sees
   */
  String readable(String savepoint);

  @Override
  void close();
}
