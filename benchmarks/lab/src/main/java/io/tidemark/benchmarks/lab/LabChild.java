package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.judge.Commit;
import io.tidemark.benchmarks.lab.judge.JudgeRun;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.judge.JudgedStore;
import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Host;
import io.tidemark.benchmarks.lab.truth.TruthRun;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures or judges one set-up in a separate process, whose failure does not stop the lab. It
 * writes the result to a file, and its progress to standard output.
 */
final class LabChild {
  private LabChild() {}

  /**
   * @param args {@code truth WINDOW_MILLIS}, or the mode of a verdict and the repetition; then the
   *     set-up, the file, the command for the report, and its options
   */
  public static void main(String[] args) {
    Path root = Path.of(System.getProperty("tidemark.root"));
    Setup setup = Catalogue.load().setup(args[2]);
    Path file = Path.of(args[3]);
    String command = args[4];
    Host host = Host.here();
    if (args[0].equals("truth")) {
      Duration window = Duration.ofMillis(Long.parseLong(args[1]));
      TruthStore.write(file, TruthRun.of(root, setup, host, window, command, System.out::println));
    } else {
      Judged.Mode mode = Judged.Mode.valueOf(args[0].toUpperCase(Locale.ROOT));
      var task = new JudgedStore.Task(setup, mode, Integer.parseInt(args[1]));
      List<String> options = Arrays.asList(args).subList(5, args.length);
      TruthStore.write(
          file,
          JudgeRun.of(root, task, host, Commit.of(root), command, options, System.out::println));
    }
    System.exit(0);
  }
}
