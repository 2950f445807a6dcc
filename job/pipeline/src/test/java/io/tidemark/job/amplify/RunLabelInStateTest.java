package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which label the series of a job get: its own at its first start, then what is in state. */
@SuppressWarnings("try") // the harness declares InterruptedException
class RunLabelInStateTest {
  private static final long NOW = 1_750_000_000_000L;
  private static final int KEY_GROUPS = 720;
  private static final String FIRST = "tidemark-20261126-120000_aaaaa";
  private static final String SECOND = "tidemark-20261126-130000_bbbbb";

  private static RunName begun(String name) {
    return new RunName(name, true, true);
  }

  /**
   * Subtasks that write a sample each, before and after a checkpoint.
   *
   * @param written values of the label; "" for none
   * @param said by the accumulator
   * @param refused values that dead letters have
   */
  private record Ran(
      Set<String> written,
      Set<Object> said,
      Set<String> refused,
      List<OperatorSubtaskState> state) {
    OperatorSubtaskState repackaged() throws Exception {
      return AbstractStreamOperatorTestHarness.repackageState(
          state.toArray(OperatorSubtaskState[]::new));
    }
  }

  /**
   * @param from null for a first start
   */
  private static Ran run(RunName run, int subtasks, Ran from, String... settings) throws Exception {
    JobConfig config = TestConfig.of(settings);
    var ran = new Ran(new HashSet<>(), new HashSet<>(), new HashSet<>(), new ArrayList<>());
    for (int subtask = 0; subtask < subtasks; subtask++) {
      var factory = new AmplifierFactory(config, run, DeadLetters.TAG);
      try (var harness =
          new OneInputStreamOperatorTestHarness<>(factory, KEY_GROUPS, subtasks, subtask)) {
        harness.setProcessingTime(NOW);
        if (from != null) {
          harness.initializeState(
              AbstractStreamOperatorTestHarness.repartitionOperatorState(
                  from.repackaged(), KEY_GROUPS, from.state().size(), subtasks, subtask));
        }
        harness.open();
        harness.processElement(sample(1));
        harness.processElement(sample(Double.NaN));
        harness.prepareSnapshotPreBarrier(1);
        ran.state().add(harness.snapshot(1, NOW));
        harness.extractOutputValues().forEach(payload -> add(ran.written(), payload, config));
        for (StreamRecord<DeadLetter> letter : harness.getSideOutput(DeadLetters.TAG)) {
          ran.refused().add(letter.getValue().run());
        }
        var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
        ran.said().add(context.getAccumulator(RunName.ACCUMULATOR).getLocalValue());
      }
    }
    return ran;
  }

  private static StreamRecord<SampleBlock> sample(double value) {
    Labels labels = Labels.of(Map.of("__name__", "cpu", "tidemark_run", "of-the-source"));
    return new StreamRecord<>(SampleBlock.of(new Sample(labels, NOW, value)));
  }

  private static void add(Set<String> written, Payload payload, JobConfig config) {
    Tsdb.byType("victoriametrics", RunLabelInStateTest.class.getClassLoader())
        .format(config.target(), config.amplify().amplification())
        .decode(payload)
        .forEach(sample -> written.add(sample.labels().toMap().getOrDefault("tidemark_run", "")));
  }

  private static void assertAll(Ran ran, String label) {
    assertThat(ran.written()).containsExactly(label);
    assertThat(ran.said()).containsExactly(label);
    assertThat(ran.refused()).containsExactly(label);
  }

  /** As after a restart, and as when an upgrade runs main() again, which gives another name. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void isTheFirstStartsWhateverIsGivenLaterAndHoweverManySubtasksThereAre(int subtasks)
      throws Exception {
    Ran first = run(begun(FIRST), 2, null);
    Ran second = run(begun(SECOND), subtasks, first);
    Ran third = run(begun(SECOND), 2, second);

    assertAll(first, FIRST);
    assertAll(second, FIRST);
    assertAll(third, FIRST);
  }

  /** The savepoint is another run's: a side of a comparison, or a step of a search. */
  @Test
  void isTheRunsOwnWhereItOnlyBeginsAtASavepoint() throws Exception {
    Ran first = run(begun(FIRST), 1, null);

    assertAll(run(new RunName(SECOND, true, false), 2, first), SECOND);
  }

  @Test
  void isNotThereWhereTheUserWantsNoneAndAgainTheSameWhereHeDoes() throws Exception {
    var off = new RunName(SECOND, false, true);
    Ran first = run(begun(FIRST), 1, null);
    Ran without = run(off, 1, first);
    Ran again = run(begun(SECOND), 1, without);

    assertThat(without.written()).containsExactly("of-the-source");
    assertThat(without.said()).containsExactly("");
    assertThat(without.refused()).containsExactly("");
    assertAll(again, FIRST);
  }

  @Test
  void anOwnLabelOfThatNameIsTheUsersWhereTheRunGivesNone() throws Exception {
    Ran ran =
        run(
            new RunName(FIRST, false, true),
            1,
            null,
            "target.run-label=false",
            "target.extra-labels.tidemark_run=mine");

    assertThat(ran.written()).containsExactly("mine");
  }

  /** Of a Tidemark that gave none: its series go on as they were. */
  @Test
  void isNotThereAfterASavepointThatHasNone() throws Exception {
    Ran old = run(new RunName("", false, true), 1, null);
    Ran resumed = run(begun(SECOND), 2, old);

    assertThat(resumed.written()).containsExactly("of-the-source");
    assertThat(resumed.said()).containsExactly("");
  }
}
