package io.tidemark.report;

import io.tidemark.ceiling.CeilingResult.Step;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Every step of a search, also those that don't count. */
final class StepTable {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("Step"),
          Column.text("Load"),
          Column.number("Samples/s"),
          Column.number("95 % interval"),
          Column.number("p50, ms"),
          Column.number("p99, ms"),
          Column.number("In flight"),
          Column.number("Waits"),
          Column.number("On the line"),
          Column.number("Job, cores"),
          Column.number("Database, cores"),
          Column.number("Slots in use"),
          Column.text("Remarks"));

  private StepTable() {}

  static Table of(List<Step> steps) {
    return new Table(COLUMNS, steps.stream().map(StepTable::row).toList());
  }

  private static List<String> row(Step step) {
    Window window = step.window();
    var throughput = window.throughput();
    var requests = window.requests();
    var inFlight = window.inFlight();
    var database = window.database();
    return List.of(
        step.phase(),
        step.note() == null ? "in flight " + window.load().inFlight() : step.note(),
        Amounts.count(throughput.samplesPerSecond()),
        throughput.low() == null || throughput.high() == null
            ? "–"
            : Amounts.count(throughput.low()) + " to " + Amounts.count(throughput.high()),
        Amounts.orDash(requests.p50Millis()),
        Amounts.orDash(requests.p99Millis()),
        "%s of %d".formatted(Amounts.significant(inFlight.mean(), false), inFlight.bound()),
        Amounts.percent(inFlight.permitWaitShare()),
        inFlight.unacknowledgedShare() == null
            ? "–"
            : Amounts.percent(inFlight.unacknowledgedShare()),
        cores(window.job().cpuCores()),
        cores(database == null ? null : database.cpuCoresUsed()),
        database == null ? "–" : Amounts.orDash(database.slotsInUse()),
        remarks(window));
  }

  private static String remarks(Window window) {
    var remarks = new ArrayList<String>();
    window.invalid().forEach(why -> remarks.add("does not count: " + why));
    remarks.addAll(window.marks());
    return String.join("; ", remarks);
  }

  private static String cores(Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, "%.2f", value);
  }
}
