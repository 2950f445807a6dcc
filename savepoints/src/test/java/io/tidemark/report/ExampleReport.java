package io.tidemark.report;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.AmplificationRow;
import io.tidemark.ceiling.CeilingResult.Forecast;
import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.CeilingResult.Slots;
import io.tidemark.ceiling.CeilingResult.Step;
import io.tidemark.ceiling.CeilingResult.Usl;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Load;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A result made up for tests, with everything that one can have. */
final class ExampleReport {
  /** Closes an element, ends an attribute, turns the text round, and does not break. */
  static final String HOSTILE =
      "</script><script>throw 1</script>\"'&<b> \u202Eesrever " + "w".repeat(300);

  private ExampleReport() {}

  static CeilingResult result(String warning) {
    var steps = new ArrayList<Step>();
    for (int inFlight = 1; inFlight <= 64; inFlight *= 2) {
      steps.add(new Step("sweep", window(inFlight, List.of()), "in flight " + inFlight));
    }
    steps.add(new Step("verify", window(64, List.of("the job was restarted")), "in flight 64"));
    return new CeilingResult(
        1.4e6,
        1.37e6,
        1.43e6,
        Cause.TSDB_SLOTS,
        Confidence.HIGH,
        "The ceiling is 1.40 M samples/s; stopped by the database's insert slots (slots taken 8 of 8).",
        List.of(new Finding("slots taken", "8 of 8", "at least 90 %", true)),
        Map.of(Cause.TSDB_CPU, new Finding("CPU of the database", "40 %", "at least 90 %", false)),
        List.of(Cause.TSDB_CPU),
        List.of(),
        List.of("raise the database's insert slots from 8 to 16: about 2.80 M samples/s"),
        16.7e6,
        null,
        new Slots(8.1, 7.6, 8.5, 8.0, "slots"),
        steps,
        List.of(
            new Intervention(
                "the database's insert slots 8 → 16",
                "database",
                2,
                1.4e6,
                2.7e6,
                0.95,
                0.9,
                1.0,
                true,
                Cause.TSDB_SLOTS)),
        new Usl(2e5, 0.05, 1e-4, null, 4e6, 0.02),
        List.of(new Forecast(2, 8, 16.0, 2.8e6, 2.7e6, 2.9e6, "slots")),
        List.of(new AmplificationRow(4, 20, 1, 434e6, 130e6, 0.3, false)),
        "in-flight",
        "time",
        "victoriametrics http://127.0.0.1:8428",
        180,
        null,
        List.of(warning),
        Map.of("tidemark", "0.1.0"),
        Map.of("amplify.m", "1"),
        "2026-11-21T08:00:00Z");
  }

  private static Window window(int inFlight, List<String> invalid) {
    double rate = 175_000.0 * Math.min(8, inFlight);
    return new Window(
        new Load(inFlight, 1, 1, 10_000, 2, 0),
        8,
        1.5,
        new Window.Throughput(rate, rate * 0.98, rate * 1.02, 0.1, null, rate / 1e4, rate * 25),
        new Window.Requests(
            10.0 * inFlight,
            9.0 * inFlight,
            15.0,
            20.0 * inFlight,
            400.0,
            0.0,
            0.02,
            0.98,
            0,
            0,
            0),
        new Window.InFlight(inFlight, inFlight, 0.9, 0.01, 0.02),
        List.of(
            new Window.Task("Source: source -> parse", 2, 0.2, 0.7, 0.1, 0.4, 0.2, 1.0),
            new Window.Task("amplify", 2, 0.3, 0.6, 0.1, 0.5, 0.3, 1.0),
            new Window.Task("write", 2, 0.98, 0.0, 0.02, 0.1, 0.06, 1.0)),
        new Window.Job(1, 4, 1.1, 0.01, 0.1, 0.4),
        new Window.Host(4, 3, true),
        new Window.Database(
            "1.150.0", 1.6, 4.0, 0.4, 7.9, 8.0, 60.0, 0.0, null, null, false, 0.0, 0.0, 0.0, 0.0,
            0.1, rate, Map.of(), 1e9, false, List.of()),
        List.of(),
        invalid);
  }
}
