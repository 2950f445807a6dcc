package io.tidemark.report;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.AmplificationRow;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Change;
import io.tidemark.ceiling.result.Forecast;
import io.tidemark.ceiling.result.Gain;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Settings;
import io.tidemark.ceiling.result.Slots;
import io.tidemark.ceiling.result.Step;
import io.tidemark.ceiling.result.Usl;
import io.tidemark.ceiling.series.Midnight;
import io.tidemark.ceiling.series.Price;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.ceiling.series.SeriesRow;
import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Busiest;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Pressure;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.process.HostCores;
import io.tidemark.queried.QueryCurve;
import io.tidemark.readers.Freshness;
import io.tidemark.readers.Reads;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A search made up for tests, with everything that one can have: a database with 8 slots on a host
 * of its own, at 250 k samples/s a slot.
 */
public final class ExampleReport {
  /** Closes an element, ends an attribute, looks like a place to fill, turns round, has no end. */
  static final String HOSTILE =
      "</script><script>throw 1</script>\"'&amp;<b onclick=x> %SCRIPT% %PLOTS% \u202Eesrever "
          + "w".repeat(300);

  private static final int SLOTS = 8;
  private static final double PER_SLOT = 250_000;
  private static final double SERVICE_MILLIS = 40;

  private ExampleReport() {}

  public static CeilingResult result() {
    return result("the source repeats itself after 6 days");
  }

  public static CeilingResult result(String warning) {
    return result(warning, steps(), "in-flight");
  }

  /** 250 k samples/s at M = 1, up to 12 times as many: more than the slots can take. */
  static CeilingResult ramped() {
    return ramped("m");
  }

  /** The same steps, as if each were of more series. */
  static CeilingResult bySeries() {
    return ramped("series");
  }

  /** The same steps, as if each were beside more queries. */
  static CeilingResult byQueries() {
    return ramped("queries");
  }

  /** The same steps, as if each were held to find the safe rate. */
  static CeilingResult safe() {
    return ramped("slo");
  }

  private static CeilingResult ramped(String by) {
    var steps = new ArrayList<Step>();
    for (int m : new int[] {1, 6, 12}) {
      double rate = PER_SLOT * Math.min(SLOTS, m);
      Window window = at(window(16, rate, List.of(), List.of()), m);
      boolean read = by.equals("queries");
      steps.add(step("ramp", read ? window.with(reads(m)) : window, "M = " + m));
    }
    return result("none", steps, by);
  }

  private static Reads reads(double perSecond) {
    return new Reads(
        5,
        (long) (5 * perSecond),
        (long) (5 * perSecond),
        0,
        0,
        perSecond,
        40.0,
        90.0,
        100.0,
        1_000,
        0.1,
        Map.of(),
        null,
        new Freshness(25, 610.0, 1_020.0, 1_050.0, 0, 0, 12, 100));
  }

  private static QueryCurve.Row row(
      double asked, double answered, Double p99, double cores, String why) {
    return new QueryCurve.Row(
        asked,
        answered,
        p99 == null ? null : Double.valueOf(p99 / 2),
        p99,
        0,
        PER_SLOT,
        cores,
        80.0,
        p99 == null ? null : Double.valueOf(1_020),
        why.isEmpty(),
        why);
  }

  private static Window at(Window window, int m) {
    return new Window(
        new Load(16, m, 1, 10_000, 2, (long) PER_SLOT),
        window.seconds(),
        window.warmUpSeconds(),
        window.throughput(),
        window.requests(),
        window.inFlight(),
        window.tasks(),
        window.job(),
        window.host(),
        window.database(),
        window.marks(),
        window.invalid(),
        null);
  }

  private static CeilingResult result(String warning, List<Step> steps, String by) {
    var against = new EnumMap<Cause, Finding>(Cause.class);
    against.put(
        Cause.TSDB_CPU,
        new Finding("CPU of the database", "3.20 of 8 cores (40 %)", "at least 90 %", false));
    against.put(
        Cause.JOB_CPU,
        new Finding(
            "CPU of the job",
            "1.10 of 4 cores, its busiest thread 31 % of one",
            "a thread at 85 % of a core, or all cores at 90 %",
            false));
    against.put(
        Cause.NETWORK,
        new Finding(
            "sending the body",
            "2.0 % of a request's time, 2.0 % of the requests on the line",
            "at least 50 %",
            false));
    var configuration = new LinkedHashMap<String, String>();
    configuration.put("source.type", "datagen");
    configuration.put("amplify.m", "1");
    configuration.put("write.batch-samples", "10000");
    configuration.put("hostile", warning);
    return new CeilingResult(
        1.97e6,
        1.93e6,
        2.01e6,
        Cause.TSDB_SLOTS,
        Confidence.HIGH,
        "The ceiling is 1.97 M samples/s, stopped by the database's insert slots (slots taken: 7.90 of 8 on average).",
        List.of(
            new Finding(
                "slots taken",
                "7.90 of 8 on average, 62 % of the requests found none free",
                "at least 90 %, or 10 % of the requests found none free",
                true),
            new Finding("CPU of the database", "3.20 of 8 cores (40 %)", "less than 90 %", true)),
        against,
        List.of(Cause.TSDB_CPU),
        Map.of(Cause.TSDB_SLOTS, 2.0, Cause.TSDB_CPU, 1.0),
        Map.of(Cause.TSDB_SLOTS, 1.5),
        List.of("all of the database's threads wait for the disk"),
        List.of(
            "raise the database's insert slots (-maxConcurrentInserts) from 8 to 16: about 3.94 M samples/s, its CPU is at 40 %"),
        16.7e6,
        null,
        new Slots(8.1, 7.6, 8.5, 8.0, "slots"),
        steps,
        List.of(
            change("the database's insert slots 8 → 16", "database", 3.8e6, 0.95, true),
            change("requests in flight 32 → 64", "job", 1.98e6, 0.01, false)),
        new Usl(2.5e5, 0.05, 1e-4, 96.0, 0.02),
        List.of(
            new Forecast(2, 16, 16.0, true, 3.94e6, 3.86e6, 4.02e6, "the database's insert slots"),
            new Forecast(3, 24, 24.0, true, 5.91e6, null, null, "the database's insert slots"),
            new Forecast(4, 32, 32.0, true, 7.84e6, null, null, "the job"),
            new Forecast(5, 40, 40.0, true, 7.841e6, null, null, "the job")),
        List.of(
            new AmplificationRow(4, 6, 1, 130e6, 130e6, 1.0, true),
            new AmplificationRow(4, 20, 1, 434e6, 118e6, 0.27, false)),
        SeriesCurve.of(
            false,
            400_000L,
            800_000L,
            100_000,
            List.of(
                series(100_000, 3e8, 0.21, 0, true),
                series(200_000, 4e8, 0.22, 0, true),
                series(400_000, 6e8, 0.24, 0.01, true),
                series(800_000, 7e8, 1.9, 0.6, false))),
        QueryCurve.of(
            32.0,
            64.0,
            PER_SLOT,
            List.of(
                row(0, 0, null, 0.4, ""),
                row(16, 16, 60.0, 0.88, ""),
                row(32, 32, 90.0, 1.36, ""),
                row(64, 41, 9_000.0, 2.0, "205 of 320 queries were answered in time"))),
        new SafeRate(
            1.6e6,
            24e6,
            List.of(new SafeRate.Value("p99<500ms", "310 ms")),
            2,
            60,
            1.63e6,
            List.of("p99<500ms failed (640 ms)"),
            true),
        worst(),
        new Price(0.05, 0.6, 0.12),
        new Midnight(20_000, 1.97e6, 0.61e6, 1.42, 0.035),
        by,
        "time",
        "victoriametrics http://127.0.0.1:8428",
        "tidemark-20261121-080000_k7q2x",
        187.4,
        "the database was away for 30 s",
        List.of(warning),
        Map.of("tidemark", "0.1.0"),
        configuration,
        "2026-11-21T08:00:00Z",
        new HostCores(0.9, 0.85, 0.97, 0.03, 2.19e6),
        Map.of(Cause.TSDB_SLOTS, 0.9, Cause.TSDB_CPU, 0.1),
        probabilities(),
        new AgedDatabase(
            "victoriametrics-90d-0123456789abcdef",
            "VictoriaMetrics",
            "1.151.0",
            "90d",
            "2026-06-24T00:00:00Z",
            "2026-09-22T00:00:00Z",
            "1m",
            20_000,
            2_592_000_000L,
            1_288_490_189L,
            2_900,
            true));
  }

  private static Worst worst() {
    List<SafeRate.Value> objective = List.of(new SafeRate.Value("p99<500ms", "310 ms"));
    return Worst.of(
        List.of(
            new Worst.Through(
                "merge",
                false,
                new SafeRate(1.6e6, 24e6, objective, 2, 60, null, List.of(), true),
                null,
                null),
            new Worst.Through(
                "node-down",
                true,
                new SafeRate(
                    9e5,
                    13.5e6,
                    objective,
                    2,
                    60,
                    9.2e5,
                    List.of("p99<500ms failed (2.10 s)"),
                    true),
                null,
                new Worst.Why(
                    "TSDB_CPU",
                    "the database's CPU (CPU of the database: 7.80 of 8 cores; confidence: medium)"))));
  }

  private static SeriesRow series(
      long series, double bytes, double cores, double slow, boolean carried) {
    return new SeriesRow(
        series,
        0,
        0.0,
        100_000,
        bytes,
        cores,
        slow,
        12.5,
        carried,
        carried ? "" : "reads of the index: 60 %");
  }

  private static Probabilities probabilities() {
    var all = new LinkedHashMap<Cause, Double>();
    all.put(Cause.TSDB_SLOTS, 0.93);
    all.put(Cause.TSDB_CPU, 0.08);
    all.put(Cause.NETWORK, 0.01);
    return new Probabilities(
        all,
        0.06,
        Map.of(Cause.TSDB_SLOTS, new Gain(1.8, 1.9, 2.0)),
        List.of(
            new Change(
                "the database's insert slots 8 → 16",
                Map.of(Cause.TSDB_SLOTS, 0.55, Cause.TSDB_CPU, 0.31, Cause.NETWORK, 0.02)),
            new Change(
                "requests in flight 32 → 64",
                Map.of(Cause.TSDB_SLOTS, 0.92, Cause.TSDB_CPU, 0.08, Cause.NETWORK, 0.01))),
        400,
        null,
        null);
  }

  private static Intervention change(
      String what, String side, double after, double elasticity, boolean moved) {
    return new Intervention(
        what,
        side,
        2,
        1.97e6,
        after,
        elasticity,
        elasticity - 0.05,
        elasticity + 0.05,
        1,
        moved,
        Cause.TSDB_SLOTS);
  }

  private static List<Step> steps() {
    var steps = new ArrayList<Step>();
    steps.add(step("job-ceiling", window(16, 16.7e6, List.of(), List.of()), "the job alone"));
    for (int inFlight = 1; inFlight <= 64; inFlight *= 2) {
      steps.add(step("sweep", measured(inFlight), "in flight " + inFlight));
    }
    steps.add(
        step(
            "sweep",
            window(128, 3e6, List.of(), List.of("the database ignored 8 rows: too far ahead")),
            "in flight 128"));
    steps.add(step("verify", measured(8), "in flight 8"));
    steps.add(
        step(
            "verify",
            window(6, 6 * PER_SLOT, List.of("the throughput still drifts"), List.of()),
            "in flight 6"));
    return steps;
  }

  private static Step step(String phase, Window window, String note) {
    return new Step(phase, window, note, Settings.of(window, Map.of()));
  }

  private static Window measured(int inFlight) {
    return window(inFlight, PER_SLOT * Math.min(SLOTS, inFlight), List.of(), List.of());
  }

  private static Window window(
      int inFlight, double rate, List<String> marks, List<String> invalid) {
    double taken = Math.min(SLOTS, inFlight);
    double wait = 1 - 0.3 / inFlight;
    double millis = SERVICE_MILLIS * inFlight / taken;
    return new Window(
        new Load(inFlight, 1, 1, 10_000, 2, 0),
        8,
        1.5,
        new Throughput(rate, rate * 0.98, rate * 1.02, 0.1, null, rate / 1e4, rate * 25),
        new Requests(
            millis,
            0.9 * millis,
            1.5 * millis,
            2 * millis,
            400.0,
            0.0,
            0.02,
            0.98,
            0,
            0,
            0,
            List.of()),
        new InFlight(0.98 * inFlight, inFlight, wait, 0.01, 0.02, 0.0, 0.1, 1, 16),
        List.of(
            new Task("Source: source -> parse", 2, 0.2, 0.7, 0.1, 0.3, 0.2, 1.0),
            new Task("amplify", 2, 0.3, 0.6, 0.1, 0.5, 0.3, 1.0),
            new Task("write", 2, 0.98, 0.0, 0.02, 0.1, 0.06, 1.0),
            new Task("acks", 1, 0.1, 0.0, 0.9, 0.05, 0.05, 1.0)),
        new Job(1, 4, 1.1, 0.01, 0.1, 0.4),
        new Host(4, 1.4, false),
        new Database(
            "1.150.0",
            0.4 * taken,
            8.0,
            0.05 * taken,
            0.99 * taken,
            (double) SLOTS,
            inFlight > SLOTS ? 60.0 : 0.0,
            0.0,
            null,
            null,
            false,
            List.of(),
            0.0,
            0.0,
            null,
            0.0,
            0.1,
            rate,
            Map.of(),
            1e9,
            null,
            false,
            List.of(),
            Busiest.alike(1, "127.0.0.1:8428", "127.0.0.1:8428", 0.99 * taken / SLOTS, true),
            Pressure.UNKNOWN,
            null),
        marks,
        invalid,
        null);
  }
}
