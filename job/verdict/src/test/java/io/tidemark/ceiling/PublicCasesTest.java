package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.window.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads of a database's public tracker in which people asked what limits ingestion: the numbers
 * they gave as a window, the rest as it is where nothing is wrong. The page of public threads has
 * each beside what was found there.
 */
class PublicCasesTest {
  private static final Path PAGE = Path.of("../../docs/contributing/public-threads.md");

  private record Case(int thread, Consumer<Scene> said, Cause cause) {
    @Override
    public String toString() {
      return "#" + thread + " → " + cause;
    }
  }

  private static Case of(int thread, Consumer<Scene> said, Cause cause) {
    return new Case(thread, said, cause);
  }

  static Stream<Case> cases() {
    return Stream.of(
        of(4964, s -> full(s, 208, 200).link = 1.0, Cause.TSDB_STORAGE),
        of(4219, s -> full(s, 16, 16).link = 0.97, Cause.TSDB_STORAGE),
        of(
            6117,
            s -> {
              s.saturated().link = 1.0;
              s.slowInserts = 0.2;
            },
            Cause.TSDB_STORAGE),
        of(2269, s -> s.saturated().link = 1.0, Cause.TSDB_STORAGE),
        of(2481, s -> s.saturated().ioStalled = 0.9, Cause.TSDB_STORAGE),
        of(6326, s -> full(s, 32, 32).ioStalled = 0.9, Cause.TSDB_STORAGE),
        of(7709, s -> onlySlowInserts(s, 0.2), Cause.INCONCLUSIVE),
        of(9803, s -> onlySlowInserts(s, 1), Cause.INCONCLUSIVE),
        of(6849, s -> s.saturated().databaseCores = 4.0, Cause.TSDB_CPU),
        of(
            377,
            s -> {
              full(s, 64, 64).databaseCores = 3.9;
            },
            Cause.TSDB_CPU),
        of(
            6148,
            s -> {
              s.throttled = 1;
              s.endpoints = List.of(new Endpoint("gateway", 100, 5, 0, Map.of("HTTP 429", 1.0)));
            },
            Cause.TSDB_REJECTING),
        of(11420, Scene::saturated, Cause.JOB_IN_FLIGHT),
        of(
            4703,
            s -> {
              full(s, 64, 64).throttled = 0.3;
              s.slotTimeouts = 5.0;
              s.unreachableStorage = List.of("vmstorage-2:8400");
            },
            Cause.TSDB_STORAGE),
        // 200 billion samples in 36 hours.
        of(
            863,
            s -> {
              s.saturated().metrics = false;
              s.samplesPerSecond = 200e9 / 36 / 3600;
            },
            Cause.INCONCLUSIVE),
        of(5408, s -> s.saturated().metrics = false, Cause.INCONCLUSIVE));
  }

  /** Neither CPU nor disk was told, which is what they cost. */
  private static void onlySlowInserts(Scene scene, double share) {
    scene.saturated().slowInserts = share;
    scene.databaseCores = null;
    scene.disk = null;
    scene.readOnly = null;
  }

  private static Scene full(Scene scene, double slots, double inUse) {
    scene.saturated().slots = slots;
    scene.bound = 2 * (int) slots;
    scene.inFlight = scene.bound;
    scene.slotsInUse = inUse;
    return scene;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void saysWhatTheTableSays(Case of) throws IOException {
    var scene = new Scene();
    of.said.accept(scene);

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).as("%s", verdict).isEqualTo(of.cause);
    assertThat(Files.readString(PAGE).lines())
        .as("a row of %s in %s", of, PAGE)
        .anyMatch(
            line ->
                line.startsWith("| #" + of.thread + " |")
                    && line.split(" \\| ")[2].equals("`" + of.cause + "`"));
  }
}
