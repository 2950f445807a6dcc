package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.rows.RowBody;
import io.tidemark.sink.rows.RowFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatementRowsTest {
  private static final RowFormat FORMAT =
      new RowFormat(
          InsertSession.ROWS,
          new Copies(
              new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME),
              Map.of()));

  /** Eight bytes each, the least first, whichever client wrote the savepoint. */
  @Test
  void areAsSavepointsHoldThem() {
    assertThat(InsertSession.ROWS.encoding()).isEqualTo("mysql-binary");
    var labels = Labels.of(Map.of("__name__", "m"));
    List<Sample> samples = List.of(new Sample(labels, 7, 0.5), new Sample(labels, -8, -1));
    Payload payload = FORMAT.encode(samples);
    int rowsAt = new RowBody(InsertSession.ROWS, payload.body()).rowsAt();
    ByteBuffer rows =
        ByteBuffer.wrap(payload.body(), rowsAt, payload.body().length - rowsAt)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (Sample sample : samples) {
      assertThat(rows.getLong()).isEqualTo(labels.hash());
      assertThat(rows.getLong()).isEqualTo(sample.timestampMillis());
      assertThat(rows.getDouble()).isEqualTo(sample.value());
    }
    assertThat(rows.hasRemaining()).isFalse();
    assertThat(FORMAT.decode(payload)).isEqualTo(samples);
  }
}
