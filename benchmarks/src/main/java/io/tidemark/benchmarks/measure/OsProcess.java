package io.tidemark.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** A process that can be stopped and continued by signals, and its CPU time. */
public record OsProcess(ProcessHandle handle) {
  public void freeze() {
    signal("STOP");
  }

  public void resume() {
    signal("CONT");
  }

  /** Of all its threads, in user and system mode; counted in ticks of 10 ms. */
  public double cpuSeconds() {
    return handle
        .info()
        .totalCpuDuration()
        .map(Duration::toNanos)
        .map(nanos -> nanos / 1e9)
        .orElseThrow(() -> new IllegalStateException("process %d is gone".formatted(handle.pid())));
  }

  private void signal(String name) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + name, Long.toString(handle.pid())).start().waitFor();
      if (status != 0) {
        throw new IllegalStateException(
            "kill -%s %d answered %d: the process is gone".formatted(name, handle.pid(), status));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
