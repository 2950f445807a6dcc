package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedFileTest {
  private static final List<String> LINES = List.of("first", "", "third", "last without its end");

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

  @Test
  void aPackedFileThatIsCutShortHasNoEnd() throws IOException {
    byte[] text = bytes("line\n".repeat(10_000));
    for (byte[] file : List.of(gzip(text), Zstd.compress(text))) {
      byte[] cut = Arrays.copyOf(file, file.length - 5);
      assertThatThrownBy(() -> lines(cut, 0)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void filesShorterThanTheirFirstBytesAreText() throws IOException {
    assertThat(lines(new byte[0], 0)).isEmpty();
    assertThat(lines(bytes("a"), 0)).containsExactly("a");
  }

  private List<String> lines(byte[] content, long done) throws IOException {
    java.nio.file.Path file = Files.write(folder.resolve("capture"), content);
    var split =
        new FileSourceSplit(
            "1",
            new Path(file.toUri()),
            0,
            content.length,
            0,
            content.length,
            new String[0],
            new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, done));
    var lines = new ArrayList<String>();
    try (var reader = new SplitFormat(1000, false).restoreReader(new Configuration(), split)) {
      for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
        for (var next = batch.next(); next != null; next = batch.next()) {
          SourceRecord record = next.getRecord();
          lines.add(new String(record.value(), StandardCharsets.UTF_8));
        }
      }
    }
    return lines;
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
