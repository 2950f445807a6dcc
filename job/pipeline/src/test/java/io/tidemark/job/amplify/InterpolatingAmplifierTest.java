package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.io.RecordProcessorUtils;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness declares InterruptedException
class InterpolatingAmplifierTest {
  private static final long NOW = 1_750_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final int KEY_GROUPS = 720;

  private static final JobConfig INTERPOLATE = config("interpolate");

  private static final JobConfig WIDE =
      TestConfig.of(
          "amplify.m=2",
          "amplify.value=interpolate",
          "amplify.layout=series",
          "limits.future=365d");

  private static JobConfig config(String value) {
    return TestConfig.of(
        "amplify.m=2", "amplify.value=" + value, "amplify.layout=series", "write.linger=1ms");
  }

  private static KeyedOneInputStreamOperatorTestHarness<Long, SampleBlock, Payload> harness(
      JobConfig config) throws Exception {
    return harness(config, 1, 0, NOW);
  }

  private static KeyedOneInputStreamOperatorTestHarness<Long, SampleBlock, Payload> harness(
      JobConfig config, int parallelism, int subtask, long now) throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<Long, SampleBlock, Payload>(
            new AmplifierFactory(config, RunName.NONE, DeadLetters.TAG),
            SampleBlock::key,
            Types.LONG,
            KEY_GROUPS,
            parallelism,
            subtask);
    harness.setProcessingTime(now);
    return harness;
  }

  private static Labels labels(int series) {
    return Labels.of(Map.of("__name__", "m" + series));
  }

  private static StreamRecord<SampleBlock> sample(int series, long minute, double value) {
    return new StreamRecord<>(
        SampleBlock.of(new Sample(labels(series), NOW + minute * MINUTE, value)));
  }

  /** What came out until now, as series, half minutes since the beginning, and value. */
  private static List<String> written(
      KeyedOneInputStreamOperatorTestHarness<Long, SampleBlock, Payload> harness) throws Exception {
    harness.prepareSnapshotPreBarrier(99);
    WireFormat format =
        Tsdb.byType("victoriametrics", InterpolatingAmplifierTest.class.getClassLoader())
            .format(INTERPOLATE.target(), INTERPOLATE.amplify().amplification());
    return harness.extractOutputValues().stream()
        .flatMap(payload -> format.decode(payload).stream())
        .map(
            s ->
                "%s %d %s"
                    .formatted(
                        s.labels().toMap().get("__name__"),
                        (s.timestampMillis() - NOW) / (MINUTE / 2),
                        s.value()))
        .toList();
  }

  private static void finish(
      KeyedOneInputStreamOperatorTestHarness<Long, SampleBlock, Payload> harness) throws Exception {
    harness.endInput();
    harness.getOneInputOperator().finish();
  }

  private static long amplified(
      KeyedOneInputStreamOperatorTestHarness<Long, SampleBlock, Payload> harness) {
    var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
    return (Long) context.getAccumulator("samplesAmplified").getLocalValue();
  }

  @Test
  void writesASampleWhenTheNextOfItsSeriesSaysWhereItGoes() throws Exception {
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(2, 0, 7));
      assertThat(written(harness)).isEmpty();

      harness.processElement(sample(1, 1, 20));
      assertThat(written(harness)).containsExactly("m1 0 10.0", "m1 1 15.0");
    }
  }

  /** What a task does with an operator; the harness sets a key always. */
  @Test
  void aTaskSetsTheKeyOfEachSampleOnlyWhereSamplesAreHeld() throws Exception {
    try (var holding = harness(INTERPOLATE);
        var repeating = harness(config("repeat"))) {
      holding.open();
      var held = RecordProcessorUtils.getRecordProcessor(holding.getOneInputOperator());
      held.accept(sample(1, 0, 10));
      held.accept(sample(2, 0, 7));
      held.accept(sample(1, 1, 20));
      assertThat(written(holding)).containsExactly("m1 0 10.0", "m1 1 15.0");

      repeating.open();
      RecordProcessorUtils.getRecordProcessor(repeating.getOneInputOperator())
          .accept(sample(1, 0, 10));
      assertThat(written(repeating)).containsExactly("m1 0 10.0", "m1 1 10.0");
      assertThat(((Amplifier) repeating.getOneInputOperator()).getCurrentKey()).isNull();
    }
  }

  @Test
  void repeatsTheLastOfEachSeriesAtTheEnd() throws Exception {
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(1, 1, 20));
      harness.processElement(sample(2, 0, 7));
      finish(harness);

      assertThat(written(harness))
          .containsExactlyInAnyOrder(
              "m1 0 10.0", "m1 1 15.0", "m1 2 20.0", "m1 3 20.0", "m2 0 7.0", "m2 1 7.0");
      assertThat(amplified(harness)).isEqualTo(6);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void drawsNoLineOverAPauseOfMoreThanFiveIntervals() throws Exception {
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(1, 5, 20));
      assertThat(written(harness)).containsExactly("m1 0 10.0", "m1 1 11.0");
      harness.processElement(sample(1, 11, 80));
      assertThat(written(harness)).endsWith("m1 10 20.0", "m1 11 20.0").hasSize(4);
    }
  }

  @Test
  void repeatsWhatComesLateAndWaitsOn() throws Exception {
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 1, 10));
      harness.processElement(sample(1, 0, 3));
      assertThat(written(harness)).containsExactly("m1 0 3.0", "m1 1 3.0");
      harness.processElement(sample(1, 2, 20));
      assertThat(written(harness)).endsWith("m1 2 10.0", "m1 3 15.0").hasSize(4);
    }
  }

  /** What is refused anyway must not make every later sample of its series a late one. */
  @Test
  void whatTheRulesRefuseIsNotWaitedWith() throws Exception {
    long tooFarAhead = 10 * 24 * 60;
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(1, tooFarAhead, 99));
      harness.processElement(sample(1, 1, 20));
      harness.processElement(sample(1, 2, Double.NaN));
      harness.processElement(sample(1, 3, 40));

      assertThat(written(harness))
          .containsExactly("m1 0 10.0", "m1 1 15.0", "m1 2 20.0", "m1 3 25.0");
      assertThat(harness.getSideOutput(DeadLetters.TAG))
          .extracting(letter -> letter.getValue().reason())
          .containsExactly("timestamp-in-future", "not-a-number");
    }
  }

  /** Of a build that held what the rules refuse, or with wider limits. */
  @Test
  void aSampleInASavepointThatTheRulesRefuseIsLetGo() throws Exception {
    OperatorSubtaskState state = savepoint(WIDE, List.of(sample(1, 20 * 24 * 60, 99)));
    try (var harness = harness(INTERPOLATE)) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(1, 1, 20));

      assertThat(written(harness)).containsExactly("m1 0 10.0", "m1 1 15.0");
      assertThat(harness.getSideOutput(DeadLetters.TAG)).hasSize(1);
    }
  }

  @Test
  void writesTheVerySameSampleAsOftenAsItCameWithTheSameValues() throws Exception {
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(1, 0, 10));
      harness.processElement(sample(1, 1, 20));
      assertThat(written(harness))
          .containsExactly("m1 0 10.0", "m1 1 15.0", "m1 0 10.0", "m1 1 15.0");
    }
  }

  @Test
  void repeatsTheLastSampleOfASeriesThatHasEnded() throws Exception {
    long hold = InterpolatingAmplifier.holdMillis(INTERPOLATE.amplify().amplification());
    try (var harness = harness(INTERPOLATE)) {
      harness.open();
      harness.processElement(sample(1, 0, 10));
      harness.setProcessingTime(NOW + MINUTE);
      harness.processElement(sample(1, 1, 20));
      harness.setProcessingTime(NOW + hold + MINUTE - 1);
      assertThat(written(harness)).containsExactly("m1 0 10.0", "m1 1 15.0");

      harness.setProcessingTime(NOW + hold + MINUTE);
      assertThat(written(harness)).endsWith("m1 2 20.0", "m1 3 20.0").hasSize(4);
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void goesOnAtAnotherParallelismWithNothingLostAndNothingTwice() throws Exception {
    int series = 50;
    var first = new ArrayList<StreamRecord<SampleBlock>>();
    for (int i = 0; i < series; i++) {
      first.add(sample(i, 0, 10));
    }
    OperatorSubtaskState state = savepoint(INTERPOLATE, first);
    // The job was down for longer than a sample is held for.
    long later = NOW + 60 * MINUTE;
    var written = new ArrayList<String>();
    long amplified = 0;
    for (int subtask = 0; subtask < 3; subtask++) {
      try (var harness = harness(INTERPOLATE, 3, subtask, later)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                state, KEY_GROUPS, 1, 3, subtask));
        harness.open();
        harness.setProcessingTime(later + 1);
        for (int i = 0; i < series; i++) {
          if (isOf(subtask, sample(i, 1, 20))) {
            harness.processElement(sample(i, 1, 20));
          }
        }
        finish(harness);
        written.addAll(written(harness));
        amplified += amplified(harness);
      }
    }
    var expected = new ArrayList<String>();
    for (int i = 0; i < series; i++) {
      expected.add("m%d 0 10.0".formatted(i));
      expected.add("m%d 1 15.0".formatted(i));
      expected.add("m%d 2 20.0".formatted(i));
      expected.add("m%d 3 20.0".formatted(i));
    }
    assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(amplified).isEqualTo(4L * series);
  }

  /** Not closed: the harness would end what it closes, and a job that is stopped does not end. */
  @SuppressWarnings("resource")
  private static OperatorSubtaskState savepoint(
      JobConfig config, List<StreamRecord<SampleBlock>> samples) throws Exception {
    var harness = harness(config);
    harness.open();
    harness.processElements(samples);
    harness.prepareSnapshotPreBarrier(1);
    assertThat(harness.extractOutputValues()).isEmpty();
    return harness.snapshot(1, NOW);
  }

  private static boolean isOf(int subtask, StreamRecord<SampleBlock> sample) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
            sample.getValue().key(), KEY_GROUPS, 3)
        == subtask;
  }

  @Test
  void losesNothingWhenAJobWithoutItTakesUpItsSavepoint() throws Exception {
    OperatorSubtaskState state = savepoint(INTERPOLATE, List.of(sample(1, 0, 10)));
    try (var harness = harness(config("repeat"))) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(sample(1, 1, 20));
      assertThat(written(harness))
          .containsExactly("m1 0 10.0", "m1 1 10.0", "m1 2 20.0", "m1 3 20.0");
      assertThat(harness.numKeyedStateEntries()).isZero();
    }
  }
}
