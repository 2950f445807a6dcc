package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver is told to give away, and not to, to servers of which only answers are there. */
class LoginTest {
  private static final byte[] OK =
      new PacketWriter().int1(0).int1(0).int1(0).int2(2).int2(0).packet();

  private static final String NATIVE = "mysql_native_password";
  private static final String SHA2 = "caching_sha2_password";

  // "Capabilities Flags".
  private static final int LOCAL_FILES = 1 << 7;
  private static final int MULTI_STATEMENTS = 1 << 16;

  @TempDir Path folder;

  /** What servers were sent, also where the log-in failed. */
  private final List<byte[]> received = new CopyOnWriteArrayList<>();

  /** Logs in, over one connection: something is sent after each answer. */
  private void logIn(byte[]... answers) throws Exception {
    received.clear();
    Path password = Files.writeString(folder.resolve("password"), "secret-of-the-test");
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      listener.setSoTimeout((int) Patience.ofSeconds(10).toMillis());
      var server = CompletableFuture.runAsync(() -> converse(listener, answers));
      String url = "mysql://127.0.0.1:%d/metrics".formatted(listener.getLocalPort());
      TargetConfig target =
          TargetConfig.of("mysql", URI.create(url))
              .withAuth(new TargetConfig.Auth("writer", "", password.toString(), "", ""))
              .withOption("ssl-mode", "disable");
      try {
        new Connector(target).open(Patience.ofSeconds(10), "test").close();
      } finally {
        Patience.get(server);
      }
    }
  }

  private void converse(ServerSocket listener, byte[][] answers) {
    try (Socket socket = listener.accept()) {
      var packets = new Packets(socket);
      for (byte[] answer : answers) {
        packets.send(answer);
        received.add(packets.read());
      }
    } catch (IOException e) {
      // The client has left.
    }
  }

  /** "Protocol::HandshakeV10", as a MySQL 8 would send it that offers all there is but TLS. */
  private static byte[] greeting(String plugin) {
    return new PacketWriter()
        .int1(10)
        .textAndZero("8.0.36")
        .int4(7)
        .text("abcdefgh")
        .int1(0)
        .int2(~(1 << 11))
        .int1(45)
        .int2(2)
        .int2(0x00FF)
        .int1(21)
        .zeros(10)
        .textAndZero("ijklmnopqrst")
        .textAndZero(plugin)
        .packet();
  }

  /** "Protocol::AuthSwitchRequest". */
  private static byte[] asksFor(String plugin) {
    return new PacketWriter()
        .int1(0xFE)
        .textAndZero(plugin)
        .textAndZero("ABCDEFGHIJKLMNOPQRST")
        .packet();
  }

  private String received() {
    var all = new StringBuilder();
    received.forEach(packet -> all.append(new String(packet, StandardCharsets.ISO_8859_1)));
    return all.toString();
  }

  /** A server could else ask for a file of ours, and a statement hold a second one. */
  @Test
  void offersNoFilesAndNoSeveralStatements() throws Exception {
    logIn(greeting(NATIVE), OK, OK);
    byte[] response = received.get(0);
    int capabilities = response[0] & 0xFF | (response[1] & 0xFF) << 8 | (response[2] & 0xFF) << 16;
    assertThat(capabilities & (LOCAL_FILES | MULTI_STATEMENTS)).isZero();
    assertThat(received()).contains("writer", "metrics", "program_name").doesNotContain("secret");
  }

  @Test
  void keepsThePasswordFromAServerThatAsksForItWithoutTls() {
    byte[] asks = {1, 4};
    assertThatThrownBy(() -> logIn(greeting(SHA2), asksFor(SHA2), asks, OK))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(ServerErrors.failure(e).remedy()).contains("target.ssl-mode"));
    assertThat(received()).contains("writer").doesNotContain("secret");
  }

  /** The ways of PAM and LDAP, which have the password itself sent, TLS or not. */
  @Test
  void keepsThePasswordFromAServerThatWantsItAsItIs() {
    for (String plugin : List.of("mysql_clear_password", "dialog")) {
      assertThatThrownBy(() -> logIn(greeting(NATIVE), asksFor(plugin), OK, OK))
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> {
                assertThat(e.getMessage()).contains(plugin).doesNotContain("secret");
                assertThat(ServerErrors.failure(e).outcome()).isEqualTo(ResponseClass.FATAL);
              });
      assertThat(received()).doesNotContain("secret");
    }
  }

  @Test
  void isTurnedAwayByAServerThatIsFull() {
    byte[] full = new PacketWriter().int1(0xFF).int2(1040).text("Too many connections").packet();
    assertThatThrownBy(() -> logIn(full))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(ServerErrors.failure(e).outcome()).isEqualTo(ResponseClass.THROTTLED));
  }

  /** Something else may listen at the port. */
  @Test
  void endsTheRunWhereNoMySqlAnswers() {
    byte[] other = "HTTP/1.1 400".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> logIn(other))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(ServerErrors.failure(e).outcome()).isEqualTo(ResponseClass.FATAL));
  }
}
