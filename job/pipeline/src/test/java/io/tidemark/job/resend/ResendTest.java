package io.tidemark.job.resend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests;
import io.tidemark.process.RunException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResendTest {
  private static final long NOW = 1_750_000_000_000L;
  private static final Labels CPU = Labels.of(Map.of("__name__", "cpu"));

  /** What the database took. */
  private final List<Sample> stored = new ArrayList<>();

  /** Answers before those that follow from the samples. */
  private final Deque<ResponseClass> first = new ArrayDeque<>();

  /** Refuses what holds a sample of a series named bad. */
  private final class Database implements WriteClient {
    private final WireFormat format;

    Database(WireFormat format) {
      this.format = format;
    }

    @Override
    public CompletableFuture<WriteResult> write(Payload payload) {
      List<Sample> samples = format.decode(payload);
      boolean isBad = samples.stream().anyMatch(s -> s.labels().toMap().containsValue("bad"));
      ResponseClass outcome =
          !first.isEmpty() ? first.remove() : isBad ? ResponseClass.REJECT : ResponseClass.OK;
      if (outcome == ResponseClass.OK) {
        stored.addAll(samples);
      }
      String code = outcome == ResponseClass.OK ? "HTTP 204" : "HTTP 400";
      return CompletableFuture.completedFuture(
          new WriteResult(
              outcome, code, 1, 1, "db", "why", OptionalLong.empty(), new RequestTiming(0, 0, 0)));
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private Resend resend(String... more) {
    var settings =
        new ArrayList<>(
            List.of(
                "source.type=kafka",
                "source.kafka.topics=[lines]",
                "source.kafka.formats.lines=influx",
                "amplify.m=2",
                "amplify.n=2",
                "target.extra-labels.run=r",
                "write.retry.initial=1ms",
                "write.retry.max=2ms",
                "write.retry.deadline=50ms"));
    settings.addAll(List.of(more));
    JobConfig config = TestConfig.of(settings.toArray(String[]::new));
    WireFormat format =
        Tsdb.byType("victoriametrics", ResendTest.class.getClassLoader())
            .format(config.target().withExtraLabels(Map.of()), Resend.AS_IT_IS);
    return new Resend(config, format, new Database(format), KeptTimestamps.ALL, () -> NOW);
  }

  private static DeadLetter ofSample(Labels labels, String reason, long timestamp, String value) {
    return new DeadLetter(
        labels.toString(), -1, timestamp, reason, "", value.getBytes(StandardCharsets.UTF_8), 0);
  }

  private static DeadLetter ofRecord(String topic, String record) {
    return new DeadLetter(
        topic, 0, 7, "undecodable", "", record.getBytes(StandardCharsets.UTF_8), 0);
  }

  @Test
  void sendsWhatTheDatabaseHadRefusedAsItWas() {
    try (var resend = resend()) {
      resend.send(ofSample(CPU, "rejected-http-400", NOW, "1.5"));
      Resend.Counts counts = resend.finish();

      assertThat(stored).containsExactly(new Sample(CPU, NOW, 1.5));
      assertThat(counts).isEqualTo(new Resend.Counts(1, 1, new TreeMap<>()));
    }
  }

  @Test
  void amplifiesWhatWasRefusedBeforeItWasAmplified() {
    try (var resend = resend("limits.future=2d")) {
      resend.send(ofSample(CPU, "timestamp-in-future", NOW, "2"));
      resend.send(ofRecord("lines", "mem,host=a used=3 " + NOW));
      Resend.Counts counts = resend.finish();

      assertThat(counts.samplesSent()).isEqualTo(8);
      assertThat(stored)
          .contains(
              new Sample(Labels.of(Map.of("__name__", "cpu", "run", "r")), NOW, 2),
              new Sample(
                  Labels.of(
                      Map.of("__name__", "mem_used", "host", "a", "run", "r", "instance", "~1")),
                  NOW + 30_000,
                  3));
    }
  }

  /** As the run would have written them: {@code host_7} is one of the half with a copy more. */
  @Test
  void eachInstanceHasAsManyCopiesAsInTheRun() {
    try (var resend = resend("limits.future=2d", "amplify.n=1.5", "amplify.instance-label=host")) {
      resend.send(ofRecord("lines", "mem,host=host_7 used=3 " + NOW));
      resend.send(ofRecord("lines", "mem,host=host_8 used=3 " + NOW));

      assertThat(resend.finish().samplesSent()).isEqualTo(2 * 2 + 2);
    }
  }

  /** So that what is sent again is deleted with what the run had written. */
  @ParameterizedTest
  @CsvSource({"true, tidemark-20261126-120000_aaaaa", "false, ''"})
  void whatIsAmplifiedNowGetsTheLabelOfTheRunThatRefusedIt(boolean isLabel, String label) {
    String run = "tidemark-20261126-120000_aaaaa";
    try (var resend = resend("amplify.m=1", "amplify.n=1", "target.run-label=" + isLabel)) {
      resend.send(
          new DeadLetter(
              CPU.toString(), -1, NOW, "timestamp-in-future", "", new byte[] {'2'}, 0, 0, run));
      resend.send(
          new DeadLetter(
              "lines",
              0,
              7,
              "undecodable",
              "",
              ("mem,host=a used=3 " + NOW).getBytes(StandardCharsets.UTF_8),
              0,
              0,
              run));
      resend.finish();
    }
    assertThat(stored)
        .hasSize(2)
        .allSatisfy(
            sample ->
                assertThat(sample.labels().toMap().getOrDefault("tidemark_run", ""))
                    .isEqualTo(label));
  }

  @Test
  void countsWhatIsRefusedAgainByItsReasonAndSendsTheRest() {
    try (var resend = resend("amplify.m=1", "amplify.n=1")) {
      for (int i = 0; i < 10; i++) {
        resend.send(ofSample(CPU, "rejected-http-400", NOW + i, "1"));
      }
      resend.send(ofSample(Labels.of(Map.of("a", "bad")), "rejected-http-400", NOW, "1"));
      resend.send(ofSample(CPU, "timestamp-not-positive", -5, "1"));
      resend.send(ofSample(CPU, "not-a-number", NOW, "NaN"));
      resend.send(ofRecord("lines", "still broken"));
      resend.send(new DeadLetter("cpu", -1, NOW, "rejected-http-400", "", new byte[] {'1'}, 0));
      Resend.Counts counts = resend.finish();

      assertThat(stored).hasSize(10);
      assertThat(counts.letters()).isEqualTo(15);
      assertThat(counts.samplesSent()).isEqualTo(10);
      assertThat(counts.refused())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "rejected-http-400", 1L,
                  "timestamp-not-positive", 1L,
                  "not-a-number", 1L,
                  "undecodable", 1L,
                  "unreadable-letter", 1L));
    }
  }

  /** As it is kept, a point without a timestamp makes no request of its own. */
  @Test
  void countsALetterThatGivesNothingAsRefused() {
    try (var resend = resend("source.kafka.formats.lines=otlp")) {
      byte[] point =
          WriteRequests.message(OtlpRequests.attribute(7, "a", "1"), OtlpRequests.number(1));
      resend.send(new DeadLetter("lines", 0, 7, "no-timestamp", "", point, 0));
      assertThat(resend.finish())
          .isEqualTo(new Resend.Counts(1, 0, new TreeMap<>(Map.of("unreadable-letter", 1L))));
    }
  }

  @Test
  void triesAgainWhileTheDatabaseIsBusyAndSaysHowFarItCame() {
    try (var resend = resend("write.batch-samples=1")) {
      first.addAll(List.of(ResponseClass.THROTTLED, ResponseClass.RETRY));
      resend.send(ofSample(CPU, "rejected-http-400", NOW, "1"));
      assertThat(stored).hasSize(1);

      first.add(ResponseClass.FATAL);
      assertThatThrownBy(() -> resend.send(ofSample(CPU, "rejected-http-400", NOW, "1")))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("db: why; 1 samples were sent before");
    }
  }
}
