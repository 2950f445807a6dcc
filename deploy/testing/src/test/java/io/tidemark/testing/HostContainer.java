package io.tidemark.testing;

import static org.awaitility.Awaitility.await;

import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A container on the host's network whose server listens on loopback alone. Its label lets {@code
 * ./tidemark test} remove it when this JVM could not.
 */
class HostContainer extends GenericContainer<HostContainer> {
  static final String RUN_LABEL = "io.tidemark.test-run";
  private static final Duration STARTUP = Duration.ofSeconds(60);

  private final Callable<Boolean> isReady;

  /**
   * @param imageProperty the system property that names the image; the build sets it
   * @param isReady asked until it answers true; an exception means not yet
   */
  HostContainer(String imageProperty, Callable<Boolean> isReady) {
    super(image(imageProperty));
    this.isReady = isReady;
    withNetworkMode("host");
    withLabel(RUN_LABEL, System.getenv().getOrDefault("TIDEMARK_TEST_RUN", "by-hand"));
    waitingFor(
        new AbstractWaitStrategy() {
          @Override
          protected void waitUntilReady() {
            awaitReady();
          }
        });
  }

  /**
   * @throws NotInTime if it does not answer
   */
  void awaitReady() {
    try {
      await()
          .atMost(Patience.of(STARTUP))
          .pollInterval(Duration.ofMillis(50))
          .ignoreExceptions()
          .until(isReady);
    } catch (ConditionTimeoutException e) {
      throw new NotInTime("the server of a container", e);
    }
  }

  /** Ends the server as a crash would; its port, files and flags stay for {@link #startAgain}. */
  void kill() {
    signal("KILL");
  }

  /** As {@link #kill}, but in an orderly way. */
  void end() {
    signal("TERM");
  }

  /** Neither answers nor ends until {@link #resume}. */
  void freeze() {
    send("STOP");
  }

  void resume() {
    send("CONT");
  }

  private void send(String signal) {
    getDockerClient().killContainerCmd(getContainerId()).withSignal(signal).exec();
  }

  private void signal(String name) {
    send(name);
    Patience.await("the end of a container", STARTUP, () -> !runs());
  }

  void startAgain() {
    getDockerClient().startContainerCmd(getContainerId()).exec();
    awaitReady();
  }

  private boolean runs() {
    return Boolean.TRUE.equals(getCurrentContainerInfo().getState().getRunning());
  }

  private static DockerImageName image(String property) {
    String name = System.getProperty(property);
    if (name == null) {
      throw new IllegalStateException(
          property + " is not set: run this test with ./tidemark test -Dit.test=NAME");
    }
    return DockerImageName.parse(name);
  }
}
