package io.tidemark.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.ProcessResources;
import io.tidemark.sink.client.DatabaseServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server that the tests of a class share, to be registered as an extension. It is started for the
 * first test that asks for it. It ends with the last test, and then neither a process nor its
 * folder may be left.
 */
public final class SharedServer<T extends DatabaseServer> implements AfterAllCallback {
  private static final Duration A_MOMENT = Duration.ofSeconds(2);

  private final Supplier<T> start;
  private T running;

  public SharedServer(Supplier<T> start) {
    this.start = start;
  }

  public T get() {
    if (running == null) {
      running = Patience.started("a server that tests share", start);
    }
    return running;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (running == null) {
      return;
    }
    LinuxProcess process;
    long[] started;
    Path folder = running.folder();
    try (T server = running) {
      running = null;
      process = server.process();
      started = process.started().toArray();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(folder).doesNotExist();
    // What a server's script waits with outlives the script for a moment.
    Patience.untilAsserted(
        A_MOMENT, () -> assertThat(LongStream.of(started)).noneMatch(SharedServer::runs));
  }

  /** Tells whether a process runs; one that has ended may stay a zombie if nobody waits for it. */
  private static boolean runs(long pid) {
    try {
      return !ProcessResources.status(pid, "State").startsWith("Z");
    } catch (IOException e) {
      return false;
    }
  }
}
