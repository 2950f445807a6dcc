package io.tidemark.sink;

import java.io.IOException;

/** Reads a database's own signals. */
public interface CapacityProbe extends AutoCloseable {
  /**
   * @throws IOException if an address can't be read; the message names it, without credentials
   */
  TsdbSignals read() throws IOException;

  @Override
  void close();
}
