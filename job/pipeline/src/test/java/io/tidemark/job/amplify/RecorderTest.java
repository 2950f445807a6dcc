package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.job.track.Recorded;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** What the amplifier puts beside its batches. */
@SuppressWarnings("try") // the harness declares InterruptedException
class RecorderTest {
  private static final long NOW = 1_750_000_020_000L;
  private static final long MINUTE = 60_000;

  private static JobConfig config(String mode, String... settings) {
    var all = new ArrayList<>(List.of("last-received.mode=" + mode, "amplify.layout=series"));
    all.addAll(List.of(settings));
    return TestConfig.of(all.toArray(String[]::new));
  }

  private static OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness(JobConfig config)
      throws Exception {
    var factory = new AmplifierFactory(config, RunName.NONE, DeadLetters.TAG);
    var harness = new OneInputStreamOperatorTestHarness<>(factory, 720, 1, 0);
    harness.setProcessingTime(NOW);
    harness.open();
    return harness;
  }

  private static Labels series(int series) {
    return Labels.of(Map.of("__name__", "m" + series, "instance", "a"));
  }

  private static Labels record(String name, int series, String instance) {
    return Labels.of(Map.of("__name__", name, "of_metric", "m" + series, "instance", instance));
  }

  private static StreamRecord<SampleBlock> sample(int series, long timestamp) {
    return new StreamRecord<>(SampleBlock.of(new Sample(series(series), timestamp, 7)));
  }

  /** The batch that ends now. */
  private static Payload batch(OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness)
      throws Exception {
    harness.prepareSnapshotPreBarrier(1);
    List<Payload> payloads = harness.extractOutputValues();
    return payloads.get(payloads.size() - 1);
  }

  private static List<Sample> records(JobConfig config, Payload payload) {
    WireFormat format =
        Tsdb.byType("victoriametrics", RecorderTest.class.getClassLoader())
            .format(config.target(), config.amplify().amplification());
    return payload.records() == null ? List.of() : format.decode(payload.records().payload());
  }

  @Test
  void nothingWhereItIsOff() throws Exception {
    try (var harness = harness(config("off"))) {
      harness.processElement(sample(1, NOW));
      assertThat(batch(harness).records()).isNull();
    }
  }

  @Test
  void oneForEachInstanceOfASeriesAtItsFirstSample() throws Exception {
    JobConfig config = config("cached", "amplify.m=3", "amplify.n=2");
    try (var harness = harness(config)) {
      harness.processElement(sample(1, NOW));
      harness.processElement(sample(1, NOW + 1));
      harness.processElement(sample(2, NOW + 2));

      Payload payload = batch(harness);

      double seconds = NOW / 1e3;
      assertThat(records(config, payload))
          .containsExactly(
              new Sample(record("tidemark_last_received", 1, "a"), NOW, seconds),
              new Sample(record("tidemark_last_received", 1, "a~1"), NOW, seconds),
              new Sample(record("tidemark_last_received", 2, "a"), NOW + 2, seconds + 0.002),
              new Sample(record("tidemark_last_received", 2, "a~1"), NOW + 2, seconds + 0.002));
      assertThat(payload.records().series()).containsExactly(series(1).hash(), series(2).hash());
      assertThat(payload.samples()).as("samples, as ever").isEqualTo(3 * 3 * 2);
      assertThat(accumulator(harness, "samplesAmplified")).isEqualTo(3L * 3 * 2);
    }
  }

  private static Object accumulator(
      OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness, String name) {
    var context = ((Amplifier) harness.getOneInputOperator()).getRuntimeContext();
    return context.getAccumulator(name).getLocalValue();
  }

  /** Handing a record to the writer is no acknowledgement. */
  @Test
  void onceMoreEachMinuteUntilTheWriterSaysThatItIsWritten() throws Exception {
    JobConfig config = config("cached");
    try (var harness = harness(config);
        var writer =
            Recorded.join(
                harness.getEnvironment().getJobID().toString(), 0, config.lastReceived())) {
      harness.processElement(sample(1, NOW));
      assertThat(records(config, batch(harness))).hasSize(1);
      harness.processElement(sample(1, NOW));
      assertThat(records(config, batch(harness))).as("in the same minute").isEmpty();

      harness.setProcessingTime(NOW + MINUTE);
      harness.processElement(sample(1, NOW));
      Payload again = batch(harness);
      assertThat(records(config, again)).as("not yet acknowledged").hasSize(1);

      writer.add(again.records().series());
      harness.setProcessingTime(NOW + 2 * MINUTE);
      harness.processElement(sample(1, NOW));
      harness.processElement(sample(2, NOW));
      assertThat(records(config, batch(harness)))
          .extracting(Sample::labels)
          .containsExactly(record("tidemark_last_received", 2, "a"));
    }
  }

  /** The look-up is behind a lock, and a scrape a minute would pay it for each sample. */
  @Test
  void aSeriesIsAskedForOnceItsTimeIsOverAndNotBefore() {
    JobConfig config = config("cached");
    Tsdb tsdb = Tsdb.byType("victoriametrics", RecorderTest.class.getClassLoader());
    Amplification samples = config.amplify().amplification();
    var recorder =
        new Recorder(
            config.lastReceived(),
            samples,
            records -> tsdb.format(config.target(), records),
            new SampleRules(config.limits(), config.target(), samples, KeptTimestamps.ALL),
            10);
    recorder.open("asked", 0);
    try (var asked = Recorded.join("asked", 0, config.lastReceived())) {
      recorder.now();
      int second = asked.second();
      Sample sample = sample(1, NOW).getValue().sample(0);
      long hash = sample.labels().hash();

      assertThat(recorder.met(hash, second + 1000)).isEqualTo(second + 1000);
      recorder.add(sample);
      assertThat(asked.hits() + asked.misses()).isZero();
      assertThat(recorder.maxRawBytes()).as("it stands recorded").isZero();

      assertThat(recorder.met(hash, second)).as("its time is over").isZero();
      recorder.add(sample);
      assertThat(asked.misses()).isEqualTo(1);
      assertThat(recorder.maxRawBytes()).isPositive();
      recorder.clear();

      asked.add(new long[] {hash});
      int until = recorder.met(hash, 0);
      recorder.add(sample);
      assertThat(until).isBetween(second + 54 * 60, second + 60 * 60 + 60);
      assertThat(asked.hits()).isEqualTo(1);
      assertThat(recorder.maxRawBytes()).as("another one has recorded it").isZero();
    } finally {
      recorder.close();
    }
  }

  @Test
  void oneForEachSample() throws Exception {
    JobConfig config = config("each", "amplify.m=3", "amplify.n=2");
    try (var harness = harness(config)) {
      harness.processElement(sample(1, NOW));
      harness.processElement(sample(1, NOW + MINUTE));
      Payload payload = batch(harness);
      assertThat(records(config, payload)).hasSize(payload.samples()).doesNotHaveDuplicates();
      assertThat(payload.records().series()).isEmpty();
    }
  }

  @Test
  void theCountOfASeriesSamples() throws Exception {
    JobConfig config = config("incrementing", "amplify.m=2");
    try (var harness = harness(config)) {
      harness.processElement(sample(1, NOW));
      harness.processElement(sample(2, NOW));
      harness.processElement(sample(1, NOW + MINUTE));
      Labels first = record("tidemark_received_total", 1, "a");
      Labels second = record("tidemark_received_total", 2, "a");
      assertThat(records(config, batch(harness)))
          .containsExactly(
              new Sample(first, NOW, 2),
              new Sample(first, NOW + MINUTE / 2, 2),
              new Sample(second, NOW, 2),
              new Sample(second, NOW + MINUTE / 2, 2),
              new Sample(first, NOW + MINUTE, 4),
              new Sample(first, NOW + MINUTE + MINUTE / 2, 4));
    }
  }

  @Test
  void noneOfASeriesWithoutRoomForAnotherLabel() throws Exception {
    JobConfig config = config("cached", "limits.labels=2");
    try (var harness = harness(config)) {
      harness.processElement(sample(1, NOW));
      Payload payload = batch(harness);
      assertThat(payload.samples()).isEqualTo(1);
      assertThat(payload.records()).isNull();
    }
  }

  /** Their records go with their first ticks, and no payload alone may end the asking. */
  @Test
  void oneForEachInstanceOfASampleThatIsCut() throws Exception {
    JobConfig config = config("cached", "amplify.m=4", "amplify.n=3", "write.batch-samples=2");
    try (var harness = harness(config)) {
      harness.processElement(sample(1, NOW));
      List<Payload> payloads = harness.extractOutputValues();
      assertThat(payloads).hasSize(6);
      assertThat(payloads.stream().flatMap(payload -> records(config, payload).stream()))
          .extracting(Sample::labels)
          .containsExactly(
              record("tidemark_last_received", 1, "a"),
              record("tidemark_last_received", 1, "a~1"),
              record("tidemark_last_received", 1, "a~2"));
      assertThat(payloads.stream().map(Payload::records).filter(Objects::nonNull))
          .allSatisfy(records -> assertThat(records.series()).isEmpty());
    }
  }
}
