package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePathsTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    for (String name : List.of("a.lp", "b-1.gz", "b-2.gz", "c d.lp")) {
      Files.writeString(folder.resolve(name), "m f=1 1\n");
    }
  }

  @Test
  void namesFilesFoldersAndPatternsInTheirOrder() {
    assertThat(names(folder + "/c d.lp, " + folder + "/b-*.gz," + folder))
        .containsExactly("c d.lp", "b-1.gz", "b-2.gz", folder.getFileName().toString());
    assertThat(names("file://" + folder + "/b-[2-9].gz")).containsExactly("b-2.gz");
  }

  @Test
  void saysWhichOfThemIsNotThere() {
    assertRefused(folder + "/a.lp," + folder + "/x.lp", "x.lp does not exist; name a file or");
    assertRefused(folder + "/x*.lp", "x*.lp: nothing in the folder fits the pattern");
    assertRefused(folder + "/none/*.lp", "its folder can't be read; only the last part may be");
  }

  private static void assertRefused(String path, String why) {
    assertThatThrownBy(() -> names(path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.file.path=")
        .hasMessageContaining(why);
  }

  private static List<String> names(String path) {
    return FilePaths.of(new FileInput(path, Format.INFLUX)).stream()
        .map(file -> Path.of(file.getPath()).getFileName().toString())
        .toList();
  }
}
