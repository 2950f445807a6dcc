package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.deployment.Compose.Answer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComposeIT {
  @Test
  void composeTakesTheFile() {
    Optional<Compose> compose = Compose.found("tidemark-test");
    assumeTrue(compose.isPresent(), "neither `docker compose` nor `docker-compose` is here");

    Answer answer = compose.get().run(Duration.ofSeconds(30), "--profile", "watch", "config", "-q");

    assertThat(answer.exitCode()).as(answer.output()).isZero();
  }
}
