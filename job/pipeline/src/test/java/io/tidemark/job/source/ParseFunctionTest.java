package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.file.RepeatedTimes;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.RunName;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness closes with InterruptedException
class ParseFunctionTest {
  private static final int MAX_RECORD_BYTES = 3 << 20;

  @Test
  void sendsSamplesOnAndTheRestToDeadLetters() throws Exception {
    try (var harness = started(null)) {
      harness.setProcessingTime(77);
      harness.processElement(record(5, "m f=1 1000000\nbroken\nm f=2 2000000"), 0);
      Labels labels = Labels.of(Map.of("__name__", "m_f"));
      assertThat(harness.extractOutputValues())
          .extracting(block -> block.sample(0))
          .containsExactly(new Sample(labels, 1, 1), new Sample(labels, 2, 2));
      assertThat(letters(harness))
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactly(
              new DeadLetter("topic", 3, 5, "undecodable", "no fields", bytes("broken"), 77)
                  .after(1));
    }
  }

  @Test
  void namesASeriesOnceWhereSeriesGetNumbers() throws Exception {
    try (var harness = started(null, RecordFormats.of(Format.INFLUX, TimestampUnit.NS), true)) {
      harness.processElement(record(1, "m f=1,g=2 1000000"), 0);
      harness.processElement(record(2, "m f=3,g=4 2000000"), 0);
      Labels f = Labels.of(Map.of("__name__", "m_f"));
      Labels g = Labels.of(Map.of("__name__", "m_g"));
      assertThat(harness.extractOutputValues())
          .extracting(ParseFunctionTest::onlyOf)
          .containsExactly(
              new SourceSample(0, 0, f.hash(), f, 1, 1),
              new SourceSample(0, 1, g.hash(), g, 1, 2),
              new SourceSample(0, 0, f.hash(), null, 2, 3),
              new SourceSample(0, 1, g.hash(), null, 2, 4));
    }
  }

  private static SourceSample onlyOf(SampleBlock block) {
    assertThat(block.count()).isEqualTo(1);
    return new SourceSample(
        block.source(),
        block.number(0),
        block.key(),
        block.hasLabels(0) ? block.labels(0) : null,
        block.timestampMillis(0),
        block.value(0));
  }

  @Test
  void boundsWhatADeadLetterKeeps() throws Exception {
    try (var harness = started(null)) {
      harness.processElement(record(1, "x".repeat(MAX_RECORD_BYTES + 1)), 0);
      harness.processElement(record(2, "x".repeat(MAX_RECORD_BYTES)), 0);
      List<DeadLetter> letters = letters(harness);
      assertThat(letters).extracting(DeadLetter::reason).containsExactly("too-large", "too-large");
      assertThat(letters)
          .allSatisfy(
              letter -> {
                assertThat(letter.original()).hasSize(ParseFunction.MAX_ORIGINAL_BYTES);
                assertThat(letter.detail()).contains("first 524288 bytes kept");
              });
    }
  }

  @Test
  void rejectsATombstone() throws Exception {
    try (var harness = started(null)) {
      harness.processElement(new SourceRecord("topic", 0, 1, -1, null), 0);
      assertThat(letters(harness)).extracting(DeadLetter::reason).containsExactly("tombstone");
    }
  }

  /** What its records told when the job began stays, whatever they tell at a later submission. */
  @Test
  void readsEachTopicInItsFormatAndKeepsWhatWasTold() throws Exception {
    OperatorSubtaskState snapshot;
    try (var harness = started(null, told(Format.PROMETHEUS))) {
      harness.processElement(of("puts", "put m 1 2"), 0);
      harness.processElement(of("any", "m{a=\"1\"} 3 1"), 0);
      harness.processElement(of("any", "put m 1 6"), 0);
      assertThat(harness.extractOutputValues())
          .extracting(block -> block.sample(0).value())
          .containsExactly(2.0, 3.0);
      assertThat(letters(harness)).extracting(DeadLetter::origin).containsExactly("any");
      snapshot = harness.snapshot(1, 1);
    }
    try (var harness = started(snapshot, told(Format.GRAPHITE))) {
      harness.processElement(of("any", "m{a=\"1\"} 4 1"), 0);
      assertThat(harness.extractOutputValues())
          .extracting(block -> block.sample(0).labels().toMap().get("a"))
          .containsExactly("1");
    }
  }

  private static RecordFormats told(Format any) {
    return new RecordFormats(
        Format.AUTO,
        Map.of("puts", Format.OPENTSDB_PUT, "any", any),
        Map.of("any", any),
        Framing.NONE,
        TimestampUnit.AUTO);
  }

  private static SourceRecord of(String origin, String record) {
    return new SourceRecord(origin, 0, 1, -1, bytes(record));
  }

  @Test
  void keepsItsTotalsOverARestart() throws Exception {
    OperatorSubtaskState snapshot;
    try (var before = started(null)) {
      before.processElement(record(1, "m f=1,g=2 1000000\nbroken").withFileBytes(25), 0);
      snapshot = before.snapshot(1, 1);
      before.processElement(record(2, "m f=1 1000000"), 0);
    }
    try (var after = started(snapshot)) {
      after.processElement(record(2, "m f=1 1000000").withFileBytes(14), 0);
      after.processElement(SourceRecord.broken("topic", 3, "it is cut short"), 0);
      assertThat(totals(after))
          .isEqualTo(
              Map.of(
                  "recordsRead", 2L,
                  "samplesRead", 3L,
                  "recordsRejected", 2L,
                  "fileBytesRead", 39L,
                  "filesBroken", 1L));
    }
  }

  private static OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> started(
      OperatorSubtaskState state) throws Exception {
    return started(state, RecordFormats.of(Format.INFLUX, TimestampUnit.NS));
  }

  private static OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> started(
      OperatorSubtaskState state, RecordFormats formats) throws Exception {
    return started(state, formats, false);
  }

  /** The file's samples lie from 100 s to 130 s, and come again 45 s later. */
  @Test
  void theSamplesOfAFileThatRepeatsLieLaterInEachPassAlsoAfterARestore() throws Exception {
    Instant start = Instant.ofEpochSecond(5_000);
    OperatorSubtaskState snapshot;
    try (var harness = repeating(null, start, false)) {
      harness.processElement(record(1, "m f=1 110000000000"), 0);
      harness.processElement(record(2, "m f=1 130000000000"), 0);
      harness.processElement(record(3, "m f=1 100000000000"), 0);
      harness.processElement(record(1, "m f=1 110000000000").withPass(1), 0);
      assertThat(seconds(harness)).containsExactly(5_000L, 5_020L, 4_990L, 5_045L);
      snapshot = harness.snapshot(1, 1);
    }
    try (var harness = repeating(snapshot, start.plusSeconds(77), true)) {
      harness.processElement(record(2, "m f=1 130000000000").withPass(1), 0);
      harness.processElement(record(1, "m f=1 110000000000").withPass(2), 0);
      assertThat(seconds(harness)).containsExactly(5_065L, 5_090L);
    }
  }

  @Test
  void aFileThatRepeatsEndsTheJobBeforeItLiesFurtherAheadThanTheDatabaseTakes() throws Exception {
    try (var harness = repeating(null, Instant.now().minusSeconds(40), false)) {
      harness.processElement(record(1, "m f=1 100000000000"), 0);
      harness.processElement(record(2, "m f=1 130000000000"), 0);
      harness.processElement(record(1, "m f=1 100000000000").withPass(1), 0);
      assertThatThrownBy(
              () -> harness.processElement(record(1, "m f=1 100000000000").withPass(2), 0))
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("the file was read 2 times, of 30s each")
          .hasMessageContaining("limits.future");
    }
  }

  private static List<Long> seconds(
      OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> harness) {
    return harness.extractOutputValues().stream()
        .map(block -> block.timestampMillis(0) / 1_000)
        .toList();
  }

  private static OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> repeating(
      OperatorSubtaskState state, Instant start, boolean numbered) throws Exception {
    var plan = new RepeatedTimes.Repetition(start, Duration.ofSeconds(15), Duration.ofMinutes(1));
    return started(state, RecordFormats.of(Format.INFLUX, TimestampUnit.NS), plan, numbered);
  }

  private static OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> started(
      OperatorSubtaskState state, RecordFormats formats, boolean numbered) throws Exception {
    return started(state, formats, null, numbered);
  }

  private static OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> started(
      OperatorSubtaskState state,
      RecordFormats formats,
      RepeatedTimes.Repetition repeated,
      boolean numbered)
      throws Exception {
    var function = new ParseFunction(formats, MAX_RECORD_BYTES, repeated, numbered, RunName.NONE);
    var harness =
        new OneInputStreamOperatorTestHarness<>(
            new BlockOperator<>(function, false),
            Types.POJO(SourceRecord.class).createSerializer(new SerializerConfigImpl()));
    harness.setup(SampleBlockSerializer.INSTANCE);
    if (state == null) {
      harness.initializeEmptyState();
    } else {
      harness.initializeState(state);
    }
    harness.open();
    return harness;
  }

  private static SourceRecord record(long offset, String text) {
    return new SourceRecord("topic", 3, offset, -1, bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<DeadLetter> letters(
      OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> harness) {
    return harness.getSideOutput(DeadLetters.TAG).stream().map(StreamRecord::getValue).toList();
  }

  private static Map<String, Long> totals(
      OneInputStreamOperatorTestHarness<SourceRecord, SampleBlock> harness) throws Exception {
    var totals = new HashMap<String, Long>();
    harness
        .getEnvironment()
        .getAccumulatorRegistry()
        .getSnapshot()
        .deserializeUserAccumulators(ParseFunctionTest.class.getClassLoader())
        .forEach(
            (name, total) -> {
              if (total instanceof LongCounter count) {
                totals.put(name, count.getLocalValue());
              }
            });
    return totals;
  }
}
