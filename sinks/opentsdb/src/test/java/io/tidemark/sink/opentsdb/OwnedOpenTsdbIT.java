package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the contract does not ask: large bodies, a storage that fails, and how one is started. */
@Tag("slow")
class OwnedOpenTsdbIT {
  private static final Duration TIMEOUT = Patience.ofSeconds(20);
  private static final Duration STORED_WITHIN = Duration.ofSeconds(20);
  private static final long START = (System.currentTimeMillis() / 3_600_000 - 1) * 3_600_000;
  private static final OpenTsdb TSDB = new OpenTsdb();

  @RegisterExtension
  static final SharedServer<OwnedOpenTsdb> SHARED = new SharedServer<>(Installation::startServer);

  @TempDir Path folder;

  private Installation installation;

  @BeforeEach
  void shareServer() {
    installation = new Installation(SHARED.get(), "http", Set.of());
  }

  private static WriteResult write(TargetConfig target, Duration timeout, List<Sample> samples)
      throws Exception {
    return new PlainWrites(TSDB, timeout).write(target, samples);
  }

  private static List<Sample> samples(String name, int count) {
    Labels labels = Labels.of(Map.of("__name__", name, "host", "a"));
    return IntStream.range(0, count)
        .mapToObj(i -> new Sample(labels, START + i * 1_000L, i))
        .toList();
  }

  private static List<Sample> stored(Installation in, String name) throws Exception {
    return in.stored().stream()
        .filter(sample -> sample.labels().toMap().get("__name__").equals(name))
        .sorted((a, b) -> Long.compare(a.timestampMillis(), b.timestampMillis()))
        .toList();
  }

  /** 2,000 points are 150 kB: a TSD gets them in chunks of 8. */
  @Test
  void takesLargeBodiesPackedAndNot() throws Exception {
    for (String compression : List.of("none", "gzip")) {
      TargetConfig target = installation.target().withOption("compression", compression);
      List<Sample> samples = samples("large_" + compression, 2_000);
      WriteResult result = write(target, TIMEOUT, samples);

      assertThat(result.outcome()).as("%s", result).isEqualTo(ResponseClass.OK);
      assertThat(stored(installation, "large_" + compression)).isEqualTo(samples);
    }
  }

  @Test
  void answersBeforeItIsStoredWhereItIsNotToWait() throws Exception {
    TargetConfig target = installation.target().withOption("acknowledge", "taken");
    List<Sample> samples = samples("taken", 3);
    assertThat(write(target, TIMEOUT, samples).outcome()).isEqualTo(ResponseClass.OK);
    assertThat(Patience.until(STORED_WITHIN, () -> isStored(installation, "taken", samples)))
        .isTrue();
  }

  private static boolean isStored(Installation in, String name, List<Sample> samples) {
    try {
      return stored(in, name).equals(samples);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void namesWhatItRefusesAndStoresTheRest() throws Exception {
    var good = samples("mixed", 3);
    var bad = new Sample(good.get(0).labels(), START + 60_000, Double.NaN);
    for (String protocol : List.of("http", "telnet")) {
      TargetConfig target = installation.target().withOption("protocol", protocol);
      WriteResult result =
          write(target, TIMEOUT, List.of(good.get(0), bad, good.get(1), good.get(2)));
      assertThat(result.outcome()).as("%s", result).isEqualTo(ResponseClass.REJECT);
      assertThat(result.code()).isEqualTo("refused");
      assertThat(result.error()).contains("value");
    }
    assertThat(stored(installation, "mixed")).isEqualTo(good);
  }

  @Test
  void isTriedAgainWhileHBaseStandsStill() throws Exception {
    assertThat(write(installation.target(), TIMEOUT, samples("stall", 1)).outcome())
        .isEqualTo(ResponseClass.OK);
    LinuxProcess hbase = process(installation, "HMaster");
    hbase.freeze();
    try {
      WriteResult result = write(installation.target(), Duration.ofSeconds(3), samples("stall", 2));
      assertThat(result.outcome().isPassing()).as("%s", result).isTrue();
    } finally {
      hbase.resume();
    }
    assertThat(write(installation.target(), TIMEOUT, samples("stall", 2)).outcome())
        .isEqualTo(ResponseClass.OK);
    assertThat(stored(installation, "stall")).isEqualTo(samples("stall", 2));
  }

  /** One that makes series answers late: its CPU is known meanwhile. */
  @Test
  void reportsWhatTheHostKnowsWhileItDoesNotAnswer() throws Exception {
    try (var probe = TSDB.probe(installation.target())) {
      TsdbNode before = probe.read().nodes().get(0);
      LinuxProcess tsd = process(installation, "TSDMain");
      tsd.freeze();
      try {
        TsdbNode frozen = probe.read().nodes().get(0);
        assertThat(frozen.cpu().seconds().orElseThrow())
            .isGreaterThanOrEqualTo(before.cpu().seconds().orElseThrow());
        assertThat(frozen.startSeconds()).isEqualTo(before.startSeconds());
        assertThat(frozen.rows().inserted()).isEmpty();
      } finally {
        tsd.resume();
      }
      TsdbNode after = probe.read().nodes().get(0);
      assertThat(after.cpu().seconds()).isPresent();
    }
  }

  private static LinuxProcess process(Installation in, String program) {
    return in.server()
        .process()
        .started()
        .filter(pid -> commandLine(pid).contains(program))
        .mapToObj(LinuxProcess::new)
        .findFirst()
        .orElseThrow();
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void reportsWhatItsProcessesUse() throws Exception {
    try (var probe = TSDB.probe(installation.target())) {
      TsdbNode node = probe.read().nodes().get(0);
      assertThat(node.startSeconds().orElseThrow())
          .isBetween(START / 1000.0, System.currentTimeMillis() / 1000.0);
      // HBase and TSD.
      assertThat(node.residentBytes().orElseThrow()).isGreaterThan(200e6);
      assertThat(node.cpu().seconds().orElseThrow()).isPositive();
      assertThat(node.cpu().cores()).isPresent();
      assertThat(node.sessions().active()).isPresent();
      assertThat(node.storage().readOnly()).hasValue(0);
      assertThat(node.flags()).isEqualTo(Map.of(ServerFiles.FLUSH_INTERVAL, "100"));
    }
  }

  @Test
  void theNullTargetTakesBothProtocols() throws Exception {
    try (NullTarget server = TSDB.startNullTarget().orElseThrow()) {
      for (String protocol : List.of("http", "telnet")) {
        TargetConfig target =
            TargetConfig.of("opentsdb", server.url()).withOption("protocol", protocol);
        assertThat(write(target, TIMEOUT, samples("null", 5_000)).outcome())
            .isEqualTo(ResponseClass.OK);
      }
    }
  }

  /** Three times it is started: again as another one, and with settings of its own. */
  @Test
  void keepsItsDataAndTakesSettings() throws Exception {
    List<Sample> samples = samples("kept", 10);
    Path saved = folder.resolve("saved");
    long[] processes;
    try (var first = Patience.started("OpenTSDB", () -> OwnedOpenTsdb.start(Settings.DEFAULT))) {
      TargetConfig target = first.target(TargetConfig.of("opentsdb"));
      assertThat(write(target, TIMEOUT, samples).outcome()).isEqualTo(ResponseClass.OK);
      processes = first.process().started().toArray();
      first.stop();
      first.saveTo(saved);
    }
    assertThat(processes).hasSizeGreaterThanOrEqualTo(2);
    for (long pid : processes) {
      assertThat(new LinuxProcess(pid).isAlive()).isFalse();
    }
    Settings settings =
        Settings.arguments("tsd.core.connections.limit=3", "tsd.http.request.enable_chunked=false");
    try (var server = OwnedOpenTsdb.startFrom(saved, settings)) {
      var second = new Installation(server, "http", Set.of());
      assertThat(stored(second, "kept")).isEqualTo(samples);
      try (var probe = TSDB.probe(second.target())) {
        assertThat(probe.read().nodes().get(0).sessions().capacity()).hasValue(3);
      }
      WriteResult large = write(second.target(), TIMEOUT, samples("large", 2_000));
      assertThat(large.outcome()).as("%s", large).isEqualTo(ResponseClass.FATAL);
      assertThat(large.error()).contains("tsd.http.request.enable_chunked=true");
    }
  }
}
