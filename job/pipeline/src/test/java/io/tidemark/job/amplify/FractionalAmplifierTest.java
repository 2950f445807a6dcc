package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.cardinality.DistinctSeries;
import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.series.Copies;
import io.tidemark.series.Fleet;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances that do not all have as many copies. */
@SuppressWarnings("try") // the harness declares InterruptedException
class FractionalAmplifierTest {
  static final long NOW = 1_750_000_000_000L;
  static final int HOSTS = 40;
  static final int KEY_GROUPS = 720;

  private static JobConfig config(double n, String... settings) {
    var all = new ArrayList<>(List.of("amplify.m=3", "amplify.n=" + n, "write.batch-samples=50"));
    all.addAll(List.of(settings));
    return TestConfig.of(all.toArray(String[]::new));
  }

  private static OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness(JobConfig config)
      throws Exception {
    return harness(config, 1, 0);
  }

  static OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness(
      JobConfig config, int subtasks, int subtask) throws Exception {
    var factory = new AmplifierFactory(config, RunName.NONE, DeadLetters.TAG);
    var harness = new OneInputStreamOperatorTestHarness<>(factory, KEY_GROUPS, subtasks, subtask);
    harness.setProcessingTime(NOW);
    return harness;
  }

  /** Two metrics of each host. */
  static List<Sample> sources() {
    var sources = new ArrayList<Sample>();
    for (int host = 0; host < HOSTS; host++) {
      for (String metric : List.of("up", "load")) {
        var labels = Map.of("__name__", metric, "instance", "host_" + host, "pod", "p" + host);
        sources.add(new Sample(Labels.of(labels), NOW + host, host));
      }
    }
    return sources;
  }

  /** By the plain definition. */
  private static List<Sample> expected(JobConfig config, List<Sample> sources) {
    Fleet fleet = config.amplify().fleet();
    var copies = new ArrayList<Sample>();
    for (Sample source : sources) {
      var its = new Copies(fleet.of(source.labels()), config.target().extraLabels());
      copies.addAll(its.of(List.of(source), its.amplification().all()));
    }
    return copies;
  }

  static void process(
      OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness, List<Sample> sources)
      throws Exception {
    for (Sample source : sources) {
      harness.processElement(new StreamRecord<>(SampleBlock.of(source)));
    }
  }

  static List<Sample> written(JobConfig config, List<Payload> payloads) {
    WireFormat format =
        Tsdb.byType("victoriametrics", FractionalAmplifierTest.class.getClassLoader())
            .format(config.target(), config.amplify().amplification());
    return payloads.stream().flatMap(payload -> format.decode(payload).stream()).toList();
  }

  static Object accumulator(
      OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness, String name) {
    var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
    return context.getAccumulator(name).getLocalValue();
  }

  private static long series(
      OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness, String which) {
    return Math.round(DistinctSeries.count((byte[]) accumulator(harness, which)));
  }

  /** Each once; whatever order they come in. */
  @ParameterizedTest
  @ValueSource(strings = {"time", "series", "grouped"})
  void writesTheCopiesThatTheDefinitionNames(String layout) throws Exception {
    JobConfig config =
        config(2.5, "amplify.layout=" + layout, "amplify.instance-labels=[instance,pod]");
    List<Sample> sources = sources();
    List<Sample> expected = expected(config, sources);
    Collections.shuffle(sources, new Random(7));
    try (var harness = harness(config)) {
      harness.open();
      process(harness, sources);
      assertThat(harness.extractOutputValues()).isNotEmpty();
      harness.prepareSnapshotPreBarrier(1);

      assertThat(written(config, harness.extractOutputValues()))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(harness.extractOutputValues())
          .allSatisfy(payload -> assertThat(payload.samples()).isLessThanOrEqualTo(50));
      assertThat(accumulator(harness, "samplesAmplified")).isEqualTo((long) expected.size());
    }
    assertThat(expected.size()).isBetween(2 * 3 * 80 + 1, 3 * 3 * 80 - 1);
  }

  @Test
  void bothKindsOfBatchesLingerNoLongerThanTheOlderOne() throws Exception {
    JobConfig config = config(1.5, "write.linger=1s", "write.batch-samples=10000");
    try (var harness = harness(config)) {
      harness.open();
      process(harness, sources());
      harness.setProcessingTime(NOW + 999);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.setProcessingTime(NOW + 1000);
      assertThat(written(config, harness.extractOutputValues()))
          .hasSameSizeAs(expected(config, sources()));
    }
  }

  @Test
  void countsTheSeriesOfBoth() throws Exception {
    JobConfig config = config(1.5);
    long more =
        sources().stream().filter(s -> config.amplify().fleet().hasOneMore(s.labels())).count();
    try (var harness = harness(config)) {
      harness.open();
      process(harness, sources());
      harness.prepareSnapshotPreBarrier(1);

      assertThat(series(harness, SeriesCounts.SEEN)).isEqualTo(2 * HOSTS);
      assertThat(series(harness, SeriesCounts.SEEN + SeriesCounts.WITH_MORE)).isEqualTo(more);
    }
  }

  /** The totals go on, and a fleet that had two copies each has fewer from there on. */
  @Test
  void goesOnFromASavepointOfAWholeNumber() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness(config(2))) {
      harness.open();
      process(harness, sources());
      harness.prepareSnapshotPreBarrier(1);
      state = harness.snapshot(1, NOW);
    }
    JobConfig config = config(1.5);
    try (var harness = harness(config)) {
      harness.initializeState(state);
      harness.open();
      process(harness, sources());
      harness.prepareSnapshotPreBarrier(2);

      long before = 2 * 3 * 2 * HOSTS;
      assertThat(accumulator(harness, "samplesAmplified"))
          .isEqualTo(before + expected(config, sources()).size());
      assertThat(series(harness, SeriesCounts.SEEN)).isEqualTo(2 * HOSTS);
    }
  }

  /** Which instances have one copy more hangs on nothing that a subtask has. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void goesOnAtAnotherParallelismWithTheSameInstances(int subtasks) throws Exception {
    JobConfig config = config(1.5);
    List<Sample> sources = sources();
    var before = new ArrayList<OperatorSubtaskState>();
    for (int subtask = 0; subtask < 2; subtask++) {
      try (var harness = harness(config, 2, subtask)) {
        harness.open();
        process(harness, of(subtask, 2, sources));
        harness.prepareSnapshotPreBarrier(1);
        before.add(harness.snapshot(1, NOW));
      }
    }
    OperatorSubtaskState state =
        AbstractStreamOperatorTestHarness.repackageState(
            before.toArray(OperatorSubtaskState[]::new));
    var written = new ArrayList<Sample>();
    var seen = new DistinctSeries();
    var withMore = new DistinctSeries();
    long amplified = 0;
    for (int subtask = 0; subtask < subtasks; subtask++) {
      try (var harness = harness(config, subtasks, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                state, KEY_GROUPS, 2, subtasks, subtask));
        harness.open();
        process(harness, of(subtask, subtasks, sources));
        harness.prepareSnapshotPreBarrier(2);
        written.addAll(written(config, harness.extractOutputValues()));
        amplified += (long) accumulator(harness, "samplesAmplified");
        seen.merge((byte[]) accumulator(harness, SeriesCounts.SEEN));
        withMore.merge((byte[]) accumulator(harness, SeriesCounts.SEEN + SeriesCounts.WITH_MORE));
      }
    }

    List<Sample> expected = expected(config, sources);
    assertThat(written).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(amplified).isEqualTo(2L * expected.size());
    assertThat(Math.round(DistinctSeries.count(seen.getLocalValue()))).isEqualTo(2 * HOSTS);
    assertThat(Math.round(DistinctSeries.count(withMore.getLocalValue())))
        .isEqualTo(
            sources.stream().filter(s -> config.amplify().fleet().hasOneMore(s.labels())).count());
  }

  static List<Sample> of(int subtask, int subtasks, List<Sample> sources) {
    return sources.stream()
        .filter(
            sample ->
                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        SampleBlock.of(sample).key(), KEY_GROUPS, subtasks)
                    == subtask)
        .toList();
  }

  @Test
  void recordsEachCopyOfASeries() throws Exception {
    JobConfig config = config(1.5, "last-received.mode=cached", "amplify.instance-labels=all");
    try (var harness = harness(config)) {
      harness.open();
      process(harness, sources());
      harness.prepareSnapshotPreBarrier(1);

      List<Payload> records =
          harness.extractOutputValues().stream().map(p -> p.records().payload()).toList();
      assertThat(written(config, records))
          .hasSize(expected(config, sources()).size() / 3)
          .allSatisfy(
              record -> assertThat(record.labels().toMap().get("of_metric")).isIn("up", "load"));
    }
  }

  /** A dead letter says how many source samples were amplified since the one before it. */
  @Test
  void countsTheSourceSamplesThatPassed() throws Exception {
    try (var harness = harness(config(1.5))) {
      harness.open();
      process(harness, sources());
      harness.prepareSnapshotPreBarrier(1);
      Sample none = new Sample(Labels.of(Map.of("__name__", "up")), NOW, Double.NaN);
      process(harness, List.of(none, none));
      harness.prepareSnapshotPreBarrier(2);

      assertThat(harness.getSideOutput(DeadLetters.TAG))
          .extracting(StreamRecord::getValue)
          .extracting(DeadLetter::passed)
          .containsExactly(2L * HOSTS, 0L);
    }
  }
}
