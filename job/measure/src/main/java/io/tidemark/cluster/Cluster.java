package io.tidemark.cluster;

import io.tidemark.job.config.ConfigException;

/** A Flink outside of this process, as the user names it. */
public interface Cluster {
  /** Returns its name with its option, for messages: {@code --cluster http://127.0.0.1:8081}. */
  String name();

  /** Returns the address that a comparison keeps, to go on later. */
  String address();

  /**
   * Makes it reachable.
   *
   * @param slots the task slots that are wanted if it is started for this
   * @throws ConfigException if it can't be reached
   */
  Route open(int slots);
}
