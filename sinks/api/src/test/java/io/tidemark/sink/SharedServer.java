package io.tidemark.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Patience;
import io.tidemark.sink.client.DatabaseServer;
import java.nio.file.Path;
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
    long[] processes;
    Path folder = running.folder();
    try (T server = running) {
      running = null;
      LinuxProcess first = server.process();
      processes = LongStream.concat(LongStream.of(first.pid()), first.started()).toArray();
    }
    assertThat(LongStream.of(processes)).noneMatch(pid -> new LinuxProcess(pid).isAlive());
    assertThat(folder).doesNotExist();
  }
}
