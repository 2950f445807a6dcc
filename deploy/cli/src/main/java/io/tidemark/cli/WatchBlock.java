package io.tidemark.cli;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Finding;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Task;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.report.ReadsText;
import io.tidemark.watch.Judgement;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text for a terminal about one window of a running job: signals, verdict and evidence. */
final class WatchBlock {
  private static final String UNKNOWN = "-";
  private static final String TASK = "%-26s %7s %7s %14s %6s %6s";
  private static final int LABEL_COLUMNS = 10;
  private static final int NAME_COLUMNS = 26;

  private final StringBuilder text = new StringBuilder();
  private final int columns;

  private WatchBlock(int columns) {
    this.columns = columns;
  }

  /**
   * @param columns number of columns of a line; longer text continues on the next line
   */
  static String of(Judgement judgement, int columns) {
    var block = new WatchBlock(columns);
    Window window = judgement.window();
    String seconds = Amounts.whole(window.seconds());
    block.line("%s job %s, the last %s s", judgement.time(), judgement.job(), seconds);
    block.traffic(window);
    block.line(TASK, "", "busy", "waits", "backpressured", "idle", "cores");
    window.tasks().forEach(task -> block.task(task, window.inFlight().permitWaitShare()));
    block.job(window);
    block.database(judgement);
    block.verdict(judgement);
    return block.text.toString();
  }

  private void traffic(Window window) {
    var requests = window.requests();
    var inFlight = window.inFlight();
    line(
        "%-10s %s samples/s (%s) in %s requests/s",
        "written",
        Amounts.count(window.throughput().samplesPerSecond()),
        Amounts.activeSeries(window.throughput().samplesPerSecond()),
        Amounts.count(window.throughput().callsPerSecond()));
    line(
        "%-10s p50 %s, p99 %s ms",
        "latency", number(requests.p50Millis()), number(requests.p99Millis()));
    line(
        "%-10s %s of %d, writers wait for a permit %s of the time",
        "in flight",
        number(inFlight.mean()),
        inFlight.bound(),
        percent(inFlight.permitWaitShare()));
  }

  /**
   * Adds a task's line. Flink counts a writer that waits for answers as busy, though it uses no
   * CPU, so the line also says how much of the time it waits.
   */
  private void task(Task task, double waits) {
    line(
        TASK,
        shortened(task.name()),
        percent(task.busy()),
        task.name().equals("write") ? percent(waits) : "",
        percent(task.backpressured()),
        percent(task.idle()),
        number(task.cpuCores()));
  }

  private static String shortened(String name) {
    return name.length() <= NAME_COLUMNS ? name : name.substring(0, NAME_COLUMNS - 1) + "…";
  }

  private void job(Window window) {
    var job = window.job();
    line(
        "%-10s %s of %s cores, GC %s of the time, heap %s full",
        "job",
        number(job.cpuCores()),
        number(job.cores()),
        percent(job.gcShare()),
        percent(job.heapUsedShare()));
  }

  private void database(Judgement judgement) {
    var database = judgement.window().database();
    if (database == null) {
      line(
          "%-10s nothing is known%s",
          "database",
          judgement.databaseFailure() == null ? "" : ": " + judgement.databaseFailure());
      return;
    }
    line(
        "%-10s %s of %s cores%s",
        "database",
        number(database.cpuCoresUsed()),
        number(database.cores()),
        database.slots() == null
            ? ""
            : ", %s of %s insert slots taken"
                .formatted(number(database.slotsInUse()), number(database.slots())));
    if (database.queried() != null && database.queried().any()) {
      line("%-10s %s", "queries", ReadsText.others(database.queried()));
    }
  }

  private void verdict(Judgement judgement) {
    line(
        "%-10s %s%s",
        "verdict",
        judgement.cause(),
        judgement.cause() == Cause.INCONCLUSIVE
            ? ""
            : " (confidence: %s)"
                .formatted(judgement.confidence().name().toLowerCase(Locale.ROOT)));
    line("%-10s %s", "", judgement.sentence());
    if (judgement.probabilities().told()) {
      line("%-10s %s", "probable", CauseProbabilities.words(judgement.probabilities()));
    }
    if (judgement.cause() != Cause.INCONCLUSIVE) {
      judgement.advice().forEach(advice -> line("%-10s %s", "advice", advice));
    }
    if (!judgement.next().isEmpty()) {
      line(
          "%-10s %s",
          "next", judgement.next().stream().map(Cause::name).collect(Collectors.joining(", ")));
    }
    judgement.window().marks().forEach(mark -> line("%-10s %s", "doubt", mark));
    for (Finding finding : judgement.evidence()) {
      line("%-10s %s", "evidence", finding);
    }
  }

  private static String number(Double value) {
    return value == null || !Double.isFinite(value)
        ? UNKNOWN
        : Amounts.significant(value, false).replaceFirst("\\.0+$", "");
  }

  private static String percent(Double share) {
    return share == null || !Double.isFinite(share) ? UNKNOWN : Amounts.percent(share);
  }

  private void line(String format, Object... values) {
    String rest = String.format(Locale.ROOT, format, values).stripTrailing();
    while (rest.length() > columns) {
      int space = rest.lastIndexOf(' ', columns);
      if (space <= LABEL_COLUMNS) {
        break;
      }
      text.append(rest, 0, space).append('\n');
      rest = " ".repeat(LABEL_COLUMNS + 1) + rest.substring(space + 1);
    }
    text.append(rest).append('\n');
  }
}
