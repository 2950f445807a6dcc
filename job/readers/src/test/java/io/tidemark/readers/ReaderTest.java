package io.tidemark.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.queries.Queries;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** In virtual time, with a database that answers when the test says so. */
class ReaderTest {
  private static final long MILLI = 1_000_000;

  private final List<CompletableFuture<QueryClient.Answer>> asked = new ArrayList<>();
  private final List<Query> queries = new ArrayList<>();
  private long nowNanos = 7;

  @Test
  void countsLatencyFromTheMomentThatAQueryWasDue() {
    Reader reader = reader("queries.rate=10", "queries.concurrency=1");

    reader.ask();
    nowNanos += 1_000 * MILLI;
    answer(0);
    // Nine were due while the database stood still; each is answered at once now.
    for (int i = 1; i <= 9; i++) {
      reader.ask();
      answer(i);
    }

    var latencies = reader.count().latencies();
    assertThat(latencies.getTotalCount()).isEqualTo(10);
    // Due at 0, 100, …, 900 ms and answered at 1,000: the median is 500 ms, not 0.
    assertThat(latencies.getValueAtPercentile(50) / 1e3).isBetween(495.0, 510.0);
    assertThat(latencies.getMaxValue() / 1e3).isBetween(995.0, 1_010.0);
  }

  @Test
  void countsWhatIsDueAndNotAskedAsLate() {
    Reader reader = reader("queries.rate=10", "queries.concurrency=1");

    reader.ask();
    nowNanos += 1_050 * MILLI;

    // Due at 0, 100, …, 1,000 ms: eleven, of which one was asked.
    assertThat(reader.count().late()).isEqualTo(10);
    assertThat(reader.ask()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void keepsAsManyOutstandingAsItHasReaders() {
    Reader reader = reader("queries.concurrency=3");

    reader.ask();
    assertThat(asked).hasSize(3);
    answer(1);
    reader.ask();

    assertThat(asked).hasSize(4);
    assertThat(reader.count().late()).isZero();
  }

  @Test
  void sleepsUntilTheNextIsDue() {
    Reader reader = reader("queries.rate=4");

    assertThat(reader.ask()).isEqualTo(250 * MILLI);
  }

  @Test
  void asksNothingWhilePausedAndForgetsWhatWasDueMeanwhile() {
    Reader reader = reader("queries.rate=10", "queries.concurrency=8");
    reader.ask();
    answer(0);

    reader.pause();
    nowNanos += 5_000 * MILLI;
    reader.ask();
    assertThat(asked).hasSize(1);
    assertThat(reader.count().late()).isZero();

    reader.resume();
    reader.ask();
    assertThat(asked).hasSize(2);
  }

  @Test
  void asksAtAnotherRateFromThenOn() {
    Reader reader = reader("queries.rate=10", "queries.concurrency=8");
    reader.ask();
    answer(0);
    nowNanos += 1_000 * MILLI;

    reader.rate(2);
    // Ten were due at the rate before, of which none is asked: the next ones are due at 0 and 500
    // ms from now.
    assertThat(reader.ask()).isEqualTo(500 * MILLI);
    assertThat(asked).hasSize(2);
    nowNanos += 500 * MILLI;
    reader.ask();

    assertThat(asked).hasSize(3);
    assertThat(reader.count().late()).isZero();
  }

  @Test
  void countsFailuresByReasonAndGoesOn() {
    Reader reader = reader("queries.concurrency=1");

    for (int i = 0; i < 3; i++) {
      reader.ask();
      asked.get(i).complete(new QueryClient.Answer(5, "HTTP 503: busy"));
    }
    reader.ask();
    answer(3);

    Reader.Count count = reader.count();
    assertThat(count.failed()).isEqualTo(3);
    assertThat(count.answered()).isEqualTo(1);
    assertThat(count.failures()).containsExactly(java.util.Map.entry("HTTP 503: busy", 3L));
  }

  @Test
  void stopsWhenAllBytesAreRead() {
    Reader reader = reader("queries.concurrency=1", "queries.total-bytes=2KiB");

    for (int i = 0; i < 2; i++) {
      reader.ask();
      asked.get(i).complete(new QueryClient.Answer(1_024, ""));
    }
    reader.ask();

    assertThat(asked).hasSize(2);
    assertThat(reader.count().ended()).contains("queries.total-bytes");
  }

  @Test
  void stopsWhenItsTimeIsOver() {
    Reader reader = reader("queries.concurrency=1", "queries.duration=10s");
    reader.ask();
    answer(0);
    nowNanos += 10_000 * MILLI;

    reader.ask();

    assertThat(asked).hasSize(1);
    assertThat(reader.count().ended()).contains("queries.duration");
  }

  @Test
  void asksTheExpressionsInTurnOverTheRangeThatEndsWithTheNewestSample() {
    Reader reader = reader("queries.concurrency=3", "queries.range=1h", "queries.step=30s");

    reader.ask();

    assertThat(queries)
        .containsExactly(
            new Query("up", 6_400_000, 10_000_000, 30_000),
            new Query("rate(cpu[5m])", 6_400_000, 10_000_000, 30_000),
            new Query("up", 6_400_000, 10_000_000, 30_000));
  }

  @Test
  void aReportCarriesAllOfACount() {
    Reader reader = reader("queries.concurrency=1");
    reader.ask();
    nowNanos += 20 * MILLI;
    answer(0);
    reader.ask();
    asked.get(1).complete(new QueryClient.Answer(3, "HTTP 400: a b\tc"));
    Reader.Count count = reader.count();

    var marks = new MarkerProbe.Count(7, 2, 1, 345, new Histogram(1_000_000, 2));
    marks.micros().recordValue(123);

    assertThat(Report.parse(new Report(count, marks).line())).isEqualTo(new Report(count, marks));
    assertThat(Report.parse(new Report(count, null).line())).isEqualTo(new Report(count, null));
  }

  private void answer(int query) {
    asked.get(query).complete(new QueryClient.Answer(100, ""));
  }

  private Reader reader(String... set) {
    Queries bounds = ConfigLoader.load(Optional.empty(), List.of(set)).config().queries();
    var client =
        new QueryClient() {
          @Override
          public CompletableFuture<Answer> ask(Query query, Bounds each) {
            var answer = new CompletableFuture<Answer>();
            queries.add(query);
            asked.add(answer);
            return answer;
          }

          @Override
          public List<String> top(int most) {
            return List.of();
          }

          @Override
          public void close() {}
        };
    return new Reader(
        List.of("up", "rate(cpu[5m])"), bounds, client, () -> nowNanos, () -> 10_000_000);
  }
}
