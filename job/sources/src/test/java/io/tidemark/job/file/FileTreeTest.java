package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
  @TempDir java.nio.file.Path folder;

  @Test
  void whatCannotBeReadStopsNoOtherFile() throws IOException {
    Files.writeString(folder.resolve("a.lp"), "cpu f=1");
    Files.createSymbolicLink(folder.resolve("b.lp"), folder.resolve("nowhere"));
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub/c.lp"), "cpu f=2");
    Files.writeString(folder.resolve("_hidden"), "cpu f=3");
    try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(folder.resolve("d.sock")));

      var splits =
          List.copyOf(
              new FileParts(FileParts.WHOLE_FILES)
                  .enumerateSplits(new Path[] {new Path(folder.toUri())}, 1));

      assertThat(splits)
          .extracting(split -> split.path().getName())
          .containsExactly("a.lp", "b.lp", "d.sock", "c.lp");
      assertThat(splits).extracting(FileSourceSplit::splitId).doesNotHaveDuplicates();
      assertThat(first(splits.get(1)).broken()).contains("it is gone");
      assertThat(first(splits.get(2)).broken()).contains("it is no regular file");
      assertThat(new String(first(splits.get(3)).value())).isEqualTo("cpu f=2");
    }
  }

  @Test
  void whatIsNamedIsReadWhateverItsNameBeginsWith() throws IOException {
    Files.writeString(folder.resolve("_export.lp"), "cpu f=1");
    Files.createDirectories(folder.resolve(".cache"));
    Files.writeString(folder.resolve(".cache/a.lp"), "cpu f=2");
    Files.writeString(folder.resolve(".cache/.b.lp"), "cpu f=3");

    assertThat(read(folder + "/_export.lp," + folder + "/.cache"))
        .containsExactly("cpu f=1", "cpu f=2");
    assertThatThrownBy(() -> read(folder + "/*"))
        .as("as in a folder")
        .hasMessageContaining("nothing in the folder fits the pattern");
    assertThat(read(folder + "/_*")).containsExactly("cpu f=1");
  }

  /** By a name and a pattern, by a folder and a link, by a way around: its samples are the same. */
  @Test
  void eachFileIsReadOnceHoweverOftenItIsNamed() throws IOException {
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("a.lp"), "cpu f=1");
    Files.writeString(folder.resolve("b.lp"), "cpu f=2");
    Files.writeString(folder.resolve("sub/c.lp"), "cpu f=3");
    Files.createSymbolicLink(folder.resolve("sub/same.lp"), folder.resolve("b.lp"));
    Files.createSymbolicLink(folder.resolve("sub/up"), folder);

    String all =
        "%1$s/b.lp,%1$s/*.lp,%1$s/sub/../a.lp,file://%1$s/a.lp,%1$s,%1$s/sub".formatted(folder);
    assertThat(read(all)).containsExactly("cpu f=2", "cpu f=1", "cpu f=3");
    assertThat(read(folder + "/b.lp," + folder)).hasSize(3);
  }

  /** As a job reads them, and as who reads them without one. */
  private static List<String> read(String paths) throws IOException {
    FileInput input =
        TestConfig.of("source.type=file", "source.file.path=" + paths).source().file();
    var splits =
        new FileParts(FileParts.WHOLE_FILES)
            .enumerateSplits(FilePaths.of(input).toArray(Path[]::new), 1);
    var lines = new ArrayList<String>();
    for (FileSourceSplit split : splits) {
      lines.add(new String(first(split).value()));
    }
    try (var files = ReadFiles.open(input)) {
      for (String line : lines) {
        assertThat(new String(files.next().value())).isEqualTo(line);
      }
      assertThat(files.next()).isNull();
    }
    return lines;
  }

  @Test
  void aPipeThatIsNamedIsRefused() throws IOException {
    try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(folder.resolve("d.sock")));
      FileInput input =
          TestConfig.of("source.type=file", "source.file.path=" + folder.resolve("d.sock"))
              .source()
              .file();

      assertThatThrownBy(() -> FilePaths.of(input))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("is a pipe, a socket or a device");
    }
  }

  private static SourceRecord first(FileSourceSplit split) throws IOException {
    try (var reader =
        RecordReader.open(
            split.path(), split.fileSize(), Format.PROMETHEUS.maxLineBytes(), false)) {
      return reader.next();
    }
  }
}
