package io.tidemark.search.worst;

import io.tidemark.job.config.DurationText;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A command of the user's that makes an event, and one that undoes it. The second one runs however
 * the first one ended, also after Ctrl-C and SIGTERM. It is written down before the first one
 * begins, for whoever comes after this process was killed.
 *
 * @param command makes the event, for a shell
 * @param undo undoes it, for a shell
 * @param limit the most time that each of them may take
 * @param pending where it is written down what has to be undone
 */
public record Hook(String event, String command, String undo, Duration limit, Undos pending) {
  /** Returns both commands as they are run, in words. */
  String text() {
    return "for %s `%s`, then `%s`, each for at most %s"
        .formatted(event, command, undo, DurationText.format(limit));
  }

  /**
   * Begins the event and does not wait for it; the caller closes what is returned.
   *
   * @param warn told of what could not be undone, which whatever else went wrong must not hide
   * @throws RunException if it can't be written down how it is undone; then it is not begun
   */
  Happening begin(Consumer<String> warn) {
    Path record = pending.add(event, undo);
    var over = new AtomicBoolean();
    Future<Void> made = Happening.beside(() -> make(over));
    return new Happening(
        () -> Happening.isDone(event, made),
        () -> {
          over.set(true);
          Happening.await(made);
          undo(record, warn);
        });
  }

  private Void make(AtomicBoolean over) {
    ShellCommand.run(command, limit, () -> over.get() || StopBudget.ofThisProcess().isRunning())
        .ifPresent(
            problem -> {
              throw new RunException("`%s` %s".formatted(command, problem));
            });
    return null;
  }

  private void undo(Path record, Consumer<String> warn) {
    Optional<String> problem =
        ShellCommand.run(
            undo, limit, () -> StopBudget.ofThisProcess().isOver(StopBudget.Step.CLOSE));
    if (problem.isEmpty()) {
      Undos.remove(record);
      return;
    }
    String left =
        "%s is not undone: `%s` %s; undo it by hand, then remove %s"
            .formatted(event, undo, problem.get(), record);
    warn.accept(left);
    throw new RunException(left);
  }
}
