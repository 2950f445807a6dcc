package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.track.RecordLabels;
import io.tidemark.job.track.Recorded;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The writer with records beside its batches. */
@SuppressWarnings("try") // the harness declares InterruptedException
@ExtendWith(OperatorEnds.class)
class LastReceivedWriterTest {
  private static final JobConfig CONFIG =
      TestConfig.of(
          "target.type=scripted",
          "last-received.mode=cached",
          "write.retry.initial=1ms",
          "write.retry.max=1ms");
  private static final WireFormat FORMAT =
      Tsdb.byType("scripted", LastReceivedWriterTest.class.getClassLoader())
          .format(CONFIG.target(), CONFIG.amplify().amplification());

  /** What was sent, in order: the names of its samples' metrics, and of its records'. */
  private final List<List<String>> sent = Collections.synchronizedList(new ArrayList<>());

  private final List<CompletableFuture<WriteResult>> answers =
      Collections.synchronizedList(new ArrayList<>());

  private static OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness()
      throws Exception {
    return harness(CONFIG);
  }

  private static OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness(JobConfig config)
      throws Exception {
    return new OneInputStreamOperatorTestHarness<>(
        new WriterFactory(config, config.amplify().amplification(), false),
        PayloadSerializer.INSTANCE);
  }

  private static Recorded amplifier(
      OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness) {
    return Recorded.join(harness.getEnvironment().getJobID().toString(), 0, CONFIG.lastReceived());
  }

  private static boolean stands(Recorded recorded, long hash) {
    return recorded.until(hash, recorded.second()) > 0;
  }

  private static Labels series(String name) {
    return Labels.of(Map.of("__name__", name));
  }

  private static long[] hashes(String... names) {
    return Arrays.stream(names).mapToLong(name -> series(name).hash()).toArray();
  }

  private static StreamRecord<Payload> batch(String... names) {
    List<Sample> samples = new ArrayList<>();
    List<Sample> records = new ArrayList<>();
    for (String name : names) {
      samples.add(new Sample(series(name), 1_000, 7));
      Labels record = RecordLabels.of(series(name), RecordLabels.LAST_RECEIVED);
      records.add(new Sample(record, 1_000, 1));
    }
    return new StreamRecord<>(
        FORMAT
            .encode(samples)
            .followedBy(new Payload.Records(FORMAT.encode(records), hashes(names))));
  }

  private static List<String> names(Payload payload) {
    return FORMAT.decode(payload).stream()
        .map(
            sample -> {
              Map<String, String> labels = sample.labels().toMap();
              return labels.containsKey("of_metric")
                  ? "record of " + labels.get("of_metric")
                  : labels.get("__name__");
            })
        .toList();
  }

  /** Each request waits for its answer in {@link #answers}. */
  private void answersWhenAsked() {
    ScriptedDatabase.answers(
        payload -> {
          sent.add(names(payload));
          var answer = new CompletableFuture<WriteResult>();
          answers.add(answer);
          return answer;
        });
  }

  private void accepts(Predicate<List<String>> accepted) {
    ScriptedDatabase.answers(
        payload -> {
          List<String> names = names(payload);
          sent.add(names);
          return CompletableFuture.completedFuture(
              ScriptedDatabase.result(
                  accepted.test(names) ? ResponseClass.OK : ResponseClass.REJECT));
        });
  }

  private void answer(int request, ResponseClass outcome) {
    answers.get(request).complete(ScriptedDatabase.result(outcome));
  }

  @Test
  void recordsAreSentOnceTheSamplesAreAcknowledgedAndCountOnceTheyAre() throws Exception {
    answersWhenAsked();
    try (var harness = harness();
        var amplifier = amplifier(harness)) {
      harness.open();
      harness.processElement(batch("a", "b"));
      assertThat(sent).containsExactly(List.of("a", "b"));

      answer(0, ResponseClass.OK);
      assertThat(sent).containsExactly(List.of("a", "b"), List.of("record of a", "record of b"));
      assertThat(stands(amplifier, hashes("a")[0])).as("the record is not written yet").isFalse();

      answer(1, ResponseClass.OK);
      assertThat(stands(amplifier, hashes("a")[0])).isTrue();
      assertThat(stands(amplifier, hashes("b")[0])).isTrue();
      harness.endInput();
      assertThat(harness.extractOutputValues())
          .singleElement()
          .satisfies(
              outcome -> {
                assertThat(outcome.samplesAcked()).isEqualTo(2);
                assertThat(outcome.records()).isEqualTo(2);
                assertThat(outcome.requests()).isEqualTo(1);
              });
    }
  }

  @Test
  void whatIsRefusedHasNoRecordAndItsSeriesIsAskedForAgain() throws Exception {
    accepts(names -> !names.contains("b"));
    try (var harness = harness();
        var amplifier = amplifier(harness)) {
      harness.open();
      harness.processElement(batch("a", "b", "c"));
      harness.endInput();

      assertThat(sent.get(sent.size() - 1)).containsExactly("record of a", "record of c");
      assertThat(harness.extractOutputValues())
          .singleElement()
          .satisfies(
              outcome -> {
                assertThat(outcome.samplesAcked()).isEqualTo(2);
                assertThat(outcome.deadLetters()).hasSize(1);
                assertThat(outcome.records()).isEqualTo(2);
              });
      assertThat(Arrays.stream(hashes("a", "b", "c")).mapToObj(hash -> stands(amplifier, hash)))
          .containsExactly(true, false, true);
    }
  }

  @Test
  void nothingIsRecordedOfABatchThatIsRefusedWhole() throws Exception {
    accepts(names -> false);
    try (var harness = harness();
        var amplifier = amplifier(harness)) {
      harness.open();
      harness.processElement(batch("a", "b"));
      harness.endInput();

      assertThat(sent).noneMatch(names -> names.toString().contains("record"));
      assertThat(amplifier.size()).isZero();
      assertThat(harness.extractOutputValues())
          .singleElement()
          .satisfies(outcome -> assertThat(outcome.deadLetters()).hasSize(2));
    }
  }

  /** However many of them, and though the database has accepted no record yet. */
  @Test
  void aRefusedRecordIsNoDeadLetterAndEndsNoJob() throws Exception {
    accepts(names -> !names.toString().contains("record"));
    String[] many = new String[2 * Refusals.MAX_BEFORE_ACCEPTED];
    Arrays.setAll(many, i -> "m" + i);
    try (var harness = harness()) {
      harness.open();
      harness.processElement(batch(many));
      harness.endInput();

      assertThat(harness.extractOutputValues())
          .singleElement()
          .satisfies(
              outcome -> {
                assertThat(outcome.samplesAcked()).isEqualTo(many.length);
                assertThat(outcome.samplesDeadLettered()).isZero();
                assertThat(outcome.deadLetters()).isEmpty();
                assertThat(outcome.records()).isZero();
              });
    }
  }

  @Test
  void aCheckpointBetweenTheTwoHoldsBoth() throws Exception {
    answersWhenAsked();
    OperatorSubtaskState between;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(batch("a"));
      answer(0, ResponseClass.OK);
      assertThat(sent).hasSize(2);
      between = harness.snapshot(1, 1);
      answer(1, ResponseClass.OK);
    }
    sent.clear();
    accepts(names -> true);
    try (var harness = harness()) {
      harness.initializeState(between);
      harness.open();
      harness.endInput();
      assertThat(sent).containsExactly(List.of("a"), List.of("record of a"));
    }
  }

  @Test
  void aRecordIsSentAgainLikeASample() throws Exception {
    ScriptedDatabase.answers(
        payload -> {
          sent.add(names(payload));
          return CompletableFuture.completedFuture(
              ScriptedDatabase.result(sent.size() == 2 ? ResponseClass.RETRY : ResponseClass.OK));
        });
    try (var harness = harness()) {
      harness.open();
      harness.processElement(batch("a"));
      harness.endInput();
      assertThat(sent)
          .containsExactly(List.of("a"), List.of("record of a"), List.of("record of a"));
    }
  }

  /** From its checkpoint, where both still lie; what a restart can't mend would end the job. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void whatCanNotBeDeliveredInTimeRestartsTheJob(int delivered) throws Exception {
    JobConfig impatient =
        TestConfig.of(
            "target.type=scripted",
            "last-received.mode=cached",
            "write.retry.initial=1ms",
            "write.retry.max=1ms",
            "write.retry.deadline=20ms");
    ScriptedDatabase.answers(
        payload -> {
          sent.add(names(payload));
          return CompletableFuture.completedFuture(
              ScriptedDatabase.result(
                  sent.size() <= delivered ? ResponseClass.OK : ResponseClass.RETRY));
        });
    var harness = harness(impatient);
    var failure = new CompletableFuture<Throwable>();
    harness.getEnvironment().setExpectedExternalFailureCause(Throwable.class);
    harness.getEnvironment().setExternalFailureCauseConsumer(failure::complete);
    harness.open();
    harness.processElement(batch("a"));

    assertThat(Patience.get(failure))
        .isInstanceOf(DeliveryException.class)
        .hasMessageContaining("gave up");

    harness.getOneInputOperator().close();
  }
}
