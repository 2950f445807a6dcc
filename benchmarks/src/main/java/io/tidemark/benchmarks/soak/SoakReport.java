package io.tidemark.benchmarks.soak;

import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.measure.Amounts;
import io.tidemark.run.RunResult;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Stability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The results of a soak.
 *
 * @param ceiling ceiling in samples per second, of which half was written
 */
record SoakReport(
    Duration time,
    double ceiling,
    SoakTraffic traffic,
    int killed,
    Readings readings,
    RunResult run) {
  static final String READINGS = "readings";

  /**
   * Shorter runs are not judged, because compilation and class loading make everything rise in the
   * first minutes.
   */
  static final Duration MIN_JUDGED = Duration.ofMinutes(10);

  /** Change over the whole time, as a share of the mean, below which a value counts as level. */
  static final double MAX_CHANGE = 0.05;

  /**
   * @param differences differences between what is stored and what should be
   */
  SoakRun.Result result(List<String> differences) {
    var problems = new ArrayList<String>(differences);
    long amplified = traffic.samples() * SoakTraffic.M;
    if (run.samplesAcked() != amplified || run.samplesAmplified() != amplified) {
      problems.add(
          "totals: amplified=%d, acknowledged=%d, expected %d"
              .formatted(run.samplesAmplified(), run.samplesAcked(), amplified));
    }
    var rows = new ArrayList<Row>();
    for (String name : readings.byName().keySet()) {
      Optional<Estimate> drift = readings.drift(name);
      if (time.compareTo(MIN_JUDGED) >= 0 && drift.filter(d -> worsens(name, d)).isPresent()) {
        problems.add("%s: changes by %s".formatted(name, percent(drift.get())));
      }
      rows.add(row(name, drift));
    }
    return new SoakRun.Result(method(differences.isEmpty()), rows, problems, run);
  }

  /**
   * Tells whether a value surely rises by more than {@link #MAX_CHANGE}, or the rate falls by that.
   */
  static boolean worsens(String name, Estimate drift) {
    return name.equals(Vitals.RATE) ? drift.high() < -MAX_CHANGE : drift.low() > MAX_CHANGE;
  }

  private Row row(String name, Optional<Estimate> drift) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(READINGS, Figure.of("median", NEITHER, readings.byName().get(name)));
    var words = new LinkedHashMap<String, String>();
    words.put("change over the run", drift.map(SoakReport::percent).orElse("too few readings"));
    return new Row(name, figures, words);
  }

  private static String percent(Estimate drift) {
    return String.format(
        Locale.ROOT,
        "%+.1f %% (%+.1f to %+.1f %%)",
        100 * drift.value(),
        100 * drift.low(),
        100 * drift.high());
  }

  private String method(boolean equal) {
    return "A topic of %s source samples (M=%d) through a session cluster of two TaskManagers into VictoriaMetrics at %s samples/s, half of the %s that the same parts wrote as fast as they could; TaskManagers killed: %d. %s samples amplified, %s acknowledged, %s dead letters; %d series of %d points each, %s. %s Readings every %d s, each after a full collection; the TaskManager is the one that was never killed. A change is from the beginning to the end of all but the first tenth, with its 95 %% interval."
        .formatted(
            Amounts.count(traffic.samples()),
            SoakTraffic.M,
            Amounts.count(ceiling / 2),
            Amounts.count(ceiling),
            killed,
            run.samplesAmplified(),
            run.samplesAcked(),
            run.samplesDeadLettered(),
            SoakTraffic.SERIES,
            traffic.storedPerSeries(),
            equal ? "stored as they must be" : "NOT as they must be",
            stability(),
            SoakRun.step(time).toSeconds());
  }

  /** Returns the stability as the run itself reports it. */
  private String stability() {
    Stability stability = run.stability();
    return stability == null
        ? "The run was too short to say how even it was."
        : "Of its %d seconds: average %s samples/s, reached in 95 %% %s, stalled %s, jitter within minutes %s, change over the run %s."
            .formatted(
                stability.seconds(),
                Amounts.count(stability.mean()),
                Amounts.count(stability.reachedIn95Percent()),
                Amounts.percent(stability.stalls()),
                Amounts.percent(stability.microJitter()),
                percent(stability.change()));
  }
}
