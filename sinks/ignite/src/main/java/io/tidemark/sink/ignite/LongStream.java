package io.tidemark.sink.ignite;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.rows.LongRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;
import org.apache.ignite.table.DataStreamerOptions;
import org.apache.ignite.table.Tuple;

/**
 * One data streamer for a whole load, as the published case has it: fed by its demand, without an
 * acknowledgement before its end. The target's options say into which table, with which pages. Not
 * thread-safe.
 */
public final class LongStream implements AutoCloseable {
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(30);
  private static final int SERIES = 1_000;
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final IgniteClient client;
  private final IgniteOptions options;
  private final Tables tables;

  /**
   * Makes the tables.
   *
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public LongStream(TargetConfig target) {
    options = IgniteOptions.of(target);
    client = Connector.of(target).open(ENDS_WITHIN, Runnable::run);
    try {
      tables = Tables.open(client, options);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** By time; of a table that has rows it is built before this returns. */
  public void index() {
    Tables.execute(
        client,
        "CREATE INDEX %s_time ON %s (%s)".formatted(options.table(), options.table(), Tables.TIME));
  }

  /**
   * Returns when all rows are stored.
   *
   * @return rows that the streamer asked for in each interval: it asks again for what was done
   */
  public List<Integer> write(int rows, Duration interval)
      throws ExecutionException, InterruptedException {
    var asked = new AtomicInteger();
    byte[] body = new byte[LongRows.ROW_BYTES];
    var publisher =
        new OnDemand<Tuple>(
            rows,
            row -> {
              asked.incrementAndGet();
              long[] series = {row % SERIES};
              Rows.CODE.write(body, 0, series, 0, START_MILLIS + row / SERIES, row);
              return new Rows(body, 0, 1, options.payloadBytes()).record(0);
            });
    DataStreamerOptions pages =
        DataStreamerOptions.builder()
            .pageSize(options.pageSize())
            .perPartitionParallelOperations(options.parallelOperations())
            .build();
    CompletableFuture<Void> done = tables.samples().recordView().streamData(publisher, pages);
    var perInterval = new ArrayList<Integer>();
    int before = 0;
    long next = System.nanoTime();
    while (true) {
      next += interval.toNanos();
      try {
        done.get(Math.max(0, next - System.nanoTime()), TimeUnit.NANOSECONDS);
        return perInterval;
      } catch (TimeoutException e) {
        int now = asked.get();
        perInterval.add(now - before);
        before = now;
      }
    }
  }

  /** Rows that the table has. */
  public long stored() {
    try (ResultSet<SqlRow> result =
        client.sql().execute(null, "SELECT COUNT(*) FROM " + options.table())) {
      return result.next().longValue(0);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
