package io.tidemark.watch;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Busiest;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Pressure;
import io.tidemark.measure.window.Queried;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A window made up for tests: one request in flight over a line of 50 ms, nothing else is full; and
 * what a test makes of it.
 */
public final class WatchedWindow {
  static final String JOB = "7688808422d9aa93d5953b48701bf486";

  long rate;
  double permitWait = 0.95;
  double inFlight = 0.98;
  int bound = 1;
  boolean metrics = true;
  List<String> marks = List.of();
  List<String> invalid = List.of();
  Host host;
  double samplesPerSecond = 190_000;
  double throttled;
  double failed;
  boolean readOnly;
  Map<String, Long> ignored = Map.of();
  double cpuCores = 0.2;
  Double newSeries = 0.0;
  double meanMillis = 51.5;
  double littleError;
  Queried queried;

  /** Of the job's in-flight limit, by the model. */
  double probable = 0.8;

  private Double slots = 8.0;

  public WatchedWindow() {}

  /** Of a kind of database that has no such thing. */
  public WatchedWindow withoutSlots() {
    slots = null;
    return this;
  }

  private Probabilities probabilities() {
    var all = new LinkedHashMap<Cause, Double>();
    all.put(Cause.JOB_IN_FLIGHT, probable);
    all.put(Cause.TSDB_CPU, 0.06);
    all.put(Cause.NETWORK, 0.01);
    return new Probabilities(all, 0.07, Map.of(), List.of(), 400, null, null);
  }

  /**
   * @param newSeries share of the rows; null if that is not told
   */
  public static Window ofNewSeries(double cpuCores, Double newSeries) {
    var made = new WatchedWindow();
    made.cpuCores = cpuCores;
    made.newSeries = newSeries;
    return made.window();
  }

  Window window() {
    var database =
        new Database(
            "1.150.0",
            cpuCores,
            4.0,
            0.05,
            0.1,
            slots,
            0.0,
            0.0,
            null,
            null,
            readOnly,
            List.of(),
            0.0,
            newSeries,
            0.0,
            0.01,
            0.0,
            190_000.0,
            ignored,
            1e9,
            null,
            false,
            List.of(),
            Busiest.ONE,
            Pressure.UNKNOWN,
            queried);
    return new Window(
        new Load(bound, 1, 1, 10_000, 2, rate),
        10,
        0,
        new Throughput(samplesPerSecond, null, null, 0.1, null, 19, 1e6),
        new Requests(
            meanMillis, 51.2, 52.5, 60.0, 71.0, 0.01, 0.04, 0.95, throttled, failed, 0, List.of()),
        new InFlight(inFlight, bound, permitWait, littleError, 0.02, 0.0, 0.1, 1, 16),
        List.of(
            new Task("Source: source -> parse", 2, 0.03, 0.97, 0.0, 0.04, 0.02, 1.0),
            new Task("amplify", 2, 0.02, permitWait, 1 - permitWait, 0.04, 0.02, 1.0),
            new Task("write", 1, 1.0, 0.0, 0.0, 0.02, 0.02, 1.0),
            new Task("acks", 1, null, null, null, null, null, null)),
        new Job(1, 2, 0.2, 0.01, 0.02, 0.3),
        host,
        metrics ? database : null,
        marks,
        invalid,
        null);
  }

  public Judgement judgement() {
    Map<Concept, String> remedies =
        slots == null
            ? Map.of()
            : Map.of(Concept.INSERT_SLOTS, "turn the knob", Concept.IGNORED_ROWS, "lift the limit");
    var capabilities = new Capabilities(remedies, false);
    return Judgement.of(
        Instant.parse("2026-11-21T08:09:10.123Z"),
        JOB,
        window(),
        capabilities,
        new WatchedProbabilities.Told(
            invalid.isEmpty() ? probabilities() : Probabilities.untold("no window is valid"),
            window()),
        failure());
  }

  private String failure() {
    return metrics ? null : "http://db:8428/metrics: 403";
  }
}
