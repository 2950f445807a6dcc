package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedRecordsTest {
  private static final int FILE_BYTES = 30;

  private int opened;
  private int closed;

  private RepeatedRecords repeated(SourceRecord... records) {
    return new RepeatedRecords(() -> file(List.of(records)));
  }

  private RecordReader file(List<SourceRecord> records) {
    opened++;
    var left = new ArrayList<>(records);
    return new RecordReader() {
      @Override
      public SourceRecord next() {
        return left.isEmpty() ? null : left.remove(0);
      }

      @Override
      public long fileBytesRead() {
        return records.isEmpty()
            ? 0
            : (long) FILE_BYTES * (records.size() - left.size()) / records.size();
      }

      @Override
      public void close() {
        closed++;
      }
    };
  }

  private static SourceRecord line(int number) {
    return new SourceRecord("a.lp", 0, number, -1, new byte[] {(byte) number});
  }

  @Test
  void theRecordsComeAgainWithTheNumberOfTheirPass() throws IOException {
    RepeatedRecords records = repeated(line(1), line(2));
    var read = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      SourceRecord next = records.next();
      read.add(next.pass() + ":" + next.offset());
    }
    assertThat(read).containsExactly("0:1", "0:2", "1:1", "1:2", "2:1");
    assertThat(records.fileBytesRead()).isEqualTo(2 * FILE_BYTES + FILE_BYTES / 2);
    assertThat(opened).isEqualTo(3);
    assertThat(closed).isEqualTo(2);
  }

  @Test
  void aRestoredOneGoesOnWhereverItWasAndReadsTheFileTwiceAtMost() throws IOException {
    for (int done = 0; done < 40; done++) {
      opened = 0;
      RepeatedRecords records = repeated(line(1), line(2), line(3));
      assertThat(records.pass(done)).isEqualTo(done);
      assertThat(opened).isLessThanOrEqualTo(2);
      SourceRecord next = records.next();
      assertThat(next.pass()).as("after %d", done).isEqualTo(done / 3);
      assertThat(next.offset()).as("after %d", done).isEqualTo(done % 3 + 1);
    }
  }

  @Test
  void aBrokenFileAndAnEmptyOneAreReadOnce() throws IOException {
    RepeatedRecords broken = repeated(line(1), SourceRecord.broken("a.lp", 2, "it is cut short"));
    assertThat(broken.next().broken()).isNull();
    assertThat(broken.next().broken()).isEqualTo("it is cut short");
    assertThat(broken.next()).isNull();

    RepeatedRecords empty = repeated();
    assertThat(empty.next()).isNull();
    assertThat(empty.pass(5)).isZero();
    assertThat(opened).isEqualTo(2);
  }
}
