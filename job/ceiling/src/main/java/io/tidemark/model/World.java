package io.tidemark.model;

/**
 * What is known of a set-up and does not change during a search.
 *
 * @param nodes of the database that take writes
 * @param slots of the busiest node; infinite if it has none
 * @param cores that the busiest node reports; NaN if it reports none
 * @param jobCores that the job's processes may use
 * @param hostCores of the host that job and database share; infinite if they share none
 * @param hostOthersCores of that host, that neither of them uses and that are busy
 * @param refuses whether attempts are turned away, or fail
 * @param collects whether the job's garbage collection stops it for a while that is noticed
 */
public record World(
    int nodes,
    double slots,
    double cores,
    double jobCores,
    double hostCores,
    double hostOthersCores,
    boolean refuses,
    boolean collects) {
  boolean isShared() {
    return Double.isFinite(hostCores);
  }
}
