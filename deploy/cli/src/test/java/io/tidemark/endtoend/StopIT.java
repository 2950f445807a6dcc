package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.endtoend.StoppedCommand.Signal;
import io.tidemark.process.Patience;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that can't write what it has read ends in time all the same, says what is pending, and
 * keeps its last checkpoint, from which the rest is written. {@link StopMatrixIT} has the other
 * commands and states.
 */
class StopIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;
  private OwnedVictoriaMetrics database;

  @BeforeEach
  void start() {
    database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
  }

  @AfterEach
  void stop() {
    database.close();
  }

  @Test
  void whileItIsRestartedAgainAndAgain() throws Exception {
    try (var run = run("write.timeout=1s", "write.retry.max=1s", "write.retry.deadline=2s")) {
      freezeWithACheckpoint(run);
      run.awaitSaid("is restarted");
      run.endsBy(Signal.TERM, StoppedCommand.ENDS_WITHIN);
      database.process().resume();
      assertThatTheRestIsWrittenFromTheCheckpoint(run);
    }
  }

  @Test
  void atTheSecondSignalAtOnce() throws Exception {
    try (var run = run()) {
      freezeWithACheckpoint(run);
      // All that was read before the database froze may have been written: thousands are not.
      run.awaitSaid(" k pending");
      run.signal(Signal.INT);
      run.awaitSaid("stopping: writing what was read, for 10 s at most");
      run.endsBy(Signal.INT, StoppedCommand.ENDS_AT_ONCE);
      database.process().resume();
      assertThatTheRestIsWrittenFromTheCheckpoint(run);
    }
  }

  /** Of its result; on a host that is too busy to print it in time, of its last line. */
  private record Said(long pending, String checkpoint) {
    private static final Pattern LAST_LINE =
        Pattern.compile("(\\d+) samples were pending; its last checkpoint is (\\S+)");

    static Said of(StoppedCommand run) throws Exception {
      if (!run.output().isEmpty()) {
        JsonNode result = new ObjectMapper().readTree(run.output());
        assertThat(result.get("interrupted").asBoolean()).isTrue();
        return new Said(result.get("samplesPending").asLong(), result.get("checkpoint").asText());
      }
      Matcher line = LAST_LINE.matcher(run.errors());
      assertThat(line.find()).as(run.errors()).isTrue();
      return new Said(Long.parseLong(line.group(1)), line.group(2));
    }
  }

  private StoppedCommand run(String... more) throws Exception {
    var settings = new ArrayList<>(AwayDatabase.settings(database, List.of(more)));
    settings.add("dead-letter.path=" + folder.resolve("dead-letters"));
    var arguments = new ArrayList<>(List.of("run", "--json"));
    arguments.addAll(StoppedCommand.set(settings));
    return new StoppedCommand(folder, arguments);
  }

  /** The first checkpoints come within a second; of them one is after the first samples. */
  private void freezeWithACheckpoint(StoppedCommand run) {
    run.awaitSaid(" samples, ");
    database.process().freeze();
  }

  private void assertThatTheRestIsWrittenFromTheCheckpoint(StoppedCommand stopped)
      throws Exception {
    Said said = Said.of(stopped);
    assertThat(said.pending).isPositive();
    String checkpoint = said.checkpoint;
    assertThat(Path.of(checkpoint).resolve("_metadata")).exists();
    assertThat(Path.of(checkpoint).getParent().getParent()).isEqualTo(folder.resolve(".tidemark"));

    var arguments = new ArrayList<>(List.of("run", "-q", "--json", "--from", checkpoint));
    arguments.addAll(StoppedCommand.set(AwayDatabase.settings(database, List.of())));
    try (var rest = new StoppedCommand(Files.createDirectory(folder.resolve("rest")), arguments)) {
      assertThat(rest.exitCode()).as(rest.errors()).isZero();
      assertThat(new ObjectMapper().readTree(rest.output()).get("samplesPending").asLong())
          .isZero();
    }
    Patience.untilAsserted(PATIENCE, () -> AwayDatabase.assertThatAllIsStored(database));
  }
}
