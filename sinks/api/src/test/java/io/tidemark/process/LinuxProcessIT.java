package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinuxProcessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void stopsGoesOnAndEnds() {
    try (var owned = OwnedProcess.start(OwnedProcess.newFolder("test"), List.of("sleep", "60"))) {
      LinuxProcess process = owned.process();

      process.freeze();
      assertThat(Patience.until(PATIENCE, () -> state(process) == 'T')).isTrue();
      process.resume();
      assertThat(Patience.until(PATIENCE, () -> state(process) == 'S')).isTrue();
      process.kill();

      assertThat(process.isAlive()).isFalse();
      assertThatThrownBy(process::freeze)
          .isInstanceOf(RunException.class)
          .hasMessageContaining("SIGSTOP")
          .hasMessageContaining(Long.toString(process.pid()));
    }
  }

  @Test
  void includesTheProcessesThatItStarted() throws Exception {
    String twoWorkers = "while :; do :; done & while :; do :; done & sleep 0.3; kill %1; wait";
    try (var owned =
        OwnedProcess.start(
            OwnedProcess.newFolder("test"), List.of("bash", "-m", "-c", twoWorkers))) {
      LinuxProcess process = owned.process();
      assertThat(
              Patience.until(
                  PATIENCE,
                  () -> process.started().count() == 1 && process.cpuSeconds().orElse(0) > 0.2))
          .isTrue();
      long worker = process.started().findFirst().orElseThrow();

      process.pinTo("0");
      assertThat(Files.readString(Path.of("/proc", "" + worker, "status")))
          .contains("Cpus_allowed_list:\t0\n");
      process.freeze();
      assertThat(Patience.until(PATIENCE, () -> state(new LinuxProcess(worker)) == 'T')).isTrue();
      process.kill();
      assertThat(new LinuxProcess(worker).isAlive()).isFalse();
    }
  }

  private static char state(LinuxProcess process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
