package io.tidemark.job.amplify;

import static io.tidemark.job.amplify.FractionalAmplifierTest.HOSTS;
import static io.tidemark.job.amplify.FractionalAmplifierTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.cardinality.DistinctSeries;
import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.series.Churn;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Series of a topic or a file that are replaced by new ones. */
@SuppressWarnings("try") // the harness declares InterruptedException
class ChurningAmplifierTest {
  private static final int MINUTES = 10;
  private static final long MINUTE = 60_000;

  private static JobConfig config(String... settings) {
    var all =
        new ArrayList<>(
            List.of(
                "source.type=file",
                "amplify.m=3",
                "amplify.n=2",
                "amplify.interval=1m",
                "amplify.churn=0.3",
                "limits.future=1h",
                "write.batch-samples=50"));
    all.addAll(List.of(settings));
    return TestConfig.of(all.toArray(String[]::new));
  }

  /** Two metrics of each host, each minute. */
  private static List<Sample> sources(int fromMinute, int toMinute) {
    var sources = new ArrayList<Sample>();
    for (int minute = fromMinute; minute < toMinute; minute++) {
      for (Sample sample : FractionalAmplifierTest.sources()) {
        sources.add(
            new Sample(
                sample.labels(), sample.timestampMillis() + minute * MINUTE, sample.value()));
      }
    }
    return sources;
  }

  /** By the plain definitions. */
  private static List<Sample> expected(JobConfig config, List<Sample> sources) {
    var copies = new Copies(config.amplify().amplification(), config.target().extraLabels());
    var all = new ArrayList<Sample>();
    for (Sample source : sources) {
      all.addAll(copies.of(List.of(replaced(config, source)), copies.amplification().all()));
    }
    return all;
  }

  private static Sample replaced(JobConfig config, Sample source) {
    Churn churn = config.amplify().replaced();
    long generation = churn.generation(churn.phase(source.labels()), source.timestampMillis());
    return new Sample(
        churn.replaced(source.labels(), generation), source.timestampMillis(), source.value());
  }

  private static long series(List<Sample> written) {
    return written.stream().map(Sample::labels).distinct().count();
  }

  @Test
  void writesTheSeriesThatTheDefinitionNamesAndCountsThem() throws Exception {
    JobConfig config = config();
    List<Sample> sources = sources(0, MINUTES);
    try (var harness = FractionalAmplifierTest.harness(config, 1, 0)) {
      harness.open();
      FractionalAmplifierTest.process(harness, sources);
      harness.prepareSnapshotPreBarrier(1);

      List<Sample> expected = expected(config, sources);
      assertThat(FractionalAmplifierTest.written(config, harness.extractOutputValues()))
          .containsExactlyInAnyOrderElementsOf(expected);
      // 0.3 of them a minute, over nine minutes: each is replaced two or three times.
      assertThat(series(expected)).isBetween(2 * 2 * HOSTS * 3L, 2 * 2 * HOSTS * 4L);
      assertThat(seen(harness)).isEqualTo(series(expected) / 2);
    }
  }

  private static long seen(OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness) {
    Object counted = FractionalAmplifierTest.accumulator(harness, SeriesCounts.SEEN);
    return Math.round(DistinctSeries.count((byte[]) counted));
  }

  /** A number stands for the source's series, whatever is written of it. */
  @Test
  void writesTheSameOfNumberedSeriesWhateverIsCached() throws Exception {
    JobConfig config = config("amplify.max-cached-series=3");
    List<Sample> sources = sources(0, MINUTES);
    try (var harness = FractionalAmplifierTest.harness(config, 1, 0)) {
      harness.open();
      for (int i = 0; i < sources.size(); i++) {
        Sample sample = sources.get(i);
        int number = i % (2 * HOSTS);
        Labels named = i < 2 * HOSTS ? sample.labels() : null;
        var block = new SampleBlock.Builder(0);
        block.add(number, sample.labels().hash(), named, sample.timestampMillis(), sample.value());
        harness.processElement(new StreamRecord<>(block.take()));
      }
      harness.prepareSnapshotPreBarrier(1);

      assertThat(FractionalAmplifierTest.written(config, harness.extractOutputValues()))
          .containsExactlyInAnyOrderElementsOf(expected(config, sources));
    }
  }

  /** What a series is replaced by hangs on nothing that a subtask has. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void goesOnAtAnotherParallelismWithTheSameSeries(int subtasks) throws Exception {
    JobConfig config = config();
    int half = MINUTES / 2;
    var written = new ArrayList<Sample>();
    var before = new ArrayList<OperatorSubtaskState>();
    for (int subtask = 0; subtask < 2; subtask++) {
      try (var harness = FractionalAmplifierTest.harness(config, 2, subtask)) {
        harness.open();
        FractionalAmplifierTest.process(
            harness, FractionalAmplifierTest.of(subtask, 2, sources(0, half)));
        harness.prepareSnapshotPreBarrier(1);
        written.addAll(FractionalAmplifierTest.written(config, harness.extractOutputValues()));
        before.add(harness.snapshot(1, NOW));
      }
    }
    OperatorSubtaskState state =
        AbstractStreamOperatorTestHarness.repackageState(
            before.toArray(OperatorSubtaskState[]::new));
    long amplified = 0;
    for (int subtask = 0; subtask < subtasks; subtask++) {
      try (var harness = FractionalAmplifierTest.harness(config, subtasks, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                state, FractionalAmplifierTest.KEY_GROUPS, 2, subtasks, subtask));
        harness.open();
        FractionalAmplifierTest.process(
            harness, FractionalAmplifierTest.of(subtask, subtasks, sources(half, MINUTES)));
        harness.prepareSnapshotPreBarrier(2);
        written.addAll(FractionalAmplifierTest.written(config, harness.extractOutputValues()));
        amplified += (long) FractionalAmplifierTest.accumulator(harness, "samplesAmplified");
      }
    }

    List<Sample> expected = expected(config, sources(0, MINUTES));
    assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(amplified).isEqualTo(expected.size());
  }

  /** It is of the series that is written: so each that is new has one. */
  @Test
  void recordsWhatIsWritten() throws Exception {
    JobConfig config = config("last-received.mode=each", "amplify.m=1", "amplify.n=1");
    List<Sample> sources = sources(0, 2);
    try (var harness = FractionalAmplifierTest.harness(config, 1, 0)) {
      harness.open();
      FractionalAmplifierTest.process(harness, sources);
      harness.prepareSnapshotPreBarrier(1);

      List<String> recorded =
          harness.extractOutputValues().stream()
              .map(payload -> payload.records().payload())
              .flatMap(
                  records -> FractionalAmplifierTest.written(config, List.of(records)).stream())
              .map(record -> record.labels().toMap().get("instance"))
              .toList();
      assertThat(recorded)
          .containsExactlyInAnyOrderElementsOf(
              sources.stream()
                  .map(source -> replaced(config, source).labels().toMap().get("instance"))
                  .toList());
    }
  }

  /** Sent again they come through here, and get their suffix then. */
  @Test
  void aDeadLetterHasTheLabelsOfTheSource() throws Exception {
    try (var harness = FractionalAmplifierTest.harness(config(), 1, 0)) {
      harness.open();
      Sample source = FractionalAmplifierTest.sources().get(0);
      FractionalAmplifierTest.process(
          harness,
          List.of(
              new Sample(source.labels(), NOW, Double.NaN),
              new Sample(
                  Labels.of(Map.of("__name__", "up", "instance", "x".repeat(5_000))), NOW, 1)));
      harness.prepareSnapshotPreBarrier(1);

      assertThat(harness.getSideOutput(DeadLetters.TAG))
          .hasSize(2)
          .allSatisfy(letter -> assertThat(letter.getValue().origin()).doesNotContain("~g"));
    }
  }
}
