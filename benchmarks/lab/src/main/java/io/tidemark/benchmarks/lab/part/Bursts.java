package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedProcess;
import java.util.List;
import java.util.Locale;

/**
 * Stops and continues a process again and again, as a hypervisor or a throttled control group does.
 */
final class Bursts implements AutoCloseable {
  private static final String SCRIPT =
      "while kill -STOP $0; do sleep $1; kill -CONT $0 || exit; sleep $2; done";

  private final LinuxProcess stopped;
  private OwnedProcess script;

  Bursts(Parts.Bursts spec, LinuxProcess stopped) {
    this.stopped = stopped;
    become(spec);
  }

  /**
   * @param spec the new times; with a stop of 0 ms the process is not stopped
   */
  void become(Parts.Bursts spec) {
    close();
    if (spec.stopMillis() > 0) {
      script =
          OwnedProcess.start(
              OwnedProcess.newFolder("bursts"),
              List.of(
                  "sh",
                  "-c",
                  SCRIPT,
                  Long.toString(stopped.pid()),
                  seconds(spec.stopMillis()),
                  seconds(spec.runMillis())));
    }
  }

  private static String seconds(int millis) {
    return String.format(Locale.ROOT, "%.3f", millis / 1e3);
  }

  @Override
  public void close() {
    if (script != null) {
      script.close();
      script = null;
      if (stopped.isAlive()) {
        stopped.resume();
      }
    }
  }
}
