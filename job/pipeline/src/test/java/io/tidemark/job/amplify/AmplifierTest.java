package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.job.cardinality.DistinctSeries;
import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.deadletter.FirstRefused;
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
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness declares InterruptedException
class AmplifierTest {
  private static final long NOW = 1_750_000_000_000L;

  private static JobConfig config(int m, int n, String... settings) {
    var all = new ArrayList<>(List.of("amplify.m=" + m, "amplify.n=" + n));
    all.addAll(List.of(settings));
    return TestConfig.of(all.toArray(String[]::new));
  }

  private static OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness(JobConfig config)
      throws Exception {
    var factory = new AmplifierFactory(config, RunName.NONE, DeadLetters.TAG);
    var harness = new OneInputStreamOperatorTestHarness<>(factory, 720, 1, 0);
    harness.setProcessingTime(NOW);
    return harness;
  }

  private static StreamRecord<SampleBlock> sample(int series, double value) {
    Labels labels = Labels.of(Map.of("__name__", "m" + series, "instance", "a"));
    return new StreamRecord<>(SampleBlock.of(new Sample(labels, NOW, value)));
  }

  private static List<Sample> decode(JobConfig config, Payload payload) {
    WireFormat format =
        Tsdb.byType("victoriametrics", AmplifierTest.class.getClassLoader())
            .format(config.target(), config.amplify().amplification());
    return format.decode(payload);
  }

  @Test
  void writesEveryCopyOfEverySample() throws Exception {
    JobConfig config = config(3, 2, "amplify.layout=series");
    try (var harness = harness(config)) {
      harness.open();
      harness.processElement(sample(1, 7));
      harness.endInput();
      harness.getOneInputOperator().finish();
      Payload payload = harness.extractOutputValues().get(0);
      Labels original = Labels.of(Map.of("__name__", "m1", "instance", "a"));
      Labels copy = Labels.of(Map.of("__name__", "m1", "instance", "a~1"));
      assertThat(decode(config, payload))
          .containsExactly(
              new Sample(original, NOW, 7),
              new Sample(original, NOW + 20_000, 7),
              new Sample(original, NOW + 40_000, 7),
              new Sample(copy, NOW, 7),
              new Sample(copy, NOW + 20_000, 7),
              new Sample(copy, NOW + 40_000, 7));
    }
  }

  @Test
  void flushesWhenTheBatchIsFull() throws Exception {
    try (var harness = harness(config(6, 1, "write.batch-samples=20"))) {
      harness.open();
      for (int i = 0; i < 7; i++) {
        harness.processElement(sample(i, i));
      }
      assertThat(harness.extractOutputValues())
          .extracting(Payload::samples)
          .containsExactly(18, 18);
    }
  }

  @Test
  void aBatchWasDueWhenTheFirstOfItsSamplesWas() throws Exception {
    try (var harness = harness(config(6, 1, "write.batch-samples=18"))) {
      harness.open();
      for (int i = 0; i < 6; i++) {
        harness.processElement(new StreamRecord<>(sample(i, i).getValue(), NOW - 1_000 + i));
      }
      assertThat(harness.getRecordOutput())
          .extracting(StreamRecord::getTimestamp)
          .containsExactly(NOW - 1_000, NOW - 1_000 + 3);
    }
  }

  @Test
  void flushesBeforeTheBytesWouldExceedTheBound() throws Exception {
    // A sample here is 2 + 24 label bytes + 18 of value and timestamp at least, so 1 KiB holds 24
    // at most.
    try (var harness = harness(config(1, 1, "write.batch-bytes=1KiB"))) {
      harness.open();
      for (int i = 0; i < 100; i++) {
        harness.processElement(sample(i, i));
      }
      harness.endInput();
      harness.getOneInputOperator().finish();
      List<Payload> payloads = harness.extractOutputValues();
      assertThat(payloads).allSatisfy(p -> assertThat(p.rawBytes()).isLessThanOrEqualTo(1024));
      assertThat(payloads.stream().mapToInt(Payload::samples).sum()).isEqualTo(100);
      assertThat(payloads.size()).isLessThan(10);
    }
  }

  @Test
  void flushesBeforeABarrierSoThatNoPartialBatchIsInState() throws Exception {
    try (var harness = harness(config(2, 1))) {
      harness.open();
      harness.processElement(sample(1, 1));
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.prepareSnapshotPreBarrier(1);
      assertThat(harness.extractOutputValues()).hasSize(1);
    }
  }

  @Test
  void aBatchHasLingeredWhenItsTimeIsOverOrTheClockWasSetBackBehindItsBeginning() {
    assertThat(Amplifier.hasLingered(NOW, 1000, NOW + 999)).isFalse();
    assertThat(Amplifier.hasLingered(NOW, 1000, NOW + 1000)).isTrue();
    assertThat(Amplifier.hasLingered(NOW, 1000, NOW - 3_600_000)).isTrue();
  }

  @Test
  void flushesAfterLinger() throws Exception {
    try (var harness = harness(config(2, 1, "write.linger=1s", "write.batch-samples=6"))) {
      harness.open();
      harness.processElement(sample(1, 1));
      harness.setProcessingTime(NOW + 600);
      harness.processElement(sample(2, 1));
      harness.processElement(sample(3, 1));
      assertThat(harness.extractOutputValues()).hasSize(1);
      // The timer set for the batch that is gone must not cut the next one short.
      harness.processElement(sample(4, 1));
      harness.setProcessingTime(NOW + 1000);
      assertThat(harness.extractOutputValues()).hasSize(1);
      harness.setProcessingTime(NOW + 1599);
      assertThat(harness.extractOutputValues()).hasSize(1);
      harness.setProcessingTime(NOW + 1600);
      assertThat(harness.extractOutputValues()).hasSize(2);
    }
  }

  @Test
  void cutsASampleWhoseCopiesExceedABatch() throws Exception {
    JobConfig config = config(6, 10, "write.batch-samples=12");
    try (var harness = harness(config)) {
      harness.open();
      harness.processElement(sample(1, 1));
      List<Payload> payloads = harness.extractOutputValues();
      assertThat(payloads).extracting(Payload::samples).containsOnly(12).hasSize(5);
      assertThat(payloads.stream().flatMap(p -> decode(config, p).stream()).distinct()).hasSize(60);
    }
  }

  @Test
  void refusesBeforeAmplifyingAndSaysWhy() throws Exception {
    try (var harness = harness(config(2, 2, "limits.label-value-bytes=3"))) {
      harness.open();
      harness.processElement(sample(1, Double.NaN));
      harness.processElement(
          new StreamRecord<>(SampleBlock.of(new Sample(Labels.of(Map.of("job", "long")), NOW, 5))));
      harness.prepareSnapshotPreBarrier(1);
      assertThat(harness.extractOutputValues()).isEmpty();
      assertThat(harness.getSideOutput(DeadLetters.TAG))
          .extracting(StreamRecord::getValue)
          .extracting(
              DeadLetter::reason, DeadLetter::origin, DeadLetter::offset, DeadLetter::detail)
          .containsExactly(
              tuple("not-a-number", "{__name__=\"m1\",instance=\"a\"}", NOW, "value=NaN"),
              tuple(
                  "label-value-too-long",
                  "{job=\"long\"}",
                  NOW,
                  "value=5.0; limits.label-value-bytes=3"));
      var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
      assertThat(context.getAccumulator(FirstRefused.NAME).getLocalValue())
          .isEqualTo(
              Map.of(
                  "not-a-number",
                  "{__name__=\"m1\",instance=\"a\"} at %d: value=NaN".formatted(NOW),
                  "label-value-too-long",
                  "{job=\"long\"} at %d: value=5.0; limits.label-value-bytes=3".formatted(NOW)));
    }
  }

  @Test
  void goesOnWithItsTotalsAfterARestore() throws Exception {
    JobConfig config = config(2, 1);
    OperatorSubtaskState state;
    try (var harness = harness(config)) {
      harness.open();
      harness.processElement(sample(1, 1));
      harness.processElement(sample(1, Double.NaN));
      harness.prepareSnapshotPreBarrier(1);
      state = harness.snapshot(1, NOW);
    }
    try (var harness = harness(config)) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(sample(2, 1));
      harness.prepareSnapshotPreBarrier(2);
      var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
      assertThat(context.getAccumulator("samplesAmplified").getLocalValue()).isEqualTo(4L);
      assertThat(context.getAccumulator("recordsRejected").getLocalValue()).isEqualTo(1L);
    }
  }

  @Test
  void countsTheSeriesThatItWritesAndThoseOfBeforeARestore() throws Exception {
    JobConfig config = config(2, 3, "limits.label-value-bytes=3");
    OperatorSubtaskState state;
    try (var harness = harness(config)) {
      harness.open();
      for (int i = 0; i < 100; i++) {
        harness.processElement(sample(i % 5, i));
        harness.processElement(
            new StreamRecord<>(
                SampleBlock.of(new Sample(Labels.of(Map.of("job", "long" + i)), NOW, 5))));
      }
      harness.prepareSnapshotPreBarrier(1);
      assertThat(series(harness, SeriesCounts.SEEN)).isEqualTo(5);
      assertThat(series(harness, SeriesCounts.ACTIVE)).isEqualTo(5);
      state = harness.snapshot(1, NOW);
    }
    try (var harness = harness(config)) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(sample(4, 1));
      harness.processElement(sample(5, 1));
      harness.prepareSnapshotPreBarrier(2);
      assertThat(series(harness, SeriesCounts.SEEN)).isEqualTo(6);
      assertThat(series(harness, SeriesCounts.ACTIVE)).isEqualTo(2);
    }
  }

  /** As few as these come out exactly. */
  private static long series(
      OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness, String which) {
    var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
    return Math.round(DistinctSeries.count((byte[]) context.getAccumulator(which).getLocalValue()));
  }
}
