package io.tidemark.sink;

/**
 * What an HTTP server needs in order to answer in a database's place. It serves simulations whose
 * truth is known, behind a port that the database's own client and probe use.
 */
public interface StandIn {
  /**
   * Returns the number of samples in the body of one write.
   *
   * @param encoding the encoding as the client named it
   * @throws IllegalArgumentException if the body is no such write
   */
  int samples(byte[] body, String encoding);

  /** Returns the page at {@code /metrics} on which the database's probe reads these signals. */
  String metricsPage(TsdbNode node);
}
