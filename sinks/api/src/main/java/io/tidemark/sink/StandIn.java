package io.tidemark.sink;

/**
 * What an HTTP server needs to pass for a database: for simulations whose truth is known, behind a
 * port that the database's own client and probe use.
 */
public interface StandIn {
  /**
   * Samples in the body of one write.
   *
   * @param encoding as the client named it
   * @throws IllegalArgumentException if it is none
   */
  int samples(byte[] body, String encoding);

  /** The page at {@code /metrics} on which the database's probe reads this. */
  String metricsPage(TsdbNode node);
}
