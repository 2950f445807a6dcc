package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Loopback;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the contract does not ask: files, replays, sockets, and what it is told of a daemon. */
class OwnedRrdcachedIT {
  private static final Duration TIMEOUT = Patience.ofSeconds(20);
  private static final Duration LATE_FOR_GOOD = Duration.ofSeconds(1);
  private static final long MINUTE = 60_000;
  private static final long START = (System.currentTimeMillis() / 3_600_000 - 1) * 3_600_000;
  private static final Rrdcached TSDB = new Rrdcached();
  private static final PlainWrites WRITES = new PlainWrites(TSDB);

  private static Installation installation;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    installation = Installation.start();
  }

  @AfterAll
  static void end() {
    installation.close();
  }

  private static Sample sample(String name, int minute, double value) {
    return new Sample(Labels.of(Map.of("__name__", name)), START + minute * MINUTE, value);
  }

  /** What {@code clean} says, in a shell: also where a long path is cut within the label. */
  @Test
  void saysACommandThatRemovesTheFilesOfARunAndNoOthers() throws Exception {
    String run = "tidemark-20261122-035500";
    var paths = new SeriesPath("tidemark");
    var gone = new ArrayList<String>();
    for (int length = 150; length < 200; length++) {
      gone.add(paths.of(ofRun("a", "x".repeat(length), run)));
    }
    gone.add(paths.of(Labels.of(Map.of("tidemark_run", run))));
    gone.add(paths.of(ofRun("z", "b", run)));
    gone.add(paths.of(ofRun("z", "b", run + "-01-a")));
    var kept =
        List.of(
            paths.of(ofRun("z", "b", run + "_k7q2x")),
            paths.of(Labels.of(Map.of("__name__", "m", "not_tidemark_run", run))),
            paths.of(Labels.of(Map.of("__name__", "m", "a", ",tidemark_run=" + run))),
            paths.of(Labels.of(Map.of("__name__", "m"))));
    for (String path : Stream.concat(gone.stream(), kept.stream()).toList()) {
      Files.createDirectories(folder.resolve(path).getParent());
      Files.createFile(folder.resolve(path));
    }
    String said = TSDB.deletionByHand(installation.target(), "tidemark_run=" + run);
    String command = said.substring(said.indexOf("find "));

    assertThat(
            new ProcessBuilder("sh", "-c", command)
                .directory(folder.toFile())
                .inheritIO()
                .start()
                .waitFor())
        .as(command)
        .isZero();

    assertThat(gone).noneMatch(path -> Files.exists(folder.resolve(path)));
    assertThat(kept).allMatch(path -> Files.exists(folder.resolve(path)));
  }

  private static Labels ofRun(String name, String value, String run) {
    return Labels.of(Map.of("__name__", "m", name, value, "tidemark_run", run));
  }

  private static WriteResult write(TargetConfig target, List<Sample> samples) throws Exception {
    return WRITES.write(target, samples);
  }

  private static WriteResult write(Sample... samples) throws Exception {
    return write(installation.target(), List.of(samples));
  }

  private static List<Sample> stored(String name) throws Exception {
    return installation.stored().stream()
        .filter(sample -> sample.labels().toMap().get("__name__").equals(name))
        .sorted(Comparator.comparing(Sample::timestampMillis))
        .toList();
  }

  @Test
  void knowsWhatIsThereAlreadyFromWhatComesTooLate() throws Exception {
    Sample one = sample("replayed", 1, 0.1);
    Sample two = sample("replayed", 2, 7);
    assertThat(write(one, two).outcome()).isEqualTo(ResponseClass.OK);

    assertThat(write(one, two).outcome()).isEqualTo(ResponseClass.ALREADY_STORED);
    Sample three = sample("replayed", 3, -1e6);
    assertThat(write(one, two, three).outcome()).isEqualTo(ResponseClass.OK);

    WriteResult other = write(sample("replayed", 2, 8));
    assertThat(other.outcome()).isEqualTo(ResponseClass.REJECT);
    assertThat(other.code()).isEqualTo("late");
    assertThat(other.error()).contains("another value is stored", "stored=7.0");

    WriteResult earlier = write(sample("replayed", 0, 8));
    assertThat(earlier.outcome()).isEqualTo(ResponseClass.REJECT);
    assertThat(earlier.error()).contains("not what is stored");
    assertThat(stored("replayed")).containsExactly(one, two, three);
  }

  /** As a batch comes again in pieces, over the same connection: a second, and not four. */
  @Test
  void waitsOnceForWhatIsLateForGood() throws Exception {
    write(sample("late_for_good", 5, 1));
    List<Sample> batch =
        IntStream.rangeClosed(1, 4).mapToObj(m -> sample("late_for_good", m, 2)).toList();
    WireFormat format = WRITES.format(installation.target());
    try (var client = TSDB.client(installation.target(), new ClientOptions(1, TIMEOUT, "owned"))) {
      long start = System.nanoTime();
      for (List<Sample> piece :
          List.of(batch, batch.subList(0, 2), batch.subList(0, 1), batch.subList(1, 2))) {
        WriteResult result = Patience.get(client.write(format.encode(piece)));
        assertThat(result.code()).isEqualTo("late");
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(took).isGreaterThanOrEqualTo(LATE_FOR_GOOD);
      // All but the wait takes less than a second on a usual host.
      Duration most = LATE_FOR_GOOD.plus(Patience.ofSeconds(1));
      MeasuredBound.check(() -> assertThat(took).isLessThan(most));
    }
  }

  /**
   * Ten steps as it comes: what {@link RrdcachedOptions#problemOfGap} goes by is RRDtool's own
   * bound.
   */
  @Test
  void storesAsUnknownWhatComesAfterTheHeartbeat() throws Exception {
    Sample first = sample("gaps", 1, 1);
    Sample within = sample("gaps", 11, 2);
    Sample after = sample("gaps", 22, 3);
    assertThat(write(first, within, after).outcome()).isEqualTo(ResponseClass.OK);
    assertThat(stored("gaps")).contains(first, within).doesNotContain(after);
  }

  /** Lines 2 and 3 of five: the others are taken, and the file of a series is made once. */
  @Test
  void takesTheRestOfABatchInWhichSomeAreLate() throws Exception {
    var lateOne = sample("mixed_a", 5, 1);
    write(lateOne);
    Sample fresh = sample("mixed_b", 1, 2);
    Sample more = sample("mixed_b", 2, 3);
    Sample later = sample("mixed_a", 6, 4);

    WriteResult result = write(fresh, sample("mixed_a", 4, 9), lateOne, more, later);
    assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
    assertThat(stored("mixed_a")).containsExactly(lateOne, later);
    assertThat(stored("mixed_b")).containsExactly(fresh, more);
    assertThat(write(fresh, lateOne, more, later).outcome())
        .isEqualTo(ResponseClass.ALREADY_STORED);
  }

  @Test
  void keepsAStaleMarkerAsUnknown() throws Exception {
    Sample stale =
        new Sample(
            Labels.of(Map.of("__name__", "stale")),
            START + 2 * MINUTE,
            Double.longBitsToDouble(0x7ff0000000000002L));
    Sample before = sample("stale", 1, 1);
    Sample after = sample("stale", 3, 3);
    assertThat(write(before, stale, after).outcome()).isEqualTo(ResponseClass.OK);
    assertThat(write(stale).outcome()).isEqualTo(ResponseClass.ALREADY_STORED);
    assertThat(stored("stale")).containsExactly(before, after);
  }

  @Test
  void sendsABatchThatIsLargerThanAnyBuffer() throws Exception {
    var samples = new ArrayList<Sample>();
    for (int series = 0; series < 50; series++) {
      for (int minute = 0; minute < 100; minute++) {
        samples.add(
            new Sample(
                Labels.of(Map.of("__name__", "large", "s", "x".repeat(300) + series)),
                START + minute * MINUTE,
                minute));
      }
    }
    assertThat(write(installation.target(), samples).outcome()).isEqualTo(ResponseClass.OK);
    assertThat(stored("large")).containsExactlyInAnyOrderElementsOf(samples);
    assertThat(write(installation.target(), samples).outcome())
        .isEqualTo(ResponseClass.ALREADY_STORED);
  }

  @Test
  void reportsItsProcess() throws Exception {
    try (var probe = TSDB.probe(installation.target())) {
      TsdbNode node = probe.read().nodes().get(0);
      assertThat(node.cpu().seconds()).isPresent();
      assertThat(node.cpu().cores().orElse(0)).isPositive();
      assertThat(node.residentBytes().orElse(0)).isGreaterThan(1e6);
      assertThat(node.storage().logBytes()).isPresent();
      assertThat(node.sessions().active()).isPresent();
      assertThat(node.sessions().waitingForStorage()).isPresent();
    }
    var elsewhere = installation.target().withOption("pid-file", folder.resolve("none").toString());
    try (var probe = TSDB.probe(elsewhere)) {
      assertThat(probe.read().nodes().get(0).cpu().seconds()).isEmpty();
    }
  }

  @Test
  void isStoppedCopiedAndStartedFromTheCopy() throws Exception {
    Path saved = folder.resolve("saved");
    Sample sample = sample("saved", 1, 5);
    try (var own = Installation.start()) {
      assertThat(write(own.target(), List.of(sample)).outcome()).isEqualTo(ResponseClass.OK);
      own.server().stop();
      own.server().saveTo(saved);
      own.server().restart(Settings.DEFAULT);
      assertThat(own.stored()).containsExactly(sample);
    }
    try (var copy = new Installation(OwnedRrdcached.startFrom(saved, Settings.DEFAULT))) {
      assertThat(copy.stored()).containsExactly(sample);
    }
  }

  @Test
  void isReachedOverASocketOfThisMachine() throws Exception {
    Path socket = Files.createTempDirectory("rrd").resolve("s");
    Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    try (var own =
        new Installation(
            Patience.started(
                "RRDcached",
                () ->
                    OwnedRrdcached.start(
                        Settings.arguments("-m", "0777", "-l", "unix:" + socket))))) {
      Sample sample = sample("over_a_socket", 1, 5);
      TargetConfig target = own.target().withUrls(List.of(URI.create("unix://" + socket)));
      assertThat(write(target, List.of(sample)).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(own.stored()).containsExactly(sample);
      try (var probe = TSDB.probe(target)) {
        assertThat(probe.read().nodes().get(0).name()).isEqualTo(socket.toString());
      }
    } finally {
      Files.deleteIfExists(socket);
      Files.delete(socket.getParent());
    }
  }

  /** A socket that takes nothing but STATS; what was sent in vain is no answer to the next. */
  @Test
  void endsTheRunWhereTheSocketMayNotWrite() throws Exception {
    int port = Loopback.freePort();
    try (var own =
        new Installation(
            Patience.started(
                "RRDcached",
                () ->
                    OwnedRrdcached.start(
                        Settings.arguments("-P", "STATS,PING", "-l", "127.0.0.1:" + port))))) {
      TargetConfig target =
          own.target().withUrls(List.of(URI.create("rrdcached://127.0.0.1:" + port)));
      try (var client = TSDB.client(target, new ClientOptions(1, TIMEOUT, "owned"))) {
        for (int i = 0; i < 3; i++) {
          WriteResult result =
              Patience.get(
                  client.write(
                      WRITES.format(target).encode(List.of(sample("a", 1, 1), sample("b", 1, 1)))));
          assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
          assertThat(result.error()).contains("Permission denied", "-P");
        }
      }
      assertThat(own.stored()).isEmpty();
    }
  }

  @Test
  void isWrittenToAsIfWhatThrowsAwayWereOne() throws Exception {
    try (NullTarget target = TSDB.startNullTarget().orElseThrow()) {
      TargetConfig config = TargetConfig.of("rrdcached", target.url());
      assertThat(write(config, List.of(sample("thrown_away", 1, 1))).outcome())
          .isEqualTo(ResponseClass.OK);
      var many = new ArrayList<Sample>();
      for (int i = 0; i < 20_000; i++) {
        many.add(sample("thrown_away_" + i % 10, i / 10, i));
      }
      assertThat(write(config, many).outcome()).isEqualTo(ResponseClass.OK);
      try (var probe = TSDB.probe(config)) {
        assertThat(probe.read().nodes()).hasSize(1);
      }
    }
  }

  @Test
  void endsWithItsLastWordsIfItCanNotStart() {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                RunException.class, () -> OwnedRrdcached.start(Settings.arguments("-w", "none"))))
        .hasMessageContaining("rrdcached");
  }
}
