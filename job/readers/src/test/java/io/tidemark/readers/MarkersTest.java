package io.tidemark.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.query.QueryClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What is written and what is looked for, in virtual time, with a database that acknowledges, and
 * shows samples, when the test says so.
 */
class MarkersTest {
  private static final long MILLI = 1_000;
  private static final Labels SERIES = Labels.of(Map.of("__name__", MarkerProbe.METRIC, "a", "b"));

  private final WireFormat format = format();
  private final List<Sample> written = new ArrayList<>();
  private final List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
  private final List<CompletableFuture<double[]>> questions = new ArrayList<>();
  private final List<Long> ranges = new ArrayList<>();
  private long nowMicros = 11;
  private long newestMillis = 10_000;
  private final MarkerProbe probe = probe();
  private final MarkerWriter writer = writer();

  /** What is new has to be indexed before it can be found. */
  @Test
  void whatWasWrittenBeforeTheSeriesWasFoundCountsForNothing() {
    mark();
    acknowledge(0);
    pass(4_000);
    mark();
    acknowledge(1);
    look();
    pass(4_000);
    answer(0, 1, 2);
    mark();
    acknowledge(2);
    pass(700);
    look();
    answer(1, 1, 2, 3);

    MarkerProbe.Count count = probe.count();
    assertThat(count.micros().getTotalCount()).isEqualTo(1);
    assertThat(count.micros().getMaxValue() / 1e3).isBetween(699.0, 701.0);
  }

  @Test
  void countsFromTheAcknowledgementToTheFirstAnswerThatHasIt() {
    findTheSeries();
    mark();
    pass(40);
    acknowledge(0);
    look();
    pass(15);
    answer(0);
    pass(985);
    look();
    pass(5);
    answer(1, 1);

    MarkerProbe.Count count = probe.count();
    assertThat(count.asked()).isEqualTo(3);
    assertThat(count.micros().getTotalCount()).isEqualTo(1);
    // 15 + 985 + 5 ms, and none of the 40 ms before it was acknowledged.
    assertThat(count.micros().getMaxValue() / 1e3).isBetween(1_004.0, 1_006.0);
    assertThat(count.unseenMicros()).isZero();
  }

  /** Whatever is kept in parts may show the latter of two samples first. */
  @Test
  void aLaterSampleThatIsVisibleSaysNothingOfAnEarlierOne() {
    findTheSeries();
    mark();
    acknowledge(0);
    pass(200);
    mark();
    acknowledge(1);
    look();
    pass(100);
    answer(0, 2);

    MarkerProbe.Count count = probe.count();
    assertThat(count.micros().getTotalCount()).isEqualTo(1);
    assertThat(count.micros().getMaxValue() / 1e3).isBetween(99.0, 101.0);
    assertThat(count.unseenMicros()).isEqualTo(300_000);
  }

  @Test
  void samplesFollowThoseThatAreWrittenBesideAndNeverTakeEachOthersPlace() {
    for (long newest : new long[] {10_000, 10_000, 60_000, 5_000}) {
      newestMillis = newest;
      mark();
      acknowledge(writes.size() - 1);
    }

    assertThat(written)
        .extracting(Sample::timestampMillis)
        .containsExactly(10_000L, 10_001L, 60_000L, 60_001L);
    assertThat(written).extracting(Sample::value).containsExactly(1.0, 2.0, 3.0, 4.0);
    assertThat(written).allMatch(sample -> sample.labels().equals(SERIES));
    look();
    assertThat(ranges).containsExactly(10_000L, 60_001L);
  }

  @Test
  void waitsForOneAnswerAtATime() {
    mark();
    mark();
    assertThat(writes).hasSize(1);
    acknowledge(0);
    look();
    look();
    assertThat(questions).hasSize(1);
    answer(0);
    look();
    assertThat(questions).hasSize(2);
  }

  @Test
  void whatIsRefusedOrNotFoundInTimeIsCounted() {
    mark();
    writes.get(0).complete(result(ResponseClass.REJECT));
    mark();
    acknowledge(1);
    pass(30_001);
    look();

    MarkerProbe.Count count = probe.count();
    assertThat(count.refused()).isEqualTo(1);
    assertThat(count.lost()).isEqualTo(1);
    assertThat(count.micros().getTotalCount()).isZero();
    assertThat(questions).isEmpty();
  }

  @Test
  void writesAndAsksNothingWhilePaused() {
    mark();
    acknowledge(0);
    probe.pause();
    writer.pause();
    pass(1_000);

    mark();
    look();

    assertThat(writes).hasSize(1);
    assertThat(questions).isEmpty();
    assertThat(probe.count().unseenMicros()).isZero();
  }

  /** By a sample before the first of the test. */
  private void findTheSeries() {
    probe.acknowledged(0, 9_000, nowMicros);
    probe.look();
    questions.remove(0).complete(new double[] {0});
    ranges.clear();
    probe.count();
  }

  private void pass(long millis) {
    nowMicros += millis * MILLI;
  }

  private void mark() {
    writer.mark();
  }

  private void look() {
    probe.look();
  }

  private void acknowledge(int write) {
    writes.get(write).complete(result(ResponseClass.OK));
  }

  private void answer(int question, double... values) {
    questions.get(question).complete(values);
  }

  private static WriteResult result(ResponseClass outcome) {
    return new WriteResult(
        outcome, "HTTP 204", 1, 100, "a:1", "", OptionalLong.empty(), new RequestTiming(0, 1, 2));
  }

  private static WireFormat format() {
    var target = TargetConfig.of("victoriametrics", URI.create("http://a:1"));
    var once = new Amplification(1, 1, 1, "instance", ValueMode.REPEAT, Layout.TIME);
    return Tsdb.byType("victoriametrics", MarkersTest.class.getClassLoader()).format(target, once);
  }

  private MarkerProbe probe() {
    var probe =
        new MarkerProbe(
            (from, to, bounds) -> {
              ranges.addAll(List.of(from, to));
              questions.add(new CompletableFuture<>());
              return questions.get(questions.size() - 1);
            },
            new QueryClient.Bounds(Duration.ofSeconds(30), 1 << 20),
            () -> nowMicros);
    probe.resume();
    return probe;
  }

  private MarkerWriter writer() {
    var client =
        new WriteClient() {
          @Override
          public CompletableFuture<WriteResult> write(Payload payload) {
            written.addAll(format.decode(payload));
            writes.add(new CompletableFuture<>());
            return writes.get(writes.size() - 1);
          }

          @Override
          public long cpuNanos() {
            return 0;
          }

          @Override
          public void close() {}
        };
    var listener =
        new MarkerWriter.Listener() {
          @Override
          public void acknowledged(long number, long timestampMillis) {
            probe.acknowledged(number, timestampMillis, nowMicros);
          }

          @Override
          public void refused() {
            probe.refused();
          }
        };
    var writer = new MarkerWriter(SERIES, format, client, () -> newestMillis, listener);
    writer.resume();
    return writer;
  }
}
