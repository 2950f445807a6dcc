package io.tidemark.ceiling.result;

import io.tidemark.ceiling.Resource;
import io.tidemark.measure.Window;
import java.util.Map;

/**
 * The settings of a step, as a search had changed them. A setting that is not known is null.
 *
 * @param slots the database's insert slots
 * @param cores the database's cores
 */
public record Settings(
    int inFlight, int batchSamples, int parallelism, Double slots, Double cores) {

  /**
   * @param given the resources that the search gave to the database, which count instead of what
   *     its pages say
   */
  public static Settings of(Window window, Map<Resource, Double> given) {
    var database = window.database();
    return new Settings(
        window.load().inFlight(),
        window.load().batchSamples(),
        window.load().parallelism(),
        given.getOrDefault(Resource.SLOTS, database == null ? null : database.slots()),
        given.getOrDefault(Resource.DATABASE_CPU, database == null ? null : database.cores()));
  }
}
