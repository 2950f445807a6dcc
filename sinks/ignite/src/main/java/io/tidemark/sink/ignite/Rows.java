package io.tidemark.sink.ignite;

import io.tidemark.sink.rows.LongRows;
import io.tidemark.sink.rows.PayloadColumn;
import java.nio.ByteOrder;
import java.util.Map;
import org.apache.ignite.table.Tuple;

/**
 * The rows of a payload, as Ignite's client takes them. Thread-safe.
 *
 * @param at where the first lies
 * @param payloadBytes of the column beside the value
 */
record Rows(byte[] body, int at, int count, int payloadBytes) {
  static final LongRows CODE = new LongRows("ignite-rows", ByteOrder.BIG_ENDIAN);

  Tuple record(int row) {
    return values(keys(Tuple.create(), row), row);
  }

  Map.Entry<Tuple, Tuple> keyValue(int row) {
    return Map.entry(keys(Tuple.create(2), row), values(Tuple.create(2), row));
  }

  private Tuple keys(Tuple to, int row) {
    int from = at + row * LongRows.ROW_BYTES;
    return to.set(Tables.SERIES_ID, CODE.series(body, from))
        .set(Tables.TIME, CODE.timestampMillis(body, from));
  }

  private Tuple values(Tuple to, int row) {
    int from = at + row * LongRows.ROW_BYTES;
    var value = new double[1];
    CODE.read(body, from, (series, none, timestampMillis, read) -> value[0] = read);
    to.set(Tables.VALUE, value[0]);
    if (payloadBytes > 0) {
      byte[] column = new byte[payloadBytes];
      PayloadColumn.fill(CODE.series(body, from), CODE.timestampMillis(body, from), column);
      to.set(Tables.PAYLOAD, column);
    }
    return to;
  }
}
