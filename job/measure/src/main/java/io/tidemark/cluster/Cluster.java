package io.tidemark.cluster;

import io.tidemark.job.config.ConfigException;

/** A Flink outside of this process, as the user names it. */
public interface Cluster {
  /** With its option, as messages begin: {@code --cluster http://127.0.0.1:8081}. */
  String name();

  /** What a comparison keeps of it, to go on later. */
  String address();

  /**
   * Makes it reachable.
   *
   * @param slots task slots that are wanted, where it is started for this
   * @throws ConfigException if it can't be reached
   */
  Route open(int slots);
}
