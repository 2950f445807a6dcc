package io.tidemark.report;

import static io.tidemark.report.Page.Cells.number;
import static io.tidemark.report.Page.Cells.text;

import io.tidemark.ceiling.result.Step;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.readers.Reads;
import io.tidemark.report.Page.Table;
import java.util.ArrayList;
import java.util.List;

/** A table of all steps of a search, including those that don't count. */
final class StepTable {
  private StepTable() {}

  static Table of(List<Step> steps) {
    return Table.of(
        steps,
        text("Step", Step::phase),
        text("Load", StepTable::load),
        number("Samples/s", step -> Amounts.count(step.window().throughput().samplesPerSecond())),
        number("95 % interval", step -> interval(step.window().throughput())),
        number("p50, ms", step -> Amounts.orDash(step.window().requests().p50Millis())),
        number("p99, ms", step -> Amounts.orDash(step.window().requests().p99Millis())),
        number("In flight", step -> inFlight(step.window().inFlight())),
        number("Writers wait", step -> Amounts.percent(step.window().inFlight().permitWaitShare())),
        number("Amplifier waits", step -> heldUp(step.window().task("amplify"))),
        number("On the line", step -> share(step.window().inFlight().unacknowledgedShare())),
        number("Job, cores", step -> cores(step.window().job().cpuCores())),
        number("Database, cores", step -> databaseCores(step.window().database())),
        number("Slots in use", step -> slotsInUse(step.window().database())),
        text("Remarks", step -> remarks(step.window())));
  }

  private static String load(Step step) {
    return step.note() == null ? "in flight " + step.window().load().inFlight() : step.note();
  }

  private static String interval(Throughput rate) {
    return rate.low() == null || rate.high() == null
        ? "–"
        : Amounts.count(rate.low()) + " to " + Amounts.count(rate.high());
  }

  private static String inFlight(InFlight inFlight) {
    return "%s of %d".formatted(Amounts.significant(inFlight.mean(), false), inFlight.bound());
  }

  /**
   * Returns the share of time in which the amplifier was backpressured, because the writers waited.
   */
  private static String heldUp(Task amplifier) {
    return share(amplifier == null ? null : amplifier.backpressured());
  }

  private static String share(Double value) {
    return value == null ? "–" : Amounts.percent(value);
  }

  private static String databaseCores(Database database) {
    return cores(database == null ? null : database.cpuCoresUsed());
  }

  private static String slotsInUse(Database database) {
    return database == null ? "–" : Amounts.orDash(database.slotsInUse());
  }

  private static String remarks(Window window) {
    var remarks = new ArrayList<String>();
    window.invalid().forEach(why -> remarks.add("not valid: " + why));
    remarks.addAll(window.marks());
    // These values get no columns, because a table with two more does not fit on paper.
    Reads reads = window.reads();
    if (reads != null) {
      remarks.add(ReadsText.rate(reads) + ", " + ReadsText.latency(reads));
      if (reads.freshness() != null) {
        remarks.add(ReadsText.freshness(reads.freshness()));
      }
    }
    return String.join("; ", remarks);
  }

  private static String cores(Double value) {
    return value == null ? "–" : Amounts.hundredths(value);
  }
}
