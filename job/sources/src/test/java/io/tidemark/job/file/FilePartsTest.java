package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.FileSourceSplitSerializer;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePartsTest {
  private static final int MAX_LINE_BYTES = 100;

  @TempDir java.nio.file.Path folder;

  private java.nio.file.Path file;
  private List<String> lines;

  /** Empty lines, short ones, and some that are longer than whole parts. */
  @BeforeEach
  void write() throws IOException {
    lines =
        IntStream.range(0, 400)
            .mapToObj(i -> i + ":" + "x".repeat(i % 7 == 0 ? 80 : i % 3 == 0 ? 0 : i % 13))
            .map(line -> line.startsWith("5") ? "" : line)
            .toList();
    file = Files.writeString(folder.resolve("a.lp"), String.join("\n", lines));
  }

  /** Bounds lie before, on and behind a line's end; the second line begins at byte 83. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 31, 64, 82, 83, 84, 100, 1000, 3000})
  void partsSideBySideHaveEachLineOnce(int partBytes) throws IOException {
    Collection<FileSourceSplit> parts = parts(partBytes);

    assertThat(parts).hasSize((int) Math.max(1, Files.size(file) / partBytes));
    var read = new ArrayList<String>();
    long fileBytes = 0;
    for (FileSourceSplit part : parts) {
      for (SourceRecord record : records(part, 0)) {
        read.add(text(record));
        fileBytes += record.fileBytes();
      }
    }
    assertThat(read).isEqualTo(lines);
    assertThat(fileBytes).isEqualTo(Files.size(file));
  }

  @Test
  void theBytesOfAFileAreCountedOnceWhenItIsReadAndReadOn() throws IOException {
    file = Files.writeString(folder.resolve("large.lp"), "a line\n".repeat(40_000));
    FileSourceSplit whole = parts(0).iterator().next();
    assertThat(fileBytes(records(whole, 0))).isEqualTo(7 * 40_000);
    assertThat(fileBytes(records(whole, 30_000))).isEqualTo(7 * 10_000);
  }

  private static long fileBytes(List<SourceRecord> records) {
    return records.stream().mapToLong(SourceRecord::fileBytes).sum();
  }

  @Test
  void aPartIsReadOnBehindTheLinesThatAreDone() throws IOException {
    FileSourceSplit part = List.copyOf(parts(1000)).get(1);
    List<SourceRecord> all = records(part, 0);
    assertThat(all).hasSizeGreaterThan(20);

    List<SourceRecord> rest = records(part, 13);

    assertThat(rest.stream().map(FilePartsTest::text))
        .isEqualTo(all.subList(13, all.size()).stream().map(FilePartsTest::text).toList());
    assertThat(rest.get(0).offset()).isEqualTo(14);
    assertThat(rest.get(0).origin()).isEqualTo(new Path(file.toUri()) + "@1000");
  }

  @Test
  void aSavepointOfAWholeFileIsReadOnAsAWholeFile() throws IOException {
    FileSourceSplit whole = parts(0).iterator().next();
    assertThat(records(whole, 390).stream().map(FilePartsTest::text))
        .isEqualTo(lines.subList(390, 400));
  }

  @Test
  void whatIsPackedOrACaptureOrSmallStaysWhole() throws IOException {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(text);
    }
    file = Files.write(folder.resolve("a.gz"), packed.toByteArray());
    assertThat(parts(10)).hasSize(1);

    file = folder.resolve("a.capture");
    try (var capture = CaptureFile.create(file)) {
      capture.add(new SourceRecord("topic", 0, 1, -1, text));
      capture.finish();
    }
    assertThat(parts(10)).hasSize(1);

    file = Files.writeString(folder.resolve("small"), "nineteen bytes long");
    assertThat(parts(10)).hasSize(1);
    assertThat(parts(9)).hasSize(2);
  }

  @Test
  void partsAreGivenOutFromTheBeginningOfTheFileAlsoAfterARestore() throws IOException {
    var parts = new FrontToBack(parts(1000));
    FileSourceSplit first = parts.getNext(null).orElseThrow();
    FileSourceSplit second = parts.getNext(null).orElseThrow();
    assertThat(List.of(first.offset(), second.offset())).containsExactly(0L, 1000L);
    parts.addSplits(List.of(first));
    assertThat(new FrontToBack(parts.remainingSplits()).getNext(null)).contains(first);
  }

  private Collection<FileSourceSplit> parts(int partBytes) throws IOException {
    return new FileParts(partBytes).enumerateSplits(new Path[] {new Path(file.toUri())}, 2);
  }

  /** As a job that was restored reads it, its split come from a savepoint. */
  private static List<SourceRecord> records(FileSourceSplit split, long done) throws IOException {
    var serializer = FileSourceSplitSerializer.INSTANCE;
    FileSourceSplit restored =
        serializer.deserialize(
            serializer.getVersion(),
            serializer.serialize(
                split.updateWithCheckpointedPosition(
                    new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, done))));
    var records = new ArrayList<SourceRecord>();
    var format = new SplitFormat(MAX_LINE_BYTES, false, false);
    try (var reader = format.restoreReader(new Configuration(), restored)) {
      for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
        for (var next = batch.next(); next != null; next = batch.next()) {
          records.add(next.getRecord());
        }
      }
    }
    return records;
  }

  private static String text(SourceRecord record) {
    return new String(record.value(), StandardCharsets.UTF_8);
  }
}
