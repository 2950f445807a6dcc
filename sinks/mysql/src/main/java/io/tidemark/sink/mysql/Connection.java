package io.tidemark.sink.mysql;

import io.tidemark.sink.sql.SqlConnection;
import java.io.IOException;
import java.net.Socket;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A connection of the driver's. Not thread-safe; {@link #abort} may come from any thread. */
final class Connection extends SqlConnection {
  private final Socket socket;

  /**
   * @param socket the plain one, over which the driver speaks
   */
  Connection(java.sql.Connection driver, Socket socket) {
    super(driver);
    this.socket = socket;
  }

  /** The server sees it when it is first executed, and keeps it for the next with the same text. */
  PreparedStatement prepare(String sql) throws SQLException {
    return driver.prepareStatement(sql);
  }

  /** The driver's own, whose transactions can't write: the server sees to that, not the driver. */
  java.sql.Connection readOnly() throws SQLException {
    execute("SET SESSION TRANSACTION READ ONLY");
    return driver;
  }

  @Override
  public boolean isOpen() {
    return !socket.isClosed() && super.isOpen();
  }

  /**
   * Ends it now, whatever it does. The driver's own way opens another connection for that, which a
   * server that hangs or is full does not answer.
   */
  void abort() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  @Override
  public void close() {
    super.close();
    abort();
  }
}
