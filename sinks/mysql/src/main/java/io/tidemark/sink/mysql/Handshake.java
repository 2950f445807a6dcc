package io.tidemark.sink.mysql;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.net.ssl.SSLSocket;

/**
 * The beginning of a connection ("Connection Phase"): the server's greeting, TLS, who we are. A
 * password goes over the wire as it is only where TLS is, and only if the server asks for it so.
 */
final class Handshake {
  private static final int PROTOCOL = 10;

  // Capabilities ("Capabilities Flags"). Without LOCAL_FILES no server can ask for a file of ours.
  private static final int LONG_PASSWORD = 1;
  private static final int LONG_FLAG = 1 << 2;
  private static final int WITH_DATABASE = 1 << 3;
  private static final int PROTOCOL_41 = 1 << 9;
  private static final int SSL = 1 << 11;
  private static final int TRANSACTIONS = 1 << 13;
  private static final int SECURE_CONNECTION = 1 << 15;
  private static final int PLUGIN_AUTH = 1 << 19;
  private static final int ATTRIBUTES = 1 << 20;
  private static final int LENGTH_OF_AUTH = 1 << 21;

  private static final int UTF8MB4 = 45;
  private static final int NONCE_BYTES = 20;

  // First bytes of answers.
  private static final int OK = 0x00;
  private static final int MORE = 0x01;
  private static final int SWITCH = 0xFE;
  private static final int ERROR = 0xFF;

  // What follows MORE, of caching_sha2_password.
  private static final int KNOWN = 0x03;
  private static final int PASSWORD_ASKED = 0x04;

  private final Socket plain;
  private final Account account;
  private final Tls tls;
  private boolean isSecured;
  private Packets packets;
  private byte[] nonce;
  private String plugin;

  /**
   * @param password "" for none
   * @param database "" for none
   * @param program what sessions are called in the server's lists
   */
  record Account(String user, String password, String database, String program) {
    /** Without the password. */
    @Override
    public String toString() {
      return "Account[user=%s, database=%s]".formatted(user, database);
    }
  }

  /** Puts TLS over a socket, and verifies as it is set. */
  interface Tls {
    boolean isWanted();

    boolean isNeeded();

    SSLSocket over(Socket socket) throws IOException;
  }

  Handshake(Socket socket, Account account, Tls tls) throws IOException {
    this.plain = socket;
    this.account = account;
    this.tls = tls;
    this.packets = new Packets(socket.getInputStream(), socket.getOutputStream());
  }

  /** Over which commands may follow. */
  Packets run() throws IOException, SQLException {
    int offered = greeting();
    int wanted =
        LONG_PASSWORD
            | LONG_FLAG
            | PROTOCOL_41
            | TRANSACTIONS
            | SECURE_CONNECTION
            | PLUGIN_AUTH
            | LENGTH_OF_AUTH
            | (account.database().isEmpty() ? 0 : WITH_DATABASE)
            | (offered & ATTRIBUTES);
    if (tls.isWanted() && (offered & SSL) != 0) {
      wanted |= SSL;
      packets.send(head(wanted).packet());
      SSLSocket secured = tls.over(plain);
      isSecured = true;
      packets = packets.over(secured.getInputStream(), secured.getOutputStream());
    } else if (tls.isNeeded()) {
      throw new SQLException(
          "the server has no TLS", "08001", new javax.net.ssl.SSLException("no TLS"));
    }
    packets.send(response(wanted));
    authenticate();
    return packets;
  }

  /**
   * @return what it can do
   */
  private int greeting() throws IOException, SQLException {
    byte[] packet = packets.read();
    var in = new PacketReader(packet);
    int protocol = in.int1();
    if (protocol == ERROR) {
      throw ServerErrors.read(packet);
    }
    if (protocol != PROTOCOL) {
      throw new SQLException("no MySQL server [protocol=%d]".formatted(protocol), "08004");
    }
    in.untilZero();
    in.int4();
    byte[] first = in.bytes(8);
    in.int1();
    int capabilities = in.int2();
    in.int1();
    in.int2();
    capabilities |= in.int2() << 16;
    int length = in.int1();
    in.bytes(10);
    byte[] second = in.bytes(Math.max(13, length - 8));
    nonce = new byte[NONCE_BYTES];
    System.arraycopy(first, 0, nonce, 0, first.length);
    System.arraycopy(second, 0, nonce, 8, Math.min(second.length, NONCE_BYTES - 8));
    plugin = in.textUntilZero();
    if (!Passwords.knows(plugin)) {
      // It will name another once it has seen who asks.
      plugin = Passwords.NATIVE;
    }
    return capabilities;
  }

  private static PacketWriter head(int capabilities) {
    return new PacketWriter().int4(capabilities).int4(Packets.MAX_BYTES).int1(UTF8MB4).zeros(23);
  }

  private byte[] response(int capabilities) {
    var out = head(capabilities);
    out.textAndZero(account.user());
    out.withLength(Passwords.scrambled(plugin, account.password(), nonce));
    if ((capabilities & WITH_DATABASE) != 0) {
      out.textAndZero(account.database());
    }
    out.textAndZero(plugin);
    if ((capabilities & ATTRIBUTES) != 0) {
      byte[] attributes =
          new PacketWriter().withLength("program_name").withLength(account.program()).packet();
      out.withLength(attributes);
    }
    return out.packet();
  }

  private void authenticate() throws IOException, SQLException {
    while (true) {
      byte[] packet = packets.read();
      var in = new PacketReader(packet);
      switch (in.int1()) {
        case OK -> {
          return;
        }
        case ERROR -> throw ServerErrors.read(packet);
        case SWITCH -> switchTo(in);
        case MORE -> more(in.int1());
        default -> throw new SQLException("not understood while logging in", "08004");
      }
    }
  }

  private void switchTo(PacketReader in) throws IOException, SQLException {
    plugin = in.textUntilZero();
    if (!Passwords.knows(plugin)) {
      throw new SQLException(
          "the user's way to log in is not known here [plugin=%s]; give it %s or %s"
              .formatted(plugin, Passwords.SHA2, Passwords.NATIVE),
          "28000");
    }
    nonce = in.bytes(NONCE_BYTES);
    packets.send(Passwords.scrambled(plugin, account.password(), nonce));
  }

  private void more(int what) throws IOException, SQLException {
    if (what == KNOWN) {
      return;
    }
    if (what != PASSWORD_ASKED) {
      throw new SQLException("not understood while logging in", "08004");
    }
    if (!isSecured) {
      throw new SQLException(
          "the server asks for the password itself, and there is no TLS; set target.ssl-mode",
          "28000");
    }
    packets.send((account.password() + '\0').getBytes(StandardCharsets.UTF_8));
  }
}
