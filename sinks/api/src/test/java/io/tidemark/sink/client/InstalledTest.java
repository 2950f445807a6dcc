package io.tidemark.sink.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledTest {
  private static final Installed SHELL =
      new Installed("shell", "TIDEMARK_TEST_NAMED_BY_NOBODY", "a program", "dash");

  @TempDir private Path folder;

  @Test
  void isTheFirstThatIsUsable() {
    Path usable =
        SHELL.find(Files::isExecutable, Stream.of(folder.resolve("none"), Path.of("/bin/sh")));

    assertThat(usable).isEqualTo(Path.of("/bin/sh"));
  }

  @Test
  void isFoundOnThePathWhereverItsLinksLead() throws Exception {
    assertThat(Installed.onPath("sh").findFirst())
        .hasValueSatisfying(program -> assertThat(program).isExecutable());
    assertThat(Installed.onPath("no-program-has-this-name")).isEmpty();
  }

  @Test
  void isMissedWithWhatToDo() {
    assertThatThrownBy(() -> SHELL.find(Files::isExecutable, Stream.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no shell here; install it (Debian, Ubuntu: apt-get install dash), name a program in TIDEMARK_TEST_NAMED_BY_NOBODY, or name a running one in target.urls");
  }

  @Test
  void hasItsOwnLibrariesOnlyWhereItWasUnpacked() throws Exception {
    Path own = Files.createDirectories(folder.resolve("lib/x86_64-linux-gnu"));

    assertThat(Installed.libraries(folder.resolve("lib"))).contains(own);
    assertThat(Installed.libraries(Path.of("/usr/lib"))).isEmpty();
    assertThat(Installed.libraries(folder.resolve("none"))).isEmpty();
  }
}
