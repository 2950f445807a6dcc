package io.tidemark.readers;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.queries.Queries;
import io.tidemark.simulated.time.VirtualTime;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The readers themselves, in virtual time instead of a process of their own. */
public final class VirtualReaders implements ReadLoad {
  private static final Duration LOOK = Duration.ofMillis(2);
  private static final Duration REPORT = Duration.ofMillis(500);

  private final Reader reader;
  private final VirtualTime time;
  private final ReadLog log = new ReadLog();

  /**
   * @param answer is given each query's answer, which it completes in its time; what takes longer
   *     than it may has failed
   */
  public VirtualReaders(
      VirtualTime time, Queries bounds, Consumer<CompletableFuture<QueryClient.Answer>> answer) {
    this.time = time;
    this.reader =
        new Reader(List.of("up"), bounds, client(time, answer), time::nanos, time::millis);
    reader.pause();
    time.every(LOOK, reader::ask);
    time.every(REPORT, () -> log.add(time.millis(), new Report(reader.count(), null), 0));
  }

  private static QueryClient client(
      VirtualTime time, Consumer<CompletableFuture<QueryClient.Answer>> answer) {
    return new QueryClient() {
      @Override
      public CompletableFuture<Answer> ask(Query query, Bounds bounds) {
        var asked = new CompletableFuture<Answer>();
        answer.accept(asked);
        time.in(bounds.timeout(), () -> asked.complete(new Answer(0, "no answer in time")));
        return asked;
      }

      @Override
      public List<String> top(int most) {
        return List.of();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void pause() {
    reader.pause();
  }

  @Override
  public void resume() {
    reader.resume();
  }

  @Override
  public void rate(double perSecond) {
    reader.rate(perSecond);
  }

  @Override
  public long outstanding() {
    return log.outstanding();
  }

  @Override
  public void written(JobConfig running, long samples) {}

  @Override
  public Optional<Reads> between(long fromMillis, long toMillis) {
    return log.between(fromMillis, toMillis);
  }
}
