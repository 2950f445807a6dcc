package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadStatesTest {
  @TempDir Path tasks;

  private void task(int id, String stat) throws IOException {
    Files.writeString(Files.createDirectory(tasks.resolve("" + id)).resolve("stat"), stat);
  }

  @Test
  void countsThoseThatRunAndThoseThatWaitForADisk() throws IOException {
    task(1, "1 (rrdcached) R 1 2 3");
    task(2, "2 (a) D (b) S 1 2 3");
    task(3, "3 (writer) D 1 2 3");
    task(4, "4 (flusher) R 1 2 3");
    task(5, "5 (queue) S 1 2 3");
    Files.createDirectory(tasks.resolve("6"));

    assertThat(ThreadStates.in(tasks)).contains(new ThreadStates(2, 1));
  }

  @Test
  void knowsNothingOfAProcessThatHasEnded() {
    assertThat(ThreadStates.in(tasks.resolve("none"))).isEmpty();
  }
}
