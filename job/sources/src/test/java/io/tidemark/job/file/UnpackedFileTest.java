package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnpackedFileTest {
  private static final List<String> LINES = List.of("first", "", "third", "last without its end");

  private static final int UNCHANGED = 0;

  @TempDir java.nio.file.Path folder;

  @Test
  void readsALineOfEachKindOfFile() throws IOException {
    byte[] text = bytes(String.join("\n", LINES));
    for (byte[] file : List.of(text, gzip(text), Zstd.compress(text))) {
      assertThat(lines(file, 0)).isEqualTo(LINES);
    }
  }

  @Test
  void readsOnAfterTheLinesThatAreDone() throws IOException {
    byte[] text = bytes(String.join("\n", LINES));
    for (byte[] file : List.of(text, gzip(text), Zstd.compress(text))) {
      assertThat(lines(file, 2)).isEqualTo(LINES.subList(2, 4));
      assertThat(lines(file, 4)).isEmpty();
    }
  }

  @Test
  void readsWhatWasPackedInPartsAsOne() throws IOException {
    assertThat(lines(joined(gzip(bytes("a\nb")), gzip(bytes("c\nd"))), 0))
        .containsExactly("a", "bc", "d");
    assertThat(lines(joined(Zstd.compress(bytes("a\nb")), Zstd.compress(bytes("c\nd"))), 0))
        .containsExactly("a", "bc", "d");
  }

  /** pzstd writes one before each frame (RFC 8878, 3.1.2). */
  @Test
  void framesThatAreToBeSkippedAreSkipped() throws IOException {
    for (int kind = 0x50; kind < 0x60; kind++) {
      byte[] skipped = {(byte) kind, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 'a', '\n', 'b', '\n'};
      byte[] first = joined(skipped, Zstd.compress(bytes("a\nb")));
      assertThat(lines(joined(first, joined(skipped, Zstd.compress(bytes("c\nd")))), 0))
          .containsExactly("a", "bc", "d");
    }
    byte[] lz4 = HexFormat.of().parseHex("522a4d180000000004224d186440a7");
    assertThat(records(lz4, 0, UNCHANGED))
        .singleElement()
        .satisfies(record -> assertThat(record.broken()).isNotNull());
  }

  /** One that knows of no bytes in advance, as those of object stores. */
  @Test
  void whatWasPackedInPartsIsReadToItsEndOnAnyFileSystem() throws IOException {
    byte[] first = filling(64 * 1024);
    var file = Files.write(folder.resolve("parts.gz"), joined(first, gzip(bytes("the last\n"))));
    var path = new Path(RemoteFiles.SCHEME + file.toUri().getPath());
    var lines = new ArrayList<String>();
    try (RecordReader reader = RecordReader.open(path, Files.size(file), 1 << 20, false)) {
      for (SourceRecord next = reader.next(); next != null; next = reader.next()) {
        lines.add(new String(next.value(), StandardCharsets.UTF_8));
      }
    }
    assertThat(lines).hasSize(2).endsWith("the last");
  }

  /** As gzip has it, a file of fewer members is as whole; the list of files knew of more. */
  @Test
  void aFileOfWhichMembersAreGoneSaysSo() throws IOException {
    byte[] first = gzip(bytes("a line\nanother\n"));

    List<SourceRecord> read = records(first, 0, -100);

    assertThat(values(read.subList(0, 2))).containsExactly("a line", "another");
    assertThat(read).hasSize(3);
    assertThat(read.get(2).broken())
        .isEqualTo(
            "it is cut short: of %d bytes, those behind %d are gone, or not packed"
                .formatted(first.length + 100, first.length));
  }

  /** A line in a member of exactly so many bytes, so that no byte behind it is in its buffer. */
  private static byte[] filling(int memberBytes) throws IOException {
    for (int length = memberBytes; ; length--) {
      byte[] line = new byte[length];
      Arrays.fill(line, (byte) 'x');
      line[length - 1] = '\n';
      var packed = new ByteArrayOutputStream();
      try (var gzip = new Stored(packed)) {
        gzip.write(line);
      }
      if (packed.size() == memberBytes) {
        return packed.toByteArray();
      }
    }
  }

  private static final class Stored extends GZIPOutputStream {
    Stored(ByteArrayOutputStream to) throws IOException {
      super(to);
      def.setLevel(Deflater.NO_COMPRESSION);
    }
  }

  @Test
  void aPackedFileThatIsCutShortHasItsWholeLinesAndSaysWhereItEnds() throws IOException {
    var random = new Random(1);
    List<String> all = Stream.generate(() -> "line " + random.nextLong()).limit(20_000).toList();
    byte[] text = bytes(String.join("\n", all));
    for (byte[] file : List.of(gzip(text), Zstd.compress(text))) {
      List<SourceRecord> read = records(Arrays.copyOf(file, file.length / 2), 0, UNCHANGED);

      SourceRecord last = read.get(read.size() - 1);
      assertThat(last.broken()).matches("it is cut short.*|it can't be read on: Truncated source");
      assertThat(last.offset()).isEqualTo(read.size());
      // Half of what is packed is half of the text, of zstd in whole blocks of 128 KiB.
      int whole = read.size() - 1;
      assertThat(whole).isBetween(5_000, 12_000);
      assertThat(values(read.subList(0, whole))).isEqualTo(all.subList(0, whole));
    }
  }

  /** A torn line would be another sample. */
  @Test
  void aFileThatIsShorterThanItWasHasItsWholeLinesAndSaysSo() throws IOException {
    var file = Files.write(folder.resolve("shorter"), bytes("cpu 1 1769817600\ncpu 2 17698"));
    try (RecordReader reader = RecordReader.open(new Path(file.toUri()), 34, 100, false)) {
      assertThat(reader.next().value()).isEqualTo(bytes("cpu 1 1769817600"));
      assertThat(reader.next().broken())
          .isEqualTo("it is cut short: it had 34 bytes when the job began, now 28");
      assertThat(reader.next()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fd377a585a000004, xz",
    "425a6839314159265359ab, bzip2",
    "504b030414000000, zip",
    "377abcaf271c0004, 7z",
    "04224d186440a7, lz4",
    "ff060000734e61507059, snappy"
  })
  void whatIsPackedInAnotherWayIsNoText(String hex, String name) throws IOException {
    List<SourceRecord> read = records(HexFormat.of().parseHex(hex), 0, UNCHANGED);

    assertThat(read).hasSize(1);
    assertThat(read.get(0).broken()).contains("packed with " + name);
  }

  /** What gzip itself gives of such a file is the measure of "whole". */
  @Test
  void allThatGzipGivesOfAFileThatIsCutShortIsRead() throws Exception {
    var random = new Random(2);
    byte[] text =
        bytes(
            Stream.generate(() -> "line " + random.nextLong())
                .limit(20_000)
                .collect(Collectors.joining("\n")));
    byte[] packed = gzip(text);
    java.nio.file.Path cut =
        Files.write(folder.resolve("cut.gz"), Arrays.copyOf(packed, packed.length * 2 / 3));
    Process gzip =
        new ProcessBuilder("gzip", "-dc", cut.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String given = new String(gzip.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    long wholeLines = given.chars().filter(c -> c == '\n').count();

    List<SourceRecord> read = records(Files.readAllBytes(cut), 0, UNCHANGED);

    assertThat(read).hasSize((int) wholeLines + 1);
  }

  @Test
  void aWindowThatIsTooLargeIsSaid() throws IOException {
    // RFC 8878: magic, no flags, a window of 2^30 bytes; then one raw block, the last, of 5 bytes.
    byte[] frame = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, (byte) (20 << 3), 5 << 3 | 1, 0, 0};

    assertThat(records(joined(frame, bytes("line\n")), 0, UNCHANGED))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.broken()).contains("too much memory");
              assertThat(record.offset()).isEqualTo(1);
            });
  }

  @Test
  void aFileThatWasReplacedOrCutShortMeanwhileIsNotReadOn() throws IOException {
    byte[] text = bytes("a\nb\nc\n");
    for (int changedBy : List.of(-2, 1)) {
      assertThat(records(text, 2, changedBy))
          .singleElement()
          .satisfies(
              record -> {
                assertThat(record.broken()).contains("it was changed since the job began");
                assertThat(record.offset()).isEqualTo(3);
              });
    }
    assertThat(values(records(text, 2, UNCHANGED))).containsExactly("c");
  }

  @Test
  void aFileThatIsGoneIsSaid() throws IOException {
    var split = split(folder.resolve("gone"), 10, 0);
    assertThat(read(split))
        .singleElement()
        .satisfies(record -> assertThat(record.broken()).contains("it is gone"));
  }

  @Test
  void filesShorterThanTheirFirstBytesAreText() throws IOException {
    assertThat(lines(new byte[0], 0)).isEmpty();
    assertThat(lines(bytes("a"), 0)).containsExactly("a");
  }

  private List<String> lines(byte[] content, long done) throws IOException {
    return values(records(content, done, UNCHANGED));
  }

  private static List<String> values(List<SourceRecord> records) {
    return records.stream()
        .map(record -> new String(record.value(), StandardCharsets.UTF_8))
        .toList();
  }

  /**
   * @param changedBy bytes since the job began
   */
  private List<SourceRecord> records(byte[] content, long done, int changedBy) throws IOException {
    java.nio.file.Path file = Files.write(folder.resolve("capture"), content);
    return read(split(file, content.length - changedBy, done));
  }

  private static FileSourceSplit split(java.nio.file.Path file, long size, long done) {
    return new FileSourceSplit(
        "1",
        new Path(file.toUri()),
        0,
        size,
        0,
        size,
        new String[0],
        new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, done));
  }

  private static List<SourceRecord> read(FileSourceSplit split) throws IOException {
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

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }

  private static byte[] joined(byte[] a, byte[] b) {
    byte[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
