package io.tidemark.sink.mysql;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection after its handshake, and the commands ("Command Phase") that writing needs. Not
 * thread-safe; {@link #abort} may come from any thread.
 */
final class Connection implements AutoCloseable {
  private static final int QUIT = 0x01;
  private static final int QUERY = 0x03;
  private static final int PREPARE = 0x16;
  private static final int EXECUTE = 0x17;
  private static final int CLOSE_STATEMENT = 0x19;

  private static final int ERROR = 0xFF;
  private static final int END = 0xFE;
  private static final int END_BYTES = 9;

  private final Socket socket;
  private final Packets packets;
  private volatile boolean broken;

  /**
   * @param socket the plain one
   * @param packets over that socket, or TLS over it
   */
  Connection(Socket socket, Packets packets) {
    this.socket = socket;
    this.packets = packets;
  }

  void answersWithin(Duration timeout) throws SQLException {
    try {
      socket.setSoTimeout((int) timeout.toMillis());
    } catch (SocketException e) {
      abort();
      throw new SQLException("the connection broke: " + e.getMessage(), "08S01", e);
    }
  }

  private interface Exchange<T> {
    T run() throws IOException, SQLException;
  }

  /** What went wrong between us and the server leaves the connection of no use. */
  private <T> T exchange(Exchange<T> exchange) throws SQLException {
    try {
      packets.begin();
      return exchange.run();
    } catch (IOException e) {
      abort();
      throw new SQLException("the connection broke: " + e.getMessage(), "08S01", e);
    }
  }

  /**
   * One statement of ours, which holds nothing that came from a sample.
   *
   * @return rows that it changed
   */
  long execute(String sql) throws SQLException {
    return exchange(
        () -> {
          packets.send(new PacketWriter().int1(QUERY).bytes(utf8(sql)).packet());
          return changed(packets.read());
        });
  }

  /** A question of ours; values as text, null for NULL. */
  List<List<String>> query(String sql) throws SQLException {
    return exchange(
        () -> {
          packets.send(new PacketWriter().int1(QUERY).bytes(utf8(sql)).packet());
          byte[] first = checked(packets.read());
          int columns = (int) new PacketReader(first).integer();
          if (columns == 0) {
            return List.of();
          }
          skip(columns);
          var rows = new ArrayList<List<String>>();
          for (byte[] row = packets.read(); !isEnd(row); row = packets.read()) {
            var in = new PacketReader(checked(row));
            var values = new ArrayList<String>(columns);
            for (int i = 0; i < columns; i++) {
              values.add(in.text());
            }
            rows.add(values);
          }
          return rows;
        });
  }

  /**
   * @return its id
   */
  int prepare(String sql) throws SQLException {
    return exchange(
        () -> {
          packets.send(new PacketWriter().int1(PREPARE).bytes(utf8(sql)).packet());
          var in = new PacketReader(checked(packets.read()));
          in.int1();
          int id = in.int4();
          int columns = in.int2();
          int parameters = in.int2();
          skip(parameters);
          skip(columns);
          return id;
        });
  }

  void closeStatement(int id) throws SQLException {
    exchange(
        () -> {
          packets.send(new PacketWriter().int1(CLOSE_STATEMENT).int4(id).packet());
          return null;
        });
  }

  /** Writes a statement's values, of as many bytes as were announced. */
  interface Values {
    void writeTo(Packets packets) throws IOException;
  }

  /**
   * Sends a prepared statement; its answer is to be read by {@link #answer}.
   *
   * @param types of its parameters, two bytes each
   * @param valueBytes in all; with what stands before them less than {@link Packets#MAX_BYTES}
   * @return bytes sent
   */
  long send(int statement, byte[] types, int valueBytes, Values values) throws SQLException {
    return exchange(
        () -> {
          // No value is NULL, so no bit of their map is set.
          byte[] head =
              new PacketWriter()
                  .int1(EXECUTE)
                  .int4(statement)
                  .int1(0)
                  .int4(1)
                  .zeros((types.length / 2 + 7) / 8)
                  .int1(1)
                  .bytes(types)
                  .packet();
          packets.head(head.length + valueBytes);
          packets.write(head, 0, head.length);
          values.writeTo(packets);
          packets.flush();
          return (long) head.length + valueBytes;
        });
  }

  /** To {@link #send}: rows that were changed. */
  long answer() throws SQLException {
    try {
      return changed(packets.read());
    } catch (IOException e) {
      abort();
      throw new SQLException("the connection broke: " + e.getMessage(), "08S01", e);
    }
  }

  private static long changed(byte[] packet) throws SQLException {
    var in = new PacketReader(checked(packet));
    in.int1();
    return in.integer();
  }

  private static byte[] checked(byte[] packet) throws SQLException {
    if (packet.length > 0 && (packet[0] & 0xFF) == ERROR) {
      throw ServerErrors.read(packet);
    }
    return packet;
  }

  private static boolean isEnd(byte[] packet) {
    return packet.length > 0 && (packet[0] & 0xFF) == END && packet.length < END_BYTES;
  }

  /** Descriptions of columns, and the end of them. */
  private void skip(int descriptions) throws IOException {
    for (int i = 0; i < descriptions; i++) {
      packets.read();
    }
    if (descriptions > 0) {
      packets.read();
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  boolean isOpen() {
    return !broken && !socket.isClosed();
  }

  /** Ends it now, whatever it does. */
  void abort() {
    broken = true;
    try {
      // Below TLS, if there is any: to close that would wait for what is on its way.
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  @Override
  public void close() {
    if (isOpen()) {
      try {
        exchange(
            () -> {
              packets.send(new byte[] {QUIT});
              return null;
            });
      } catch (SQLException e) {
        // It was lost: that is why it is closed.
      }
    }
    abort();
  }
}
