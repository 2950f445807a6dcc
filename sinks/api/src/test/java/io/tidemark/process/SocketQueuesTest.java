package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.SocketQueues.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lines laid out as the kernel's Documentation/networking/proc_net_tcp.rst describes. */
class SocketQueuesTest {
  private static final String HEADINGS =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

  /** Port 8428 is 20EC; 0A is LISTEN, 01 ESTABLISHED. */
  private static final List<String> LINES =
      List.of(
          HEADINGS,
          "   0: 0100007F:20EC 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0 0 1",
          "   1: 0100007F:9C40 0100007F:20EC 01 00000100:00000000 01:00000014 00000000  0 0 2",
          "   2: 0100007F:9C41 0100007F:20EC 01 00000000:00000000 00:00000000 00000000  0 0 3",
          // The server's own end of a connection, another server, and one that is closing.
          "   3: 0100007F:20EC 0100007F:9C40 01 00000007:00000000 00:00000000 00000000  0 0 4",
          "   4: 0100007F:9C42 0200000A:20EC 01 00000007:00000000 00:00000000 00000000  0 0 5",
          "   5: 0100007F:9C43 0100007F:20EC 06 00000007:00000000 00:00000000 00000000  0 0 6");

  private static final String MAPPED =
      "   0: 0000000000000000FFFF00000100007F:9C40 0000000000000000FFFF00000100007F:20EC 01 00000010:00000000 00:00000000 00000000  0 0 2";

  @Test
  void countsTheConnectionsToTheServerAndThoseThatHoldSomethingBack() throws Exception {
    assertThat(of(LINES, List.of(server(127, 0, 0, 1))))
        .isEqualTo(new SocketQueues(2, 1, Map.of()));
  }

  @Test
  void countsEachServerOfSeveral() throws Exception {
    assertThat(of(LINES, List.of(server(127, 0, 0, 1), server(10, 0, 0, 2))))
        .isEqualTo(new SocketQueues(3, 2, Map.of()));
  }

  @Test
  void knowsAnAddressThatIsMappedIntoIpv6() throws Exception {
    assertThat(of(List.of(HEADINGS, MAPPED), List.of(server(127, 0, 0, 1))))
        .isEqualTo(new SocketQueues(1, 1, Map.of()));
  }

  /** Its acknowledgement may be kept back with nothing amiss. */
  @Test
  void doesNotCountWhatFitsIntoOnePacket() throws Exception {
    var address = server(127, 0, 0, 1).address();
    assertThat(of(LINES, List.of(new Server(address, 0x100))))
        .isEqualTo(new SocketQueues(2, 0, Map.of()));
    assertThat(of(LINES, List.of(new Server(address, 0xFF))))
        .isEqualTo(new SocketQueues(2, 1, Map.of()));
  }

  @Test
  void knowsThatALoopbackTakesMoreAtOnceThanAnEthernet() throws Exception {
    assertThat(Server.at(server(127, 0, 0, 1).address()).mtu()).isGreaterThan(1_500);
  }

  /** Timer 04 probes a closed window; what moved in between is read, if slowly. */
  @Test
  void knowsWhatTheOtherSideDoesNotRead() throws Exception {
    SocketQueues first = of(List.of(HEADINGS, closed("9C40", 500, 2), closed("9C41", 500, 3)));
    SocketQueues second = of(List.of(HEADINGS, closed("9C40", 500, 2), closed("9C41", 400, 3)));

    assertThat(second.unacknowledged()).isEqualTo(2);
    assertThat(second.unreadSince(first)).isEqualTo(1);
    assertThat(of(LINES).unreadSince(of(LINES))).isZero();
  }

  private static SocketQueues of(List<String> lines) throws UnknownHostException {
    return of(lines, List.of(server(127, 0, 0, 1)));
  }

  private static String closed(String port, int bytes, int inode) {
    return "   1: 0100007F:%s 0100007F:20EC 01 %08X:00000000 04:00000014 00000000  0 0 %d"
        .formatted(port, bytes, inode);
  }

  /** It would be taken for a line that is full. */
  @Test
  void doesNotCountThoseOfAnotherClientOnTheSameHost() throws Exception {
    assertThat(
            SocketQueues.of(rows(LINES), Set.of("3", "4", "5", "6"), List.of(server(127, 0, 0, 1))))
        .isEqualTo(new SocketQueues(1, 0, Map.of()));
  }

  private static SocketQueues of(List<String> lines, Collection<Server> servers) {
    return SocketQueues.of(rows(lines), Set.of("1", "2", "3", "4", "5", "6"), servers);
  }

  private static List<TcpSockets.Row> rows(List<String> lines) {
    return lines.stream().flatMap(line -> TcpSockets.Row.parse(line).stream()).toList();
  }

  private static Server server(int... address) throws UnknownHostException {
    byte[] bytes = new byte[address.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) address[i];
    }
    return new Server(new InetSocketAddress(InetAddress.getByAddress(bytes), 8428), 0);
  }
}
