package io.tidemark.endtoend;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.endtoend.StoppedCommand.Signal;
import io.tidemark.process.Patience;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each command, in each state that it can be in, ends in time, with the signal's exit code, and
 * leaves nothing.
 */
@Tag("slow")
@Tag("guards:job/measure")
@Tag("guards:job/ceiling")
@Tag("guards:savepoints/ab")
@Tag("guards:deploy/cli")
class StopMatrixIT {
  private static final String RUN = "run --json";
  private static final String CEILING = "ceiling --yes --json --max-duration 5m";
  private static final String AB =
      "ab --yes --json --max-duration 30m --set-b write.batch-samples=200";
  private static final String SOON = " --set write.timeout=1s --set write.retry.max=1s";

  /** What is done to the database once a command said what it was waited for. */
  private enum Then {
    NOTHING,
    FREEZE,
    KILL
  }

  private static KafkaBroker kafka;
  private static SessionCluster cluster;

  @TempDir Path folder;
  private OwnedVictoriaMetrics database;

  @BeforeAll
  static void startShared() {
    kafka = KafkaBroker.start();
    kafka.createTopic("empty", 1);
    kafka.createTopic("filled", 1);
    cluster = SessionCluster.start(1, 2);
  }

  @AfterAll
  static void stopShared() {
    cluster.close();
    kafka.close();
  }

  @BeforeEach
  void start() {
    database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
  }

  @AfterEach
  void stop() {
    database.close();
  }

  static Stream<Arguments> commandsAndStates() {
    return Stream.of(
        arguments("run: the JVM starts", RUN, "", Then.NOTHING),
        arguments("run: waiting for its tasks", RUN + " DB", "", Then.NOTHING),
        arguments("run: running", RUN + " DB", " samples, ", Then.NOTHING),
        arguments("run: its database is frozen", RUN + " DB", " samples, ", Then.FREEZE),
        arguments("run: its database is gone", RUN + " DB", " samples, ", Then.KILL),
        arguments(
            "run: draining after its time",
            RUN + " DB --duration 1s --set write.in-flight=1 --set write.batch-samples=1",
            ", stopping",
            Then.FREEZE),
        arguments(
            "run: restarting",
            RUN + " DB --set write.retry.deadline=1s" + SOON,
            " samples, ",
            Then.KILL),
        arguments("run: on a cluster", RUN + " DB CLUSTER", " samples, ", Then.NOTHING),
        arguments(
            "run: on a cluster, its database is gone",
            RUN + " DB CLUSTER",
            " samples, ",
            Then.KILL),
        arguments("ceiling: starting", CEILING + " DB", "", Then.NOTHING),
        arguments("ceiling: warming up", CEILING + " DB", "takes at most", Then.NOTHING),
        arguments("ceiling: searching", CEILING + " DB", "in flight 1 ", Then.NOTHING),
        arguments("ceiling: its database is frozen", CEILING + " DB", "in flight 1 ", Then.FREEZE),
        arguments("ceiling: its database is gone", CEILING + " DB", "in flight 1 ", Then.KILL),
        arguments("ab: starting", AB + " DB", "", Then.NOTHING),
        arguments("ab: warming up", AB + " DB --warm-up 5m", " samples, ", Then.NOTHING),
        arguments("ab: its database is frozen", AB + " DB --warm-up 5m", " samples, ", Then.FREEZE),
        arguments("calibrate: starting", "calibrate", "", Then.NOTHING),
        arguments("calibrate: a search", "calibrate slots", "in flight 1 ", Then.NOTHING),
        arguments("calibrate: by chance", "calibrate --random 100000", "", Then.NOTHING),
        arguments(
            "produce: generating",
            "produce --samples 100000000000 TOPIC=filled",
            "samples/s",
            Then.NOTHING),
        arguments("capture: waiting for records", "capture --to c TOPIC=empty", "", Then.NOTHING),
        arguments(
            "dead-letters: its database is gone", "dead-letters letters --send DB", "", Then.KILL),
        arguments(
            "clean: its database is frozen",
            "clean --yes --run tidemark-20260101-000000 DB",
            "",
            Then.FREEZE),
        arguments("savepoints: looking", "savepoints list /", "", Then.NOTHING));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commandsAndStates")
  void everyCommandEndsInEachState(String name, String line, String said, Then then)
      throws Exception {
    Files.createDirectories(folder.resolve("letters"));
    for (Signal signal : Signal.values()) {
      Path own = Files.createDirectory(folder.resolve(signal.name()));
      try (var command = new StoppedCommand(own, words(line))) {
        if (said.isEmpty()) {
          command.awaitMain();
        } else {
          command.awaitSaid(said);
        }
        happen(then);
        command.endsBy(signal, StoppedCommand.ENDS_WITHIN);
      }
      if (then != Then.NOTHING) {
        database.close();
        start();
      }
    }
  }

  private void happen(Then then) {
    switch (then) {
      case NOTHING -> {}
      case FREEZE -> database.process().freeze();
      case KILL -> database.process().kill();
    }
  }

  private List<String> words(String line) {
    var words = new ArrayList<String>();
    for (String word : line.split(" ")) {
      if (word.equals("DB")) {
        words.addAll(
            StoppedCommand.set(
                List.of(
                    "target.urls=[" + database.url() + "]",
                    "target.accept-load=true",
                    "source.datagen.start=2026-01-01T00:00:00Z",
                    "source.datagen.rate=2000",
                    "checkpoint.interval=500ms",
                    "parallelism=1")));
      } else if (word.equals("CLUSTER")) {
        words.addAll(List.of("--cluster", cluster.restUrl()));
      } else if (word.startsWith("TOPIC=")) {
        words.addAll(
            StoppedCommand.set(
                List.of(
                    "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                    "source.kafka.topics=[" + word.substring("TOPIC=".length()) + "]")));
      } else {
        words.add(word);
      }
    }
    return words;
  }
}
