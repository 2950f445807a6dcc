package io.tidemark.endtoend;

import io.tidemark.endtoend.StoppedCommand.Signal;
import io.tidemark.process.Patience;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  /**
   * @param line of the command
   * @param said what it says in that state; "" for its beginning
   */
  private record State(String name, String line, String said, Then then) {}

  private static final List<State> STATES =
      List.of(
          new State("run: the JVM starts", RUN, "", Then.NOTHING),
          new State("run: waiting for its tasks", RUN + " DB", "", Then.NOTHING),
          new State("run: running", RUN + " DB", " samples, ", Then.NOTHING),
          new State("run: its database is frozen", RUN + " DB", " samples, ", Then.FREEZE),
          new State("run: its database is gone", RUN + " DB", " samples, ", Then.KILL),
          new State(
              "run: draining after its time",
              RUN
                  + " DB --duration 1s --set write.in-flight=1 --set write.batch-samples=1"
                  + " --set amplify.m=100",
              ", stopping",
              Then.FREEZE),
          new State(
              "run: restarting",
              RUN + " DB --set write.retry.deadline=1s" + SOON,
              " samples, ",
              Then.KILL),
          new State("run: on a cluster", RUN + " DB CLUSTER", " samples, ", Then.NOTHING),
          new State(
              "run: on a cluster, its database is gone",
              RUN + " DB CLUSTER",
              " samples, ",
              Then.KILL),
          new State("ceiling: starting", CEILING + " DB", "", Then.NOTHING),
          new State("ceiling: warming up", CEILING + " DB", "takes at most", Then.NOTHING),
          new State("ceiling: searching", CEILING + " DB", "in flight 1 ", Then.NOTHING),
          new State(
              "ceiling: its database is frozen", CEILING + " DB", "in flight 1 ", Then.FREEZE),
          new State("ceiling: its database is gone", CEILING + " DB", "in flight 1 ", Then.KILL),
          new State("ab: starting", AB + " DB", "", Then.NOTHING),
          new State("ab: warming up", AB + " DB --warm-up 5m", " samples, ", Then.NOTHING),
          new State(
              "ab: its database is frozen", AB + " DB --warm-up 5m", " samples, ", Then.FREEZE),
          new State("calibrate: starting", "calibrate", "", Then.NOTHING),
          new State("calibrate: a search", "calibrate slots", "in flight 1 ", Then.NOTHING),
          new State("calibrate: by chance", "calibrate --random 100000", "", Then.NOTHING),
          new State(
              "produce: generating",
              "produce --yes --samples 100000000000 TOPIC=filled",
              "samples/s",
              Then.NOTHING),
          new State("capture: waiting for records", "capture --to c TOPIC=empty", "", Then.NOTHING),
          new State(
              "dead-letters: its database is gone",
              "dead-letters letters --send DB",
              "",
              Then.KILL),
          new State(
              "clean: its database is frozen",
              "clean --yes --run tidemark-20260101-000000 DB",
              "",
              Then.FREEZE),
          new State("savepoints: looking", "savepoints list /", "", Then.NOTHING));

  private static final int AT_A_TIME = 4;

  private static KafkaBroker kafka;
  private static SessionCluster cluster;

  @TempDir Path folder;

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

  /** Some at a time: they wait for most of it. */
  @ParameterizedTest
  @EnumSource
  void everyCommandEndsInEachState(Signal signal) throws Exception {
    ExecutorService several = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      var failures = new ArrayList<Throwable>();
      var ends = new ArrayList<Future<?>>();
      for (State state : STATES) {
        ends.add(several.submit(() -> ends(state, signal)));
      }
      for (Future<?> end : ends) {
        try {
          end.get();
        } catch (ExecutionException e) {
          failures.add(e.getCause());
        }
      }
      for (Throwable failure : failures.subList(Math.min(1, failures.size()), failures.size())) {
        failures.get(0).addSuppressed(failure);
      }
      if (!failures.isEmpty()) {
        throw thrown(failures.get(0));
      }
    } finally {
      several.shutdownNow();
    }
  }

  private static Exception thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (Exception) failure;
  }

  private Void ends(State state, Signal signal) throws Exception {
    Path own = Files.createDirectory(folder.resolve(state.name().replaceAll("[^a-z]+", "-")));
    Files.createDirectories(own.resolve("letters"));
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var command = new StoppedCommand(own, words(state.line(), database))) {
      if (state.said().isEmpty()) {
        command.awaitMain();
      } else {
        command.awaitSaid(state.said());
      }
      happen(state.then(), database);
      command.endsBy(signal, StoppedCommand.ENDS_WITHIN);
    } catch (Throwable e) {
      e.addSuppressed(new IllegalStateException(state.name()));
      throw e;
    }
    return null;
  }

  private static void happen(Then then, OwnedVictoriaMetrics database) {
    switch (then) {
      case NOTHING -> {}
      case FREEZE -> database.process().freeze();
      case KILL -> database.process().kill();
    }
  }

  private static List<String> words(String line, OwnedVictoriaMetrics database) {
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
