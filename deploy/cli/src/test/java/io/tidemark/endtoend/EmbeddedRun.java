package io.tidemark.endtoend;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.run.Observer;
import io.tidemark.run.Run;
import io.tidemark.run.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code tidemark run} as the command line does it, inside this process. */
final class EmbeddedRun {
  private EmbeddedRun() {}

  /**
   * Runs until the source ends.
   *
   * @param settings each {@code path.to.key=value}
   */
  static RunResult of(List<String> settings) {
    return of(settings, Optional.empty());
  }

  /**
   * @param from a savepoint to go on from
   */
  static RunResult of(List<String> settings, Optional<String> from) {
    Told told = execute(settings, Optional.empty(), from);
    if (!told.warnings().isEmpty()) {
      throw new AssertionError("the run warned: " + told.warnings());
    }
    return told.result();
  }

  /** What a run ended with, and what it warned of. */
  record Told(RunResult result, List<String> warnings) {}

  static Told told(List<String> settings, Duration duration) {
    return execute(settings, Optional.of(duration), Optional.empty());
  }

  private static Told execute(
      List<String> settings, Optional<Duration> duration, Optional<String> from) {
    var plan =
        new Run.Plan(
            ConfigLoader.load(Optional.empty(), settings),
            Optional.empty(),
            true,
            duration,
            from,
            Optional.empty());
    var warnings = new Warnings();
    return new Told(Run.execute(plan, warnings, load -> {}), warnings.lines);
  }

  private static final class Warnings implements Observer {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void warn(String line) {
      lines.add(line);
    }

    @Override
    public void note(String line) {}

    @Override
    public void progress(Progress progress) {}

    @Override
    public void ended() {}
  }
}
