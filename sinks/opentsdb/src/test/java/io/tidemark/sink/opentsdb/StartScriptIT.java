package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts HBase and OpenTSDB, with a program that only waits in place of Java. */
class StartScriptIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int ANY_PORT = 1;

  @TempDir Path folder;

  @Test
  void endsBothWhereNohupStartedIt() throws Exception {
    Path script = script();
    List<Long> children;
    try (var process =
        OwnedProcess.start(
            OwnedProcess.newFolder("start-script"),
            OwnedOpenTsdb.AT_ONCE,
            List.of(
                "sh",
                "-c",
                "trap '' HUP; exec sh \"$@\"",
                "nohup",
                script.toString(),
                waiting().toString(),
                "jars",
                script.getParent().toString(),
                folder.resolve("data").toString()))) {
      Patience.await("both programs", LIMIT, () -> started().size() == 2);
      children = started();
      assertThat(children).allMatch(StartScriptIT::isAlive);
      assertThat(process.process().isAlive()).isTrue();
    }
    assertThat(Patience.until(LIMIT, () -> children.stream().noneMatch(StartScriptIT::isAlive)))
        .as("%s are gone", children)
        .isTrue();
  }

  /** With tables that are there already. */
  private Path script() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    var files = ServerFiles.in(Files.createDirectories(folder.resolve("conf")), data, ANY_PORT);
    files.write(Settings.DEFAULT);
    Files.createFile(data.resolve("table-tsdb-uid"));
    Files.createFile(data.resolve("table-tsdb"));
    return files.script();
  }

  /** Says who it is, and ends by itself after a while. */
  private Path waiting() throws IOException {
    Files.createDirectories(folder.resolve("pids"));
    return Files.writeString(
        Files.createFile(
            folder.resolve("java"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))),
        "#!/bin/sh\n: >'%s/'$$; exec sleep 60\n".formatted(folder.resolve("pids")));
  }

  private List<Long> started() {
    try (var pids = Files.list(folder.resolve("pids"))) {
      return pids.map(each -> Long.valueOf(each.getFileName().toString())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).isPresent();
  }
}
