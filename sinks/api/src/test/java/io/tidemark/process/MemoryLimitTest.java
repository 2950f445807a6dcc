package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitTest {
  @TempDir Path root;

  private MemoryLimit limit(String... groups) {
    return MemoryLimit.of(List.of(groups), root).orElse(null);
  }

  @Test
  void takesTheTightestOfTheGroupsAroundAProcess() throws IOException {
    write("pod/memory.max", "1073741824\n");
    write("pod/container/memory.max", "max\n");
    write("pod/container/inner/memory.max", "2147483648\n");

    assertThat(limit("0::/pod/container/inner"))
        .isEqualTo(new MemoryLimit(root.resolve("pod"), 1L << 30));
    assertThat(limit("0::/pod/container").group()).isEqualTo(root.resolve("pod"));
    assertThat(limit("0::/elsewhere")).isNull();
  }

  @Test
  void readsTheOlderKindToo() throws IOException {
    write("memory/a/memory.limit_in_bytes", "536870912\n");
    write("memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("memory/a/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");

    MemoryLimit limit = limit("3:cpu:/b", "5:memory:/a", "0::/");

    assertThat(limit).isEqualTo(new MemoryLimit(root.resolve("memory/a"), 1L << 29));
    assertThat(limit.kills()).hasValue(3);
    assertThat(limit.stalledSeconds()).isEmpty();
    assertThat(limit("5:memory:/")).isNull();
  }

  @Test
  void countsWaitsAndKills() throws IOException {
    write("a/memory.max", "1000000\n");
    write("a/memory.events", "low 0\nhigh 0\nmax 21\noom 2\noom_kill 1\noom_group_kill 0\n");
    write(
        "a/memory.pressure",
        "some avg10=1.00 avg60=0.00 avg300=0.00 total=2500000\n"
            + "full avg10=0.50 avg60=0.00 avg300=0.00 total=1500000\n");

    MemoryLimit limit = limit("0::/a");

    assertThat(limit.kills()).hasValue(1);
    assertThat(limit.waitingSeconds()).hasValue(2.5);
    assertThat(limit.stalledSeconds()).hasValue(1.5);
  }

  private void write(String file, String content) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }
}
