package io.tidemark.report;

import static io.tidemark.report.Page.Cells.number;
import static io.tidemark.report.Page.Cells.text;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Step;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Task;
import io.tidemark.report.Page.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How each task of the job spent its time, as Flink sees it, where the throughput was highest. */
final class Flow {
  private Flow() {}

  /** Empty where Flink reported nothing of it. */
  static Optional<Table> of(CeilingResult result) {
    return result.steps().stream()
        .filter(step -> !step.isOf(Phase.JOB_CEILING))
        .map(Step::window)
        .filter(window -> window.valid() && !tasks(window).isEmpty())
        .max(Comparator.comparingDouble(window -> window.throughput().samplesPerSecond()))
        .map(
            window ->
                Table.of(
                    tasks(window),
                    text("Task", Task::name),
                    number("Busy", task -> Amounts.percent(task.busy())),
                    number("Of which waiting for answers", task -> waits(task, window)),
                    number("Backpressured", task -> share(task.backpressured())),
                    number("Idle", task -> share(task.idle()))));
  }

  private static List<Task> tasks(Window window) {
    return window.tasks().stream()
        .filter(task -> task.busy() != null && !task.name().startsWith("acks"))
        .toList();
  }

  /** A writer that waits for a permit is busy, too. */
  private static String waits(Task task, Window window) {
    return task.name().startsWith("write")
        ? Amounts.percent(Math.min(task.busy(), window.inFlight().permitWaitShare()))
        : "–";
  }

  private static String share(Double share) {
    return share == null ? "–" : Amounts.percent(share);
  }
}
