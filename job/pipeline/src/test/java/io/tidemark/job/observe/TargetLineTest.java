package io.tidemark.job.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.SocketQueues;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TargetLineTest {
  private static final long MILLISECOND = 1_000_000;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - MILLISECOND);

  private final AtomicLong cpu = new AtomicLong();
  private long readCpu = MILLISECOND;

  /** Each read takes 10 ms, in which this thread has a core for less. */
  private final TargetLine line =
      new TargetLine(
          List.of(URI.create("http://127.0.0.1:8428")),
          scheme -> 80,
          nanos::get,
          cpu::get,
          servers -> {
            nanos.addAndGet(10 * MILLISECOND);
            cpu.addAndGet(readCpu);
            return Optional.of(new SocketQueues(4, 3, Map.of()));
          },
          InetAddress::getAllByName,
          address -> 0.04);

  @Test
  void isNotReadAgainBeforeAHundredTimesTheCpuThatItTook() {
    isReadAgainAfter(100);
  }

  @Test
  void isReadTwiceASecondWhateverThatTakes() {
    readCpu = 8 * MILLISECOND;
    isReadAgainAfter(500);
  }

  private void isReadAgainAfter(int millis) {
    assertThat(line.read()).isEqualTo(new ProcessReading.Line(3, 0, 0.04));
    nanos.addAndGet((millis - 1) * MILLISECOND);
    assertThat(line.read()).isNull();
    nanos.addAndGet(MILLISECOND);
    assertThat(line.read()).isEqualTo(new ProcessReading.Line(3, 0, 0.04));
  }

  @Test
  void followsADatabaseThatMovesAndKeepsItThroughAFailedLookUp() {
    var name = new AtomicReference<>("127.0.0.1");
    var asked = new ArrayList<String>();
    var moving =
        new TargetLine(
            List.of(URI.create("http://tsdb:8428")),
            scheme -> 80,
            nanos::get,
            cpu::get,
            servers -> {
              asked.add(servers.get(0).address().getAddress().getHostAddress());
              return Optional.of(new SocketQueues(1, 1, Map.of()));
            },
            host -> {
              if (name.get().isEmpty()) {
                throw new UnknownHostException(host);
              }
              return InetAddress.getAllByName(name.get());
            },
            address -> 0.04);
    for (String now : List.of("127.0.0.1", "127.0.0.2", "", "127.0.0.3")) {
      name.set(now);
      moving.read();
      nanos.addAndGet(60_000 * MILLISECOND);
    }
    assertThat(asked).containsExactly("127.0.0.1", "127.0.0.2", "127.0.0.2", "127.0.0.3");
  }

  /** As one that is made while the line is full, or while a quota stops this process. */
  @Test
  void takesForARoundTripTheShortestOfWhatConnectingTookInAnyStepOfASearch() {
    var seconds = new AtomicReference<>(0.683);
    TargetLine connecting = connecting(URI.create("http://127.0.0.1:8428"), a -> seconds.get());
    assertThat(connecting.read().roundTripSeconds()).isEqualTo(0.683);
    seconds.set(0.041);
    nanos.addAndGet(2_999 * MILLISECOND);
    assertThat(connecting.read().roundTripSeconds()).isEqualTo(0.683);
    nanos.addAndGet(MILLISECOND);
    assertThat(connecting.read().roundTripSeconds()).isEqualTo(0.041);
    seconds.set(0.5);
    nanos.addAndGet(3_000 * MILLISECOND);
    assertThat(connecting.read().roundTripSeconds()).isEqualTo(0.041);
  }

  @Test
  void asksOneThatDoesNotAnswerForATenthOfTheTimeAtMost() {
    var attempts = new ArrayList<InetSocketAddress>();
    TargetLine connecting =
        connecting(
            URI.create("http://127.0.0.1:8428"),
            address -> {
              attempts.add(address);
              nanos.addAndGet(1_000 * MILLISECOND);
              throw new SocketTimeoutException();
            });
    for (int second = 0; second <= 11; second++) {
      connecting.read();
      nanos.addAndGet(1_000 * MILLISECOND);
    }
    assertThat(attempts).hasSize(2);
  }

  /** Of whoever watches a job for days, a server that logs each attempt has one line a minute. */
  @Test
  void connectsOnceAMinuteAfterAsLongAsASearchTakes() {
    var attempts = new ArrayList<InetSocketAddress>();
    TargetLine connecting =
        connecting(
            URI.create("http://127.0.0.1:8428"),
            address -> {
              attempts.add(address);
              return 0.04;
            });
    for (int second = 0; second < 3_600; second++) {
      connecting.read();
      nanos.addAndGet(1_000 * MILLISECOND);
    }
    assertThat(attempts).hasSize(60 + 57);
  }

  /** Where it was may have been farther away. */
  @Test
  void forgetsWhereADatabaseWas() {
    var name = new AtomicReference<>("127.0.0.1");
    TargetLine moving =
        line(
            URI.create("http://tsdb:8428"),
            host -> InetAddress.getAllByName(name.get()),
            address -> address.getAddress().getHostAddress().equals("127.0.0.1") ? 0.2 : 0.01);
    assertThat(moving.read().roundTripSeconds()).isEqualTo(0.2);
    name.set("127.0.0.2");
    nanos.addAndGet(60_000 * MILLISECOND);
    assertThat(moving.read().roundTripSeconds()).isEqualTo(0.01);
  }

  private TargetLine connecting(URI url, TargetLine.Connects connects) {
    return line(url, InetAddress::getAllByName, connects);
  }

  private TargetLine line(URI url, TargetLine.Names names, TargetLine.Connects connects) {
    return new TargetLine(
        List.of(url),
        scheme -> 80,
        nanos::get,
        cpu::get,
        servers -> Optional.of(new SocketQueues(1, 0, Map.of())),
        names,
        connects);
  }

  @Test
  void isUnknownWhereTheSystemDoesNotTell() {
    var silent =
        new TargetLine(
            List.of(URI.create("http://127.0.0.1:8428")),
            scheme -> 80,
            nanos::get,
            cpu::get,
            servers -> Optional.empty(),
            InetAddress::getAllByName,
            address -> 0.04);
    assertThat(silent.read()).isNull();
  }

  @Test
  void isThatToThePortOfTheSchemeWhereTheAddressNamesNone() {
    var ports = new ArrayList<Integer>();
    var own =
        new TargetLine(
            List.of(URI.create("own://127.0.0.1"), URI.create("own://127.0.0.1:7")),
            scheme -> scheme.equals("own") ? 5432 : 80,
            nanos::get,
            cpu::get,
            servers -> {
              servers.forEach(server -> ports.add(server.address().getPort()));
              return Optional.empty();
            },
            InetAddress::getAllByName,
            address -> 0.04);
    own.read();
    assertThat(ports).containsExactly(5432, 7);
  }
}
