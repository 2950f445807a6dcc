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
