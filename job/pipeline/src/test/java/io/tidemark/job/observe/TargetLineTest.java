package io.tidemark.job.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
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
