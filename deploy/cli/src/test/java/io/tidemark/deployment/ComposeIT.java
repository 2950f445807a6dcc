package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ComposeIT {
  private static final List<List<String>> COMPOSE =
      List.of(List.of("docker", "compose"), List.of("docker-compose"));

  @Test
  void composeTakesTheFile() throws Exception {
    Optional<List<String>> compose =
        COMPOSE.stream().filter(c -> exitCode(c, "version") == 0).findFirst();
    assumeTrue(
        compose.isPresent(),
        "deploy/compose was not checked: neither `docker compose` nor `docker-compose` is here");

    String file = ComposeTest.FILE.toString();
    assertThat(exitCode(compose.get(), "-f", file, "--profile", "watch", "config", "-q")).isZero();
  }

  private static int exitCode(List<String> compose, String... arguments) {
    var command = new ArrayList<>(compose);
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      return process.waitFor(30, TimeUnit.SECONDS) ? process.exitValue() : -1;
    } catch (Exception e) {
      return -1;
    }
  }
}
