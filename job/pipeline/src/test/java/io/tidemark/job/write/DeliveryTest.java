package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a simulated database, whose answers are known in advance. */
class DeliveryTest {
  private static final WireFormat FORMAT =
      new RemoteWriteFormat(
          Map.of(),
          new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME),
          Compression.SNAPPY);

  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final List<Double> accepted = new ArrayList<>();
  private final List<RequestOutcome> outcomes = new CopyOnWriteArrayList<>();
  private final AtomicInteger outstanding = new AtomicInteger();
  private final Refusals refusals = new Refusals();
  private int mostOutstanding;
  private WireFormat format = FORMAT;

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  private static Payload batch(int samples) {
    return FORMAT.encode(
        IntStream.range(0, samples)
            .mapToObj(i -> new Sample(Labels.of(Map.of("__name__", "m" + i)), 1000 + i, i))
            .toList());
  }

  private static WriteResult answer(ResponseClass outcome, int status) {
    return new WriteResult(
        outcome,
        "HTTP " + status,
        1,
        10,
        "http://127.0.0.1:1",
        outcome == ResponseClass.OK ? "" : "HTTP " + status,
        OptionalLong.empty(),
        new RequestTiming(1, 2, 3));
  }

  private WriteClient database(Function<List<Double>, WriteResult> answers) {
    return database(answers, payload -> {});
  }

  /** A database that answers each list of values at once, on another thread. */
  private WriteClient database(
      Function<List<Double>, WriteResult> answers, Consumer<Payload> onWrite) {
    return new WriteClient() {
      @Override
      public CompletableFuture<WriteResult> write(Payload payload) {
        onWrite.accept(payload);
        mostOutstanding = Math.max(mostOutstanding, outstanding.incrementAndGet());
        List<Double> values = FORMAT.decode(payload).stream().map(Sample::value).toList();
        return CompletableFuture.supplyAsync(
            () -> {
              outstanding.decrementAndGet();
              WriteResult result = answers.apply(values);
              if (result.outcome() == ResponseClass.OK) {
                accepted.addAll(values);
              }
              return result;
            });
      }

      @Override
      public long cpuNanos() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }

  private WriteOutcome deliver(
      WriteClient client, JobConfig.OnRejected onRejected, Duration deadline, Payload payload)
      throws Exception {
    var retry = new JobConfig.Retry(Duration.ofMillis(1), Duration.ofMillis(2), deadline);
    var means =
        new Delivery.Context(
            client,
            format,
            new Backoff(retry),
            deadline.toNanos(),
            onRejected,
            scheduler,
            new Random(1),
            (request, result) -> outcomes.add(request),
            () -> {},
            refusals);
    return Patience.get(Delivery.start(means, payload).done());
  }

  @Test
  void endsWhenADatabaseThatAcceptedNothingRefusesSampleAfterSample() {
    WriteClient refuses = database(values -> answer(ResponseClass.REJECT, 400));
    assertThatThrownBy(() -> deliver(refuses, batch(2 * Refusals.MAX_BEFORE_ACCEPTED)))
        .hasCauseInstanceOf(DeliveryException.class)
        .hasMessageContaining("accepted none")
        .hasMessageContaining("HTTP 400");
  }

  @Test
  void deadLettersAllOfABatchOnceTheDatabaseHasAcceptedAnother() throws Exception {
    deliver(database(values -> answer(ResponseClass.OK, 204)), batch(1));
    WriteClient refuses = database(values -> answer(ResponseClass.REJECT, 400));
    WriteOutcome outcome = deliver(refuses, batch(2 * Refusals.MAX_BEFORE_ACCEPTED));
    assertThat(outcome.deadLetters()).hasSize(2 * Refusals.MAX_BEFORE_ACCEPTED);
  }

  @Test
  void endsWhenADatabaseThatAcceptedNothingRefusesOneSmallBatchAfterTheOther() throws Exception {
    WriteClient refuses = database(values -> answer(ResponseClass.REJECT, 400));
    int small = 30;
    deliver(refuses, batch(small));
    deliver(refuses, batch(small));
    assertThatThrownBy(() -> deliver(refuses, batch(small)))
        .hasCauseInstanceOf(DeliveryException.class)
        .hasMessageContaining("refused the first 64 samples");
  }

  @Test
  void deadLettersAllOfABatchIfTheDatabaseHadAcceptedAnyBeforeARestart() throws Exception {
    var before = new Refusals();
    before.accepted();
    refusals.restore(before.state());
    WriteClient refuses = database(values -> answer(ResponseClass.REJECT, 400));
    WriteOutcome outcome = deliver(refuses, batch(2 * Refusals.MAX_BEFORE_ACCEPTED));
    assertThat(outcome.deadLetters()).hasSize(2 * Refusals.MAX_BEFORE_ACCEPTED);
  }

  private WriteOutcome deliver(WriteClient client, Payload payload) throws Exception {
    return deliver(client, JobConfig.OnRejected.DEAD_LETTER, Duration.ofSeconds(10), payload);
  }

  @Test
  void sendsAgainUntilAccepted() throws Exception {
    var calls = new AtomicInteger();
    WriteOutcome outcome =
        deliver(
            database(
                values ->
                    switch (calls.incrementAndGet()) {
                      case 1, 2 -> answer(ResponseClass.THROTTLED, 503);
                      case 3, 4 -> answer(ResponseClass.RETRY, 500);
                      default -> answer(ResponseClass.OK, 204);
                    }),
            batch(3));
    assertThat(outcomes)
        .containsExactly(
            RequestOutcome.THROTTLED,
            RequestOutcome.THROTTLED,
            RequestOutcome.RETRY,
            RequestOutcome.RETRY,
            RequestOutcome.OK);
    assertThat(outcome.samplesAcked()).isEqualTo(3);
    assertThat(outcome.requests()).isEqualTo(5);
    assertThat(outcome.retries()).isEqualTo(4);
    assertThat(outcome.sentBytes()).isEqualTo(50);
    assertThat(outcome.ackNanos()).isEqualTo(6);
  }

  @Test
  void whatIsStoredAlreadyIsAcknowledged() throws Exception {
    WriteOutcome outcome =
        deliver(database(values -> answer(ResponseClass.ALREADY_STORED, 409)), batch(3));
    assertThat(outcome.samplesAcked()).isEqualTo(3);
    assertThat(outcome.deadLetters()).isEmpty();
    assertThat(outcomes).containsExactly(RequestOutcome.ALREADY_STORED);
  }

  @Test
  void deadLettersExactlyTheOffendingSamplesAndStoresTheRestInOrder() throws Exception {
    WriteOutcome outcome =
        deliver(
            database(
                values ->
                    values.contains(17.0) || values.contains(900.0)
                        ? answer(ResponseClass.REJECT, 400)
                        : answer(ResponseClass.OK, 204)),
            batch(1000));
    assertThat(outcome.samplesAcked()).isEqualTo(998);
    assertThat(outcome.samplesDeadLettered()).isEqualTo(2);
    assertThat(outcome.deadLetters())
        .extracting(DeadLetter::origin, DeadLetter::offset, DeadLetter::reason)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("{__name__=\"m17\"}", 1017L, "rejected-http-400"),
            org.assertj.core.groups.Tuple.tuple("{__name__=\"m900\"}", 1900L, "rejected-http-400"));
    assertThat(accepted).hasSize(998).isSorted().doesNotContain(17.0, 900.0);
    assertThat(mostOutstanding).as("a batch takes one permit").isEqualTo(1);
  }

  @Test
  void splitsUntilItFits() throws Exception {
    WriteOutcome outcome =
        deliver(
            database(
                values ->
                    values.size() > 3
                        ? answer(ResponseClass.REJECT, 413)
                        : answer(ResponseClass.OK, 204)),
            batch(100));
    assertThat(outcome.samplesAcked()).isEqualTo(100);
    assertThat(outcome.deadLetters()).isEmpty();
  }

  /** A grouped batch names a series once for a thousand samples; split, each has labels again. */
  @Test
  void noPieceOfARejectedBatchIsLargerThanTheBatch() throws Exception {
    int m = 1000;
    var grouped =
        new RemoteWriteFormat(
            Map.of(),
            new Amplification(m, 1, 60_000, "instance", ValueMode.REPEAT, Layout.GROUPED),
            Compression.SNAPPY);
    PayloadBuilder builder = grouped.newPayloadBuilder();
    Labels labels = Labels.of(Map.of("__name__", "m", "long", "x".repeat(500)));
    builder.append(grouped.template(labels), 1_000_000, 1);
    Payload batch =
        builder.encode(
            new Amplification(m, 1, 60_000, "instance", ValueMode.REPEAT, Layout.GROUPED).all());
    var largest = new AtomicInteger();
    WriteClient database =
        database(
            values ->
                values.size() > m / 2
                    ? answer(ResponseClass.REJECT, 400)
                    : answer(ResponseClass.OK, 204),
            payload -> largest.accumulateAndGet(payload.rawBytes(), Math::max));

    WriteOutcome outcome = deliver(database, batch);

    assertThat(outcome.samplesAcked()).isEqualTo(m);
    assertThat(largest).hasValue(batch.rawBytes());
  }

  @Test
  void aSampleThatIsTooLargeByItselfBecomesADeadLetter() throws Exception {
    WriteOutcome outcome =
        deliver(
            database(
                values ->
                    values.contains(17.0)
                        ? answer(ResponseClass.REJECT, 413)
                        : answer(ResponseClass.OK, 204)),
            batch(100));
    assertThat(outcome.samplesAcked()).isEqualTo(99);
    assertThat(outcome.deadLetters())
        .extracting(DeadLetter::reason)
        .containsExactly("rejected-http-413");
  }

  @Test
  void failsOnceTheDeadlineHasPassedWithoutProgress() {
    assertThatThrownBy(
            () ->
                deliver(
                    database(values -> answer(ResponseClass.RETRY, 503)),
                    JobConfig.OnRejected.DEAD_LETTER,
                    Duration.ofMillis(200),
                    batch(1)))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("write.retry.deadline")
        .cause()
        .isInstanceOfSatisfying(DeliveryException.class, e -> assertThat(e.fatal()).isFalse());
    assertThat(outcomes)
        .as("the last one is told from those that were sent again")
        .contains(RequestOutcome.RETRY)
        .endsWith(RequestOutcome.DEADLINE)
        .containsOnlyOnce(RequestOutcome.DEADLINE);
  }

  @Test
  void endsTheBatchWhateverIsThrownOnTheWay() {
    format =
        new WireFormat() {
          @Override
          public SeriesTemplate template(Labels labels) {
            return FORMAT.template(labels);
          }

          @Override
          public PayloadBuilder newPayloadBuilder() {
            return FORMAT.newPayloadBuilder();
          }

          @Override
          public List<Sample> decode(Payload payload) {
            throw new StackOverflowError("while splitting");
          }

          @Override
          public Payload encode(List<Sample> samples) {
            return FORMAT.encode(samples);
          }
        };
    assertThatThrownBy(() -> deliver(database(v -> answer(ResponseClass.REJECT, 400)), batch(2)))
        .cause()
        .isInstanceOfSatisfying(DeliveryException.class, e -> assertThat(e.fatal()).isTrue())
        .hasMessageContaining("while splitting");
  }

  @Test
  void wrongCredentialsAreFatalAndDeadLetterNothing() {
    assertThatThrownBy(() -> deliver(database(v -> answer(ResponseClass.FATAL, 401)), batch(9)))
        .cause()
        .isInstanceOfSatisfying(DeliveryException.class, e -> assertThat(e.fatal()).isTrue())
        .hasMessageContaining("401");
  }

  @Test
  void failsOnTheFirstRejectionIfToldTo() {
    assertThatThrownBy(
            () ->
                deliver(
                    database(values -> answer(ResponseClass.REJECT, 400)),
                    JobConfig.OnRejected.FAIL,
                    Duration.ofSeconds(1),
                    batch(9)))
        .cause()
        .isInstanceOfSatisfying(DeliveryException.class, e -> assertThat(e.fatal()).isTrue());
    assertThat(accepted).isEmpty();
  }
}
