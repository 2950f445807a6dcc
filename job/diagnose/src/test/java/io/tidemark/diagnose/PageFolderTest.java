package io.tidemark.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageFolderTest {
  @TempDir Path folder;

  private void page(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "vm_rows_inserted_total 1\n");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-27T08:00:15Z, 2026-11-27T08:00:15Z",
    "2026-11-27T08-00-15Z, 2026-11-27T08:00:15Z",
    "20261127T080015Z, 2026-11-27T08:00:15Z",
    "2026-11-27T08-00-15.25Z, 2026-11-27T08:00:15.250Z",
    "1795766415, 2026-11-27T08:00:15Z",
    "1795766415.5001, 2026-11-27T08:00:15.500Z",
    "1795766415250, 2026-11-27T08:00:15.250Z"
  })
  void readsTimes(String text, Instant time) {
    assertThat(PageFolder.time(text)).contains(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "now", "2026-13-27T08-00-15Z", "2026-02-30T08-00-15Z", "17957664", "1"})
  void readsNothingElseAsATime(String text) {
    assertThat(PageFolder.time(text)).isEmpty();
  }

  @Test
  void findsProcessesAndTimesInNames() throws IOException {
    page("vm-1@2026-11-27T08-00-30Z.txt");
    page("vm-1@2026-11-27T08-00-15Z.metrics");
    page("agents/1795766416.metrics");
    page("agents/east@1795766417.metrics");
    page("tidemark.log");

    PageFolder read = PageFolder.read(folder);

    assertThat(read.pages())
        .extracting(PageFolder.PageFile::process)
        .containsExactly("vm-1", "agents", "agents/east", "vm-1");
    assertThat(read.leftOut()).containsExactly("tidemark.log");
  }

  /** As an editor or {@code wget} leaves them: of a process's folder any name will do. */
  @Test
  void takesTheTimeOfTheFileInAFolderOfAProcess() throws IOException {
    page("vm/first");
    page("vm/second");
    Files.setLastModifiedTime(folder.resolve("vm/first"), FileTime.fromMillis(1_795_766_415_000L));
    Files.setLastModifiedTime(folder.resolve("vm/second"), FileTime.fromMillis(1_795_766_430_000L));

    assertThat(PageFolder.read(folder).pages())
        .extracting(PageFolder.PageFile::millis)
        .containsExactly(1_795_766_415_000L, 1_795_766_430_000L);
  }

  @Test
  void saysWhatANameMustBeLikeWhereNothingIsThereTwice() throws IOException {
    page("vm@1795766415.metrics");
    page("agent@1795766416.metrics");

    assertThatThrownBy(() -> PageFolder.read(folder))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no process has pages of two times")
        .hasMessageContaining("PROCESS@2026-11-27T08-00-15Z.metrics");
  }

  @Test
  void refusesWhatIsNoFolder() {
    assertThatThrownBy(() -> PageFolder.read(folder.resolve("none")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no such folder");
  }

  @Test
  void readsTheNamesThatItGives() {
    Instant time = Instant.parse("2026-11-27T08:00:15Z");
    String name = PageFolder.name("insert-1", time);
    assertThat(name).isEqualTo("insert-1@2026-11-27T08-00-15.000Z.metrics");
    assertThat(PageFolder.time(name.substring(9, name.length() - 8))).contains(time);
  }
}
