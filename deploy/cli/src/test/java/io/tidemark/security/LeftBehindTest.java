package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leak is found wherever it is: that nothing is found is worth something. */
class LeftBehindTest {
  private static final List<String> SECRETS = List.of("p4ssw0rd");

  @TempDir Path folder;
  private final LeftBehind left = new LeftBehind();

  @Test
  void findsASecretBetweenOtherBytesOfAFile() throws Exception {
    byte[] state = "\0\u0001p4ssw0rd\0".getBytes();
    Path file = Files.write(Files.createDirectory(folder.resolve("deep")).resolve("state"), state);

    left.lookAtFiles(folder);

    assertThat(left.found(SECRETS)).containsExactly("p4ssw0rd in " + file);
  }

  @Test
  void findsASecretThatAProcessInherited() throws Exception {
    var builder = new ProcessBuilder("sleep", "20");
    builder.environment().put("PASSWORD", "p4ssw0rd");
    Process process = builder.start();
    try {
      left.lookAtProcesses(ProcessHandle.current().pid());

      assertThat(left.found(SECRETS)).contains("p4ssw0rd in environment of " + process.pid());
    } finally {
      process.destroy();
    }
  }

  /** Said before a page is overwritten or a log is put away. */
  @Test
  void keepsWhatItSawFirst() {
    left.look("a page", "p4ssw0rd");
    left.look("a page", "nothing");

    assertThat(left.found(SECRETS)).containsExactly("p4ssw0rd in a page");
  }
}
