package io.tidemark.job.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("try") // the harness closes with InterruptedException
class LetterKeeperTest {
  @TempDir Path folder;

  private static DeadLetter letter(long offset, byte... original) {
    return new DeadLetter("metrics", 3, offset, "undecodable", "a \"b\"\n", original, 0);
  }

  private static final long LETTER = DeadLetterJson.encode(letter(1), true).length;

  private OneInputStreamOperatorTestHarness<DeadLetter, byte[]> keeper(
      OperatorSubtaskState state, String... settings) throws Exception {
    var all = new ArrayList<>(List.of("dead-letter.path=" + folder));
    all.addAll(List.of(settings));
    JobConfig config = TestConfig.of(all.toArray(String[]::new));
    var harness = new OneInputStreamOperatorTestHarness<>(new LetterKeeper(config.deadLetter()));
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  private static void write(
      OneInputStreamOperatorTestHarness<DeadLetter, byte[]> keeper, int letters) throws Exception {
    for (int i = 0; i < letters; i++) {
      keeper.processElement(new StreamRecord<>(letter(i % 10)));
    }
  }

  private static long count(OneInputStreamOperatorTestHarness<?, ?> keeper, String name) {
    return ((LongCounter) keeper.getEnvironment().getAccumulatorRegistry().getUserMap().get(name))
        .getLocalValue();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (Path file : files(folder)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  @Test
  void everyLetterIsInAFinishedFileBeforeACheckpointPasses() throws Exception {
    try (var keeper = keeper(null)) {
      keeper.getOperator().prepareSnapshotPreBarrier(1);
      assertThat(files(folder)).isEmpty();
      keeper.processElement(new StreamRecord<>(letter(1, (byte) 0, (byte) -1)));
      keeper.processElement(new StreamRecord<>(letter(2)));
      keeper.getOperator().prepareSnapshotPreBarrier(2);
      keeper.processElement(new StreamRecord<>(letter(3)));
    }
    assertThat(files(folder)).hasSize(2);
    List<String> lines = Files.readAllLines(files(folder).get(0));
    assertThat(lines).hasSize(2);
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertThat(first.get("offset").asLong()).isEqualTo(1);
    assertThat(first.get("detail").asText()).isEqualTo("a \"b\"\n");
    assertThat(first.get("original").binaryValue()).isEqualTo(new byte[] {0, -1});
    assertThat(first.get("time").asText()).isEqualTo("1970-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "run[1]", "100%", "a%20b", "ümlaut#1?x", "{a}"})
  void aFolderMayHaveAnyName(String name) throws Exception {
    for (String path : List.of(folder + "/" + name, "file://" + folder + "/" + name)) {
      try (var keeper = keeper(null, "dead-letter.path=" + path)) {
        write(keeper, 1);
      }
      assertThat(files(folder.resolve(name))).as(path).hasSize(path.startsWith("file:") ? 2 : 1);
    }
  }

  @Test
  void countsWhatItDoesNotKeepAnyMore() throws Exception {
    try (var keeper = keeper(null, "dead-letter.max-bytes=" + (5 * LETTER + 3))) {
      write(keeper, 12);
      assertThat(count(keeper, KeptLetters.KEPT)).isEqualTo(5);
      assertThat(count(keeper, KeptLetters.BYTES)).isEqualTo(5 * LETTER);
      assertThat(count(keeper, KeptLetters.OVER_BYTES)).isEqualTo(12 - 5);
      assertThat(count(keeper, KeptLetters.OVER_SPACE)).isZero();
    }
    assertThat(bytes()).isEqualTo(5 * LETTER);
  }

  /** What was written after the checkpoint is there, though the state knows nothing of it. */
  @Test
  void theBoundHoldsOverRestartsAndRuns() throws Exception {
    String bound = "dead-letter.max-bytes=" + 10 * LETTER;
    OperatorSubtaskState checkpoint;
    try (var keeper = keeper(null, bound)) {
      write(keeper, 4);
      keeper.getOperator().prepareSnapshotPreBarrier(1);
      checkpoint = keeper.snapshot(1, 1);
      write(keeper, 4);
    }
    try (var keeper = keeper(checkpoint, bound)) {
      write(keeper, 8);
      assertThat(count(keeper, KeptLetters.KEPT)).isEqualTo(4 + 2);
      assertThat(count(keeper, KeptLetters.OVER_BYTES)).isEqualTo(6);
    }
    assertThat(bytes()).isEqualTo(10 * LETTER);
    try (var keeper = keeper(null, bound)) {
      write(keeper, 3);
      assertThat(count(keeper, KeptLetters.OVER_BYTES)).isEqualTo(3);
    }
    assertThat(bytes()).isEqualTo(10 * LETTER);
  }

  @Test
  void aTopicTakesSoManyBytesOverRestarts() throws Exception {
    String[] topic = {"dead-letter.type=kafka", "dead-letter.max-bytes=" + 6 * LETTER};
    OperatorSubtaskState checkpoint;
    try (var keeper = keeper(null, topic)) {
      write(keeper, 4);
      checkpoint = keeper.snapshot(1, 1);
      assertThat(keeper.extractOutputValues())
          .hasSize(4)
          .contains(DeadLetterJson.encode(letter(2)));
    }
    try (var keeper = keeper(checkpoint, topic)) {
      write(keeper, 4);
      assertThat(keeper.extractOutputValues()).hasSize(2);
      assertThat(count(keeper, KeptLetters.KEPT)).isEqualTo(6);
      assertThat(count(keeper, KeptLetters.OVER_BYTES)).isEqualTo(2);
    }
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void takesNoMoreThanItsShareOfWhatIsFree() throws Exception {
    try (var keeper = keeper(null, "dead-letter.max-free-share=0")) {
      write(keeper, 3);
      assertThat(count(keeper, KeptLetters.KEPT)).isZero();
      assertThat(count(keeper, KeptLetters.OVER_SPACE)).isEqualTo(3);
    }
    assertThat(bytes()).isZero();
  }

  @Test
  void aFolderThatCanNotBeMadeEndsTheRun() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    try (var keeper = keeper(null, "dead-letter.path=" + file.resolve("in"))) {
      assertThatThrownBy(() -> write(keeper, 1))
          .isInstanceOf(SuppressRestartsException.class)
          .rootCause()
          .hasMessageContaining(file.toString());
    }
  }
}
