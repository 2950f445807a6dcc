package io.tidemark.sink.ignite;

import io.tidemark.sink.Payload;
import io.tidemark.sink.rows.CollisionException;
import io.tidemark.sink.rows.KnownSeries;
import io.tidemark.sink.rows.NewSeries;
import io.tidemark.sink.rows.RowBody;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.table.DataStreamerOptions;
import org.apache.ignite.table.DataStreamerTarget;
import org.apache.ignite.table.KeyValueView;
import org.apache.ignite.table.RecordView;
import org.apache.ignite.table.Tuple;

/**
 * Writes payloads' rows over one client, the labels of new series before them. A row that is
 * written again overwrites itself with the same values. Not thread-safe; its futures may complete
 * in any order.
 */
final class UpsertSession implements AutoCloseable {
  private final IgniteClient client;
  private final IgniteOptions options;
  private final KnownSeries known;
  private final RecordView<Tuple> series;
  private final RecordView<Tuple> records;
  private final KeyValueView<Tuple, Tuple> keyValues;
  private final DataStreamerOptions streamer;

  /**
   * This completes when the labels of the latest new series are written. They are written one after
   * the other, because two transactions would wait for each other.
   */
  private CompletableFuture<Void> seriesWritten = CompletableFuture.completedFuture(null);

  UpsertSession(IgniteClient client, IgniteOptions options, KnownSeries known) {
    this.client = client;
    this.options = options;
    this.known = known;
    Tables tables = Tables.open(client, options);
    series = tables.series().recordView();
    records = tables.samples().recordView();
    keyValues = tables.samples().keyValueView();
    streamer =
        DataStreamerOptions.builder()
            .pageSize(options.pageSize())
            .perPartitionParallelOperations(options.parallelOperations())
            .build();
  }

  /** Writes a payload; the future completes once all rows are acknowledged. */
  CompletableFuture<Void> write(Payload payload) {
    var body = new RowBody(Rows.CODE, payload.body());
    var rows = new Rows(payload.body(), body.rowsAt(), payload.samples(), options.payloadBytes());
    List<NewSeries> fresh;
    try {
      fresh = NewSeries.of(body, known);
    } catch (CollisionException e) {
      return CompletableFuture.failedFuture(e);
    }
    if (fresh.isEmpty()) {
      return writeRows(rows);
    }
    CompletableFuture<Void> written =
        seriesWritten.exceptionally(e -> null).thenCompose(done -> writeSeries(fresh));
    seriesWritten = written;
    return written.thenCompose(done -> writeRows(rows));
  }

  /**
   * Writes the labels of new series. Labels that are in the table stay as they are, and are
   * compared.
   */
  private CompletableFuture<Void> writeSeries(List<NewSeries> fresh) {
    List<Tuple> tuples =
        fresh.stream().map(each -> key(each.first()).set(Tables.LABELS, each.json())).toList();
    return series
        .insertAllAsync(null, tuples)
        .thenCompose(present -> compare(present, fresh))
        .thenAccept(same -> fresh.forEach(series -> series.addTo(known)));
  }

  private static Tuple key(long id) {
    return Tuple.create(2).set(Tables.SERIES_ID, id);
  }

  private CompletableFuture<Void> compare(List<Tuple> present, List<NewSeries> fresh) {
    if (present.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    List<Tuple> keys =
        present.stream().map(tuple -> key(tuple.longValue(Tables.SERIES_ID))).toList();
    return series
        .getAllAsync(null, keys)
        .thenCompose(
            stored -> {
              var labels = new HashMap<Long, String>();
              for (Tuple tuple : stored) {
                if (tuple != null) {
                  labels.put(tuple.longValue(Tables.SERIES_ID), tuple.stringValue(Tables.LABELS));
                }
              }
              for (NewSeries each : fresh) {
                String json = each.json();
                if (!labels.getOrDefault(each.first(), json).equals(json)) {
                  return CompletableFuture.failedFuture(each.collision());
                }
              }
              return CompletableFuture.completedFuture(null);
            });
  }

  private CompletableFuture<Void> writeRows(Rows rows) {
    if (options.streams()) {
      return options.isKeyValue()
          ? stream(keyValues, rows.count(), rows::keyValue)
          : stream(records, rows.count(), rows::record);
    }
    if (options.isKeyValue()) {
      var entries = new HashMap<Tuple, Tuple>();
      for (int row = 0; row < rows.count(); row++) {
        Map.Entry<Tuple, Tuple> entry = rows.keyValue(row);
        entries.put(entry.getKey(), entry.getValue());
      }
      return keyValues.putAllAsync(null, entries);
    }
    return records.upsertAllAsync(
        null, IntStream.range(0, rows.count()).mapToObj(rows::record).toList());
  }

  /**
   * Streams rows. A streamer acknowledges nothing before its stream has ended, so each payload has
   * its own stream.
   */
  private <T> CompletableFuture<Void> stream(
      DataStreamerTarget<T> target, int count, IntFunction<T> row) {
    return target.streamData(new OnDemand<>(count, row), streamer);
  }

  @Override
  public void close() {
    client.close();
  }
}
