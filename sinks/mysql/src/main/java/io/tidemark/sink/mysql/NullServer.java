package io.tidemark.sink.mysql;

import io.tidemark.sink.client.NullConnections;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Speaks MySQL's protocol as far as writing needs, and throws away what it is sent: every statement
 * changes one row, every question has none.
 */
final class NullServer {
  private static final int QUIT = 0x01;
  private static final int QUERY = 0x03;
  private static final int PREPARE = 0x16;
  private static final int EXECUTE = 0x17;
  private static final int CLOSE_STATEMENT = 0x19;

  /** LONG_PASSWORD, WITH_DATABASE, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH. */
  private static final int CAPABILITIES = 1 | 1 << 3 | 1 << 9 | 1 << 13 | 1 << 15 | 1 << 19;

  private static final int UTF8MB4 = 45;
  private static final int AUTOCOMMIT = 2;
  private static final byte[] OK =
      new PacketWriter().int1(0).int1(1).int1(0).int2(2).int2(0).packet();
  private static final byte[] END = new PacketWriter().int1(0xFE).int2(0).int2(2).packet();

  /** "Column Definition": catalogue, schema, tables, names, and that it is a BIGINT. */
  private static final byte[] COLUMN =
      new PacketWriter()
          .withLength("def")
          .zeros(3)
          .withLength("x")
          .withLength("x")
          .int1(12)
          .int2(63)
          .int4(20)
          .int1(8)
          .int2(0)
          .int1(0)
          .int2(0)
          .packet();

  private NullServer() {}

  /** Prints its port, and runs until its standard input ends. */
  public static void main(String[] args) throws IOException {
    NullConnections.serve(NullServer::hold);
  }

  private static void hold(Socket socket) throws IOException {
    var packets = new Packets(socket);
    packets.send(greeting());
    packets.read();
    packets.send(OK);
    while (answer(packets, packets.read())) {}
  }

  private static byte[] greeting() {
    return new PacketWriter()
        .int1(10)
        .textAndZero("8.0.0-null")
        .int4(1)
        .text("12345678")
        .int1(0)
        .int2(CAPABILITIES)
        .int1(UTF8MB4)
        .int2(AUTOCOMMIT)
        .int2(CAPABILITIES >>> 16)
        .int1(21)
        .zeros(10)
        .textAndZero("901234567890")
        .textAndZero("mysql_native_password")
        .packet();
  }

  /**
   * @return whether another command may follow
   */
  private static boolean answer(Packets packets, byte[] command) throws IOException {
    switch (command[0]) {
      case QUIT -> {
        return false;
      }
      case QUERY ->
          query(packets, new String(command, 1, command.length - 1, StandardCharsets.UTF_8));
      case PREPARE -> prepared(packets, command);
      case EXECUTE -> packets.send(OK);
      case CLOSE_STATEMENT -> {
        // It is not answered.
      }
      default -> packets.send(OK);
    }
    return true;
  }

  private static void query(Packets packets, String sql) throws IOException {
    if (!sql.toUpperCase(Locale.ROOT).startsWith("SELECT")) {
      packets.send(OK);
      return;
    }
    packets.write(new byte[] {1});
    packets.write(COLUMN);
    packets.write(END);
    packets.send(END);
  }

  /** Its parameters are described one by one, as servers do. */
  private static void prepared(Packets packets, byte[] command) throws IOException {
    int parameters = 0;
    for (byte b : command) {
      parameters += b == '?' ? 1 : 0;
    }
    packets.write(
        new PacketWriter().int1(0).int4(1).int2(0).int2(parameters).int1(0).int2(0).packet());
    for (int i = 0; i < parameters; i++) {
      packets.write(COLUMN);
    }
    packets.send(END);
  }
}
