package io.tidemark.measure.window;

import java.util.List;

/**
 * The sessions of the database, sampled; shares are of the sessions at work.
 *
 * @param active mean number of sessions at work
 * @param capacity the most connections that it takes
 * @param lockShare share that waited for what another session holds; null if not reported
 * @param storageShare share that waited for a file, or for the session that writes it; null if not
 *     reported
 * @param lockHolders the sessions that they waited for, as the database names them
 * @param computingShare share that waited for nothing, and had a core or wanted one; null if not
 *     reported
 */
public record Sessions(
    double active,
    Double capacity,
    Double lockShare,
    Double storageShare,
    List<String> lockHolders,
    Double computingShare) {
  /** The sessions of a database that does not report which of them wait for nothing. */
  public Sessions(
      double active,
      Double capacity,
      Double lockShare,
      Double storageShare,
      List<String> lockHolders) {
    this(active, capacity, lockShare, storageShare, lockHolders, null);
  }
}
