package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.ResponseClass;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** With servers of which only the answers are there. */
class HandshakeTest {
  private static final String NONCE = "abcdefghijklmnopqrst";
  private static final byte[] OK = new PacketWriter().int1(0).zeros(6).packet();

  /** TLS is not among what the scripted server offers. */
  private static final Handshake.Tls NONE =
      new Handshake.Tls() {
        @Override
        public boolean isWanted() {
          return true;
        }

        @Override
        public boolean isNeeded() {
          return false;
        }

        @Override
        public SSLSocket over(Socket socket) {
          throw new AssertionError("it was not offered");
        }
      };

  /** Answers what it was told to, whatever it is sent. */
  private static final class Scripted extends Socket {
    private final InputStream answers;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    Scripted(byte[]... packets) throws IOException {
      var wire = new ByteArrayOutputStream();
      for (byte[] packet : packets) {
        new Packets(InputStream.nullInputStream(), wire).send(packet);
      }
      answers = new ByteArrayInputStream(wire.toByteArray());
    }

    @Override
    public InputStream getInputStream() {
      return answers;
    }

    @Override
    public OutputStream getOutputStream() {
      return sent;
    }

    List<byte[]> packets() throws IOException {
      var in = new ByteArrayInputStream(sent.toByteArray());
      var packets = new Packets(in, OutputStream.nullOutputStream());
      var all = new ArrayList<byte[]>();
      for (int left = sent.size(); left > 0; left -= 4 + all.get(all.size() - 1).length) {
        all.add(packets.read());
      }
      return all;
    }
  }

  /** "Protocol::HandshakeV10", as a MySQL 8 without TLS would send it. */
  private static byte[] greeting(String plugin) {
    int capabilities = 1 | 1 << 3 | 1 << 9 | 1 << 13 | 1 << 15 | 1 << 19;
    return new PacketWriter()
        .int1(10)
        .textAndZero("8.0.36")
        .int4(7)
        .bytes(NONCE.substring(0, 8).getBytes(StandardCharsets.US_ASCII))
        .int1(0)
        .int2(capabilities)
        .int1(45)
        .int2(2)
        .int2(capabilities >>> 16)
        .int1(21)
        .zeros(10)
        .textAndZero(NONCE.substring(8))
        .textAndZero(plugin)
        .packet();
  }

  private static void run(Scripted server) throws IOException, SQLException {
    var account = new Handshake.Account("writer", "secret", "metrics", "tidemark");
    new Handshake(server, account, NONE).run();
  }

  private static byte[] scrambled(String plugin, String nonce) {
    return Passwords.scrambled(plugin, "secret", nonce.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void saysWhoItIsAndWhichDatabaseItWants() throws Exception {
    var server = new Scripted(greeting(Passwords.NATIVE), OK);
    run(server);
    var in = new PacketReader(server.packets().get(0));
    in.bytes(32);
    assertThat(in.textUntilZero()).isEqualTo("writer");
    assertThat(in.bytes((int) in.integer())).isEqualTo(scrambled(Passwords.NATIVE, NONCE));
    assertThat(in.textUntilZero()).isEqualTo("metrics");
    assertThat(in.textUntilZero()).isEqualTo(Passwords.NATIVE);
  }

  /** CLIENT_LOCAL_FILES and CLIENT_MULTI_STATEMENTS: a server could then ask for a file of ours. */
  @Test
  void offersNoFilesAndNoSeveralStatements() throws Exception {
    var server = new Scripted(greeting(Passwords.NATIVE), OK);
    run(server);
    int capabilities = new PacketReader(server.packets().get(0)).int4();
    assertThat(capabilities & (1 << 7 | 1 << 16)).isZero();
  }

  @Test
  void isKnownToAServerThatRemembersThePassword() throws Exception {
    byte[] known = {1, 3};
    var server = new Scripted(greeting(Passwords.SHA2), known, OK);
    run(server);
    assertThat(server.packets()).hasSize(1);
    assertThat(new String(server.packets().get(0), StandardCharsets.ISO_8859_1))
        .contains(new String(scrambled(Passwords.SHA2, NONCE), StandardCharsets.ISO_8859_1));
  }

  @Test
  void keepsThePasswordFromAServerThatAsksForItWithoutTls() throws Exception {
    byte[] asks = {1, 4};
    var server = new Scripted(greeting(Passwords.SHA2), asks, OK);
    assertThatThrownBy(() -> run(server))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no TLS");
    for (byte[] packet : server.packets()) {
      assertThat(new String(packet, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
    }
  }

  @Test
  void changesToTheWayInWhichItsUserLogsIn() throws Exception {
    String other = "ABCDEFGHIJKLMNOPQRST";
    byte[] change =
        new PacketWriter().int1(0xFE).textAndZero(Passwords.NATIVE).textAndZero(other).packet();
    var server = new Scripted(greeting("client_ed25519"), change, OK);
    run(server);
    assertThat(server.packets().get(1)).isEqualTo(scrambled(Passwords.NATIVE, other));
  }

  @Test
  void namesAWayToLogInThatItDoesNotKnow() throws Exception {
    byte[] change =
        new PacketWriter().int1(0xFE).textAndZero("client_ed25519").textAndZero(NONCE).packet();
    var server = new Scripted(greeting(Passwords.NATIVE), change);
    assertThatThrownBy(() -> run(server))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getMessage()).contains("client_ed25519");
              assertThat(ServerErrors.failure(e).outcome()).isEqualTo(ResponseClass.FATAL);
            });
  }

  @Test
  void isTurnedAwayByAServerThatIsFull() throws Exception {
    byte[] full =
        new PacketWriter().int1(0xFF).int2(1040).bytes("Too many connections".getBytes()).packet();
    assertThatThrownBy(() -> run(new Scripted(full)))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(ServerErrors.failure(e).outcome()).isEqualTo(ResponseClass.THROTTLED));
  }

  /** Something else may listen at the port. */
  @Test
  void endsTheRunWhereNoMySqlAnswers() throws Exception {
    byte[] other = "HTTP/1.1 400".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> run(new Scripted(other)))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(ServerErrors.failure(e).outcome()).isEqualTo(ResponseClass.FATAL));
  }
}
