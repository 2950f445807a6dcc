package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Patience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ChildJvmIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A test, as a shell without a terminal starts it in the background. */
  static final class Deaf {
    public static void main(String[] args) throws InterruptedException {
      var child = ChildJvm.start(Waiting.class, List.of("-Xmx32m"), "", List.of());
      System.out.println(child.pid());
      child.exitCode(PATIENCE);
    }
  }

  static final class Waiting {
    public static void main(String[] args) throws InterruptedException {
      new CountDownLatch(1).await(); // until it is told to end
    }
  }

  @Test
  void hearsCtrlCThoughItsParentDoesNot() throws Exception {
    try (var deaf =
        ChildJvm.startUnder(
            List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"),
            Deaf.class,
            List.of("-Xmx32m"),
            List.of())) {
      Patience.await("the child's id", PATIENCE, () -> deaf.output().endsWith("\n"));
      var child = new LinuxProcess(Long.parseLong(deaf.output().strip()));
      deaf.signal("INT");
      child.signal("INT");

      assertThat(deaf.exitCode(PATIENCE)).as(deaf.errors()).isZero();
      assertThat(child.isAlive()).isFalse();
    }
  }
}
