package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.rows.PayloadColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.ignite.sql.SqlRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the contract does not ask: each view, wide rows, a crash while rows come, its settings. */
@Tag("slow")
class OwnedIgniteIT {
  private static final Duration TIMEOUT = Patience.ofSeconds(30);

  /** The first of its writes makes tables. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(2);

  private static final long START = 1_700_000_000_000L;
  private static final Ignite3 IGNITE = new Ignite3();
  private static final String LISTENS = "0A";

  @RegisterExtension
  static final SharedServer<OwnedIgnite> SHARED = new SharedServer<>(Installation::startServer);

  @TempDir Path folder;

  private static WriteClient client(TargetConfig target, Duration timeout) {
    return new PlainWrites(IGNITE, timeout).client(target);
  }

  private static Payload payload(TargetConfig target, List<Sample> samples) {
    return new PlainWrites(IGNITE).format(target).encode(samples);
  }

  private static WriteResult write(TargetConfig target, Duration timeout, List<Sample> samples)
      throws Exception {
    try (var client = client(target, timeout)) {
      return Patience.get(client.write(payload(target, samples)), ANSWERS_WITHIN);
    }
  }

  private static List<Sample> samples(String host, int from, int count) {
    Labels labels = Labels.of(Map.of("__name__", "owned", "host", host));
    return IntStream.range(from, from + count)
        .mapToObj(i -> new Sample(labels, START + i * 1_000L, i))
        .toList();
  }

  @Test
  void writesWideRowsBothWaysThroughBothViews() throws Exception {
    for (String way : List.of("upsert", "stream")) {
      for (String view : List.of("record", "key-value")) {
        Installation made =
            Installation.create(
                SHARED.get(),
                Map.of("write", way, "view", view, "payload-bytes", "1024", "page-size", "300"));
        List<Sample> samples = samples("wide", 0, 1_000);
        WriteResult result = write(made.target(), TIMEOUT, samples);
        assertThat(result.outcome()).as("%s %s: %s", way, view, result).isEqualTo(ResponseClass.OK);
        assertThat(made.stored())
            .as("%s %s", way, view)
            .containsExactlyInAnyOrderElementsOf(samples);
        String table = IgniteOptions.of(made.target()).table();
        for (SqlRow row :
            made.query("SELECT SERIES_ID, TIME_MILLIS, PAYLOAD FROM " + table + " LIMIT 10")) {
          byte[] column = new byte[1024];
          PayloadColumn.fill(row.longValue(0), row.longValue(1), column);
          assertThat(row.bytesValue(2)).isEqualTo(column);
        }
      }
    }
  }

  @Test
  void losesNothingAcknowledgedWhenItIsKilledWhileRowsCome() throws Exception {
    Installation made = Installation.create(SHARED.get(), Map.of());
    int each = 500;
    var acknowledged = new ArrayList<Sample>();
    try (var client = client(made.target(), TIMEOUT)) {
      var sent = new ArrayList<CompletableFuture<WriteResult>>();
      for (int i = 0; i < 40; i++) {
        sent.add(client.write(payload(made.target(), samples("killed", i * each, each))));
        if (i == 20) {
          Patience.get(sent.get(10));
          SHARED.get().process().kill();
        }
      }
      for (int i = 0; i < sent.size(); i++) {
        WriteResult result = Patience.get(sent.get(i), ANSWERS_WITHIN);
        if (result.outcome() == ResponseClass.OK) {
          acknowledged.addAll(samples("killed", i * each, each));
        } else {
          assertThat(result.outcome().isPassing()).as("%s", result).isTrue();
        }
      }
    } finally {
      Patience.startedAgain("Ignite", () -> SHARED.get().startAgain(Settings.DEFAULT));
    }
    assertThat(acknowledged).hasSizeBetween(11 * each, 39 * each);
    assertThat(Set.copyOf(made.stored())).containsAll(acknowledged);
  }

  @Test
  void isTriedAgainWhileItStandsStill() throws Exception {
    Installation made = Installation.create(SHARED.get(), Map.of());
    Duration timeout = Patience.ofSeconds(5);
    try (var client = client(made.target(), timeout)) {
      Payload first = payload(made.target(), samples("still", 0, 1));
      while (Patience.get(client.write(first)).outcome().isPassing()) {
        // The tables are being made.
      }
      SHARED.get().process().freeze();
      try {
        WriteResult result =
            Patience.get(client.write(payload(made.target(), samples("still", 0, 5))));
        assertThat(result.outcome().isPassing()).as("%s", result).isTrue();
        assertThat(result.error()).contains(timeout.toString());
      } finally {
        SHARED.get().process().resume();
      }
    }
    assertThat(write(made.target(), TIMEOUT, samples("still", 0, 5)).outcome())
        .isEqualTo(ResponseClass.OK);
    assertThat(made.stored()).containsExactlyInAnyOrderElementsOf(samples("still", 0, 5));
  }

  @Test
  void saysThatTheTablesAreMissing() throws Exception {
    Installation made = Installation.create(SHARED.get(), Map.of("create-tables", "false"));
    WriteResult result = write(made.target(), TIMEOUT, samples("none", 0, 1));
    assertThat(result.outcome()).as("%s", result).isEqualTo(ResponseClass.FATAL);
    assertThat(result.error()).contains("target.create-tables=true");
  }

  @Test
  void reportsWhatItsProcessUses() throws Exception {
    try (var probe = IGNITE.probe(Installation.create(SHARED.get(), Map.of()).target())) {
      TsdbNode node = probe.read().nodes().get(0);
      assertThat(node.startSeconds().orElseThrow())
          .isBetween(
              System.currentTimeMillis() / 1000.0 - 3_600, System.currentTimeMillis() / 1000.0);
      assertThat(node.residentBytes().orElseThrow()).isGreaterThan(200e6);
      assertThat(node.cpu().seconds().orElseThrow()).isPositive();
      assertThat(node.cpu().cores()).isPresent();
      assertThat(node.sessions().active()).isPresent();
      // There is no such table yet.
      assertThat(node.rows().inserted()).isEmpty();
    }
  }

  @Test
  void keepsItsDataAndTakesSettings() throws Exception {
    List<Sample> samples = samples("kept", 0, 10);
    Path saved = folder.resolve("saved");
    TargetConfig made;
    LinuxProcess process;
    try (var first = Patience.started("Ignite", () -> OwnedIgnite.start(Settings.DEFAULT))) {
      made = Installation.create(first, Map.of()).target();
      assertThat(write(made, TIMEOUT, samples).outcome()).isEqualTo(ResponseClass.OK);
      process = first.process();
      first.stop();
      assertThat(process.isAlive()).isFalse();
      first.saveTo(saved);
    }
    Settings settings = Settings.arguments("ignite.raft.fsync=true", "-Dtidemark.test=1");
    try (var server = OwnedIgnite.startFrom(saved, settings)) {
      var second = new Installation(server, made.withUrls(List.of(server.url())));
      assertThat(second.stored()).containsExactlyInAnyOrderElementsOf(samples);
      assertThat(write(second.target(), TIMEOUT, samples("kept", 0, 12)).outcome())
          .isEqualTo(ResponseClass.OK);
      assertThat(second.stored()).containsExactlyInAnyOrderElementsOf(samples("kept", 0, 12));
      process = server.process();
      assertThat(Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid()))))
          .contains("-Dtidemark.test=1");
      assertThat(Files.readString(server.folder().resolve("ignite.conf")))
          .containsPattern("fsync\\s*=\\s*true");
      assertThat(listeners(process.pid())).hasSize(3).allMatch(OwnedIgniteIT::isLoopback);
    }
    assertThat(process.isAlive()).isFalse();
  }

  /** Addresses as Linux has them: in hexadecimal, each four bytes in the processor's order. */
  private static List<String> listeners(long pid) throws IOException {
    Set<String> sockets;
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/%d/fd".formatted(pid)))) {
      sockets =
          descriptors
              .map(OwnedIgniteIT::target)
              .filter(to -> to.startsWith("socket:["))
              .map(to -> to.substring("socket:[".length(), to.length() - 1))
              .collect(Collectors.toSet());
    }
    var addresses = new ArrayList<String>();
    for (String kind : List.of("tcp", "tcp6")) {
      Files.readAllLines(Path.of("/proc/%d/net/%s".formatted(pid, kind))).stream()
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields[3].equals(LISTENS) && sockets.contains(fields[9]))
          .forEach(fields -> addresses.add(fields[1].split(":")[0]));
    }
    return addresses;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean isLoopback(String address) {
    return Set.of("0100007F", "0000000000000000FFFF00000100007F").contains(address);
  }
}
