package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@SuppressWarnings("try") // the harness declares InterruptedException
@ExtendWith(OperatorEnds.class)
class WriterOperatorTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private static final JobConfig CONFIG =
      TestConfig.of(
          "target.type=scripted",
          "write.timeout=1ms",
          "write.retry.initial=1ms",
          "write.retry.max=1ms",
          "write.retry.deadline=20ms");

  private static OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness(JobConfig config)
      throws Exception {
    return harness(config, false);
  }

  private static OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness(
      JobConfig config, boolean ordered) throws Exception {
    return new OneInputStreamOperatorTestHarness<>(
        new WriterFactory(config, config.amplify().amplification(), ordered),
        PayloadSerializer.INSTANCE);
  }

  private static StreamRecord<Payload> batch(int samples) {
    return new StreamRecord<>(
        Tsdb.byType("scripted", WriterOperatorTest.class.getClassLoader())
            .format(CONFIG.target(), CONFIG.amplify().amplification())
            .encode(
                IntStream.range(0, samples)
                    .mapToObj(i -> new Sample(Labels.of(Map.of("__name__", "m" + i)), 1000, i))
                    .toList()));
  }

  @Test
  void aBatchOfWhichNobodyHearsAgainFailsTheTask() throws Exception {
    ScriptedDatabase.answers(payload -> new CompletableFuture<>());
    try (var harness = harness(CONFIG)) {
      AtomicReference<Throwable> failure = failureOf(harness);
      harness.open();
      harness.processElement(batch(1));

      boolean failed = Patience.until(SOON, () -> failsAfterAnotherDay(harness, failure));

      assertThat(failed).isTrue();
      assertThat(failure.get())
          .isInstanceOf(DeliveryException.class)
          .hasMessageContaining("neither acknowledged nor refused");
    }
  }

  private static AtomicReference<Throwable> failureOf(
      OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness) {
    var failure = new AtomicReference<Throwable>();
    harness.getEnvironment().setExpectedExternalFailureCause(Throwable.class);
    harness.getEnvironment().setExternalFailureCauseConsumer(failure::set);
    return failure;
  }

  private static boolean failsAfterAnotherDay(
      OneInputStreamOperatorTestHarness<Payload, WriteOutcome> harness,
      AtomicReference<Throwable> failure) {
    try {
      harness.setProcessingTime(harness.getProcessingTime() + Duration.ofDays(1).toMillis());
      return failure.get() != null;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void remembersThroughARestartThatTheDatabaseHasAcceptedSomething() throws Exception {
    OperatorSubtaskState state;
    ScriptedDatabase.answers(ResponseClass.OK);
    try (var harness = harness(CONFIG)) {
      harness.open();
      harness.processElement(batch(1));
      harness.endInput();
      state = harness.snapshot(1, 1);
    }
    ScriptedDatabase.answers(ResponseClass.REJECT);
    try (var harness = harness(CONFIG)) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(batch(2 * Refusals.MAX_BEFORE_ACCEPTED));
      harness.endInput();

      assertThat(harness.extractOutputValues())
          .singleElement()
          .satisfies(
              outcome ->
                  assertThat(outcome.deadLetters()).hasSize(2 * Refusals.MAX_BEFORE_ACCEPTED));
    }
  }

  @Test
  void anAnswerDoesNotFailATaskThatIsEnding() throws Exception {
    var answer = new CompletableFuture<WriteResult>();
    ScriptedDatabase.answers(payload -> answer);
    try (var harness = harness(CONFIG)) {
      AtomicReference<Throwable> failure = failureOf(harness);
      harness.open();
      harness.processElement(batch(1));
      OperatorSubtaskState savepoint = harness.snapshot(1, 1);

      harness.getTaskMailbox().quiesce();
      answer.complete(ScriptedDatabase.result(ResponseClass.OK));

      assertThat(failure).hasNullValue();
      assertThat(samplesWrittenAfter(savepoint)).as("it is in the savepoint").isEqualTo(1);
    }
  }

  @Test
  void aFailureDoesNotFailATaskThatHasEnded() throws Exception {
    var answer = new CompletableFuture<WriteResult>();
    ScriptedDatabase.answers(payload -> answer);
    var harness = harness(CONFIG);
    AtomicReference<Throwable> failure = failureOf(harness);
    harness.open();
    harness.processElement(batch(1));
    harness.getOneInputOperator().close();

    answer.complete(ScriptedDatabase.result(ResponseClass.RETRY));

    assertThat(failure).hasNullValue();
  }

  /** Another writer may have its series after a rescaling, and would not wait for it. */
  @Test
  void noBatchIsInStateWhereEachSeriesNeedsItsOrder() throws Exception {
    var answer = new CompletableFuture<WriteResult>();
    ScriptedDatabase.answers(payload -> answer);
    try (var harness = harness(CONFIG, true)) {
      harness.open();
      harness.processElement(batch(1));
      CompletableFuture.runAsync(
          () -> answer.complete(ScriptedDatabase.result(ResponseClass.OK)),
          CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));
      harness.prepareSnapshotPreBarrier(1);

      assertThat(harness.extractOutputValues())
          .as("handed on before the barrier")
          .extracting(WriteOutcome::samplesAcked)
          .containsExactly(1L);
      assertThat(samplesWrittenAfter(harness.snapshot(1, 1))).isZero();
    }
  }

  @Test
  void whatAnotherDatabaseHasAcceptedSaysNothingOfThisOne() throws Exception {
    OperatorSubtaskState state;
    ScriptedDatabase.answers(ResponseClass.OK);
    try (var harness = harness(CONFIG)) {
      harness.open();
      harness.processElement(batch(1));
      harness.endInput();
      state = harness.snapshot(1, 1);
    }
    ScriptedDatabase.answers(ResponseClass.REJECT);
    JobConfig another =
        CONFIG.withTarget(CONFIG.target().withUrls(List.of(URI.create("http://127.0.0.1:2"))));
    try (var harness = harness(another)) {
      AtomicReference<Throwable> failure = failureOf(harness);
      harness.initializeState(state);
      harness.open();
      harness.processElement(batch(2 * Refusals.MAX_BEFORE_ACCEPTED));

      assertThat(Patience.until(SOON, () -> failure.get() != null)).as("ends the run").isTrue();
      assertThat(failure.get()).hasStackTraceContaining("and accepted none");
    }
  }

  private static long samplesWrittenAfter(OperatorSubtaskState state) throws Exception {
    ScriptedDatabase.answers(ResponseClass.OK);
    try (var harness = harness(CONFIG)) {
      harness.initializeState(state);
      harness.open();
      harness.endInput();
      return harness.extractOutputValues().stream().mapToLong(WriteOutcome::samplesAcked).sum();
    }
  }

  @Test
  void whatOnlyThisMachineCanSeeIsMissingEndsTheJobWithoutARestart() throws Exception {
    JobConfig config = TestConfig.of("target.tls.ca-file=/nowhere/ca.pem");
    try (var harness = harness(config)) {
      assertThatThrownBy(harness::open)
          .isInstanceOf(SuppressRestartsException.class)
          .cause()
          .hasMessageContaining("/nowhere/ca.pem");
    }
  }
}
