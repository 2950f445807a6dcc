package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.sql.RowBody;
import io.tidemark.sink.sql.RowFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BinaryRowsTest {
  private static final RowFormat FORMAT =
      new RowFormat(
          BinaryRows.CODE,
          new Copies(
              new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME),
              Map.of()));

  /** "Binary Protocol Value": BIGINT and DOUBLE are eight bytes, the least first. */
  @Test
  void areTheValuesOfAStatement() {
    var labels = Labels.of(Map.of("__name__", "m"));
    List<Sample> samples = List.of(new Sample(labels, 7, 0.5), new Sample(labels, -8, -1));
    Payload payload = FORMAT.encode(samples);
    int rowsAt = new RowBody(BinaryRows.CODE, payload.body()).rowsAt();
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

  /** A replay must write the same bytes; another row others. */
  @Test
  void haveAPayloadOfTheirOwnThatIsAlwaysTheSame() {
    byte[] one = column(1, 2, 21);
    assertThat(column(1, 2, 21)).isEqualTo(one);
    assertThat(column(1, 3, 21)).isNotEqualTo(one);
    assertThat(column(2, 1, 21)).isNotEqualTo(one);
    // All of it is filled, the odd bytes at its end, too.
    assertThat(column(5, 9, 4_001))
        .satisfies(bytes -> assertThat(distinct(bytes)).isGreaterThan(250));
    byte[] longer = column(1, 2, 24);
    assertThat(longer).startsWith(one);
  }

  private static byte[] column(long id, long time, int length) {
    byte[] row =
        ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN).putLong(id).putLong(time).array();
    byte[] column = new byte[length];
    BinaryRows.fill(row, 0, column, 0, length);
    return column;
  }

  private static long distinct(byte[] bytes) {
    var seen = new boolean[256];
    for (byte b : bytes) {
      seen[b & 0xFF] = true;
    }
    int count = 0;
    for (boolean each : seen) {
      count += each ? 1 : 0;
    }
    return count;
  }
}
