package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import io.tidemark.format.Format;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFileTest {
  @TempDir Path folder;

  private Path file;
  private List<byte[]> values;

  @BeforeEach
  void capture() throws IOException {
    file = folder.resolve("topic.capture");
    byte[] random = new byte[100_000];
    new Random(1).nextBytes(random);
    values = new ArrayList<>();
    values.add("a line\nand another\n".getBytes());
    values.add(null);
    values.add(new byte[0]);
    values.add(random);
    values.add(new byte[] {'\n', 0, -1});
    try (var capture = CaptureFile.create(file)) {
      for (int i = 0; i < values.size(); i++) {
        capture.add(new SourceRecord("topic", 1, 70 + i, time(i), values.get(i)));
      }
      assertThat(file).doesNotExist();
      capture.finish();
    }
  }

  /** Before 1970 and without one, too. */
  private static long time(int i) {
    return i == 0 ? -1 : i == 1 ? Long.MIN_VALUE : 1_769_817_600_000L + i;
  }

  @Test
  void givesBackEachRecordAsItWas() throws IOException {
    List<SourceRecord> read = read(file, 0);

    assertThat(read).hasSize(values.size());
    for (int i = 0; i < values.size(); i++) {
      assertThat(read.get(i).value()).isEqualTo(values.get(i));
      assertThat(read.get(i).timestampMillis()).isEqualTo(time(i));
      assertThat(read.get(i).offset()).isEqualTo(i + 1);
    }
    assertThat(Files.list(folder)).containsExactly(file);
  }

  @Test
  void isReadOnBehindTheRecordsThatAreDone() throws IOException {
    assertThat(read(file, 3)).extracting(SourceRecord::offset).containsExactly(4L, 5L);
    assertThat(read(file, 5)).isEmpty();
  }

  @Test
  void aCaptureThatIsCutShortHasItsWholeRecordsAndSaysWhereItEnds() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 9));

    List<SourceRecord> read = read(cut, 0);

    SourceRecord last = read.get(read.size() - 1);
    assertThat(last.broken()).contains("Truncated source");
    assertThat(last.offset()).isEqualTo(read.size());
    assertThat(read.subList(0, read.size() - 1))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.broken()).isNull());
  }

  @Test
  void aCaptureWhoseSizesAreNoneSaysSo() throws IOException {
    byte[] unpacked;
    try (var in = new ZstdInputStream(Files.newInputStream(file))) {
      unpacked = in.readAllBytes();
    }
    // Of the first record the timestamp, eight bytes behind the eight of the magic, stands before.
    unpacked[16] = 0x7F;
    Path broken = Files.write(folder.resolve("broken"), Zstd.compress(unpacked));

    assertThat(read(broken, 0))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.broken()).contains("no capture, or broken", "maxBytes=");
              assertThat(record.offset()).isEqualTo(1);
            });
  }

  @Test
  void aBinaryFormatIsReadFromCapturesAlone() throws IOException {
    FileRecords.source(new FileInput(file.toString(), Format.REMOTE_WRITE), false);
    Path text = Files.writeString(folder.resolve("a.lp"), "cpu user=1\n");
    assertThatThrownBy(
            () -> FileRecords.source(new FileInput(file + "," + text, Format.REMOTE_WRITE), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("a.lp is read line by line");
  }

  @Test
  void filesAreReadOneAfterTheOtherWithoutAJobToo() throws IOException {
    Files.writeString(folder.resolve("a.lp"), "cpu user=1\ncpu user=2");
    Files.writeString(folder.resolve(".hidden"), "no");
    var read = new ArrayList<SourceRecord>();
    try (var files = ReadFiles.open(new FileInput(folder.toString(), Format.INFLUX))) {
      assertThat(files.share()).isZero();
      for (SourceRecord next = files.next(); next != null; next = files.next()) {
        read.add(next);
      }
      assertThat(files.share()).isEqualTo(1);
    }
    assertThat(read).hasSize(2 + values.size());
    assertThat(read.get(1).value()).asString().isEqualTo("cpu user=2");
    assertThat(read.get(2).value()).isEqualTo(values.get(0));
  }

  private static List<SourceRecord> read(Path file, long done) throws IOException {
    var path = new org.apache.flink.core.fs.Path(file.toUri());
    long size = Files.size(file);
    var split =
        new FileSourceSplit(
            "1",
            path,
            0,
            size,
            0,
            size,
            new String[0],
            new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, done));
    var records = new ArrayList<SourceRecord>();
    try (var reader =
        new SplitFormat(1000, false, false).restoreReader(new Configuration(), split)) {
      for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
        for (var next = batch.next(); next != null; next = batch.next()) {
          records.add(next.getRecord());
        }
      }
    }
    return records;
  }
}
