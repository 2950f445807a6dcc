package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.CeilingResult.SeriesCurve;
import io.tidemark.ceiling.CeilingResult.SeriesRow;
import io.tidemark.ceiling.Thresholds;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Raises the series that are alive at a fixed rate of samples: doubled while the database carries
 * them, else halved, then bisected. It carries a load that it writes in time, while its memory is
 * enough for the series.
 *
 * <p>Fewer of a generator's series are the first of more. Each step has a job of its own, which
 * writes each of its series once before it is measured.
 */
final class SeriesRamp extends Ramp {
  private static final long FIRST = 10_000;
  private static final int MOST_HALVINGS = 4;
  private static final int BISECTIONS = 4;

  /** Between two looks at how many series are written. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final SearchContext context;
  private final JobConfig paced;
  private final List<SeriesRow> rows = new ArrayList<>();

  /** By how many series. */
  private final NavigableMap<Long, Measured> carried = new TreeMap<>();

  /** By how many series, those that were too many. */
  private final NavigableMap<Long, Measured> tooMuch = new TreeMap<>();

  /** 0: none yet. */
  private long tooMany;

  /**
   * @param context whose configuration has the most series that may be tried
   */
  SeriesRamp(SearchContext context) {
    super(context);
    this.context = context;
    this.paced = paced(context.config());
  }

  @Override
  JobConfig first(CeilingPlan.By by) {
    return of(Math.min(FIRST, all()));
  }

  @Override
  void run(CeilingPlan.By by) {
    noteRate();
    long series = Math.min(FIRST, all());
    for (int halvings = 0; tooMany == 0 || carried.isEmpty(); ) {
      boolean measured = step(series, "");
      boolean none = carried.isEmpty() && halvings++ == MOST_HALVINGS;
      if (!measured || none || carried.containsKey(all())) {
        return;
      }
      series = carried.isEmpty() ? Math.max(1, series / 2) : Math.min(all(), 2 * series);
    }
    for (int i = 0; i < BISECTIONS; i++) {
      if (!step((carried.lastKey() + tooMany) / 2, "")) {
        return;
      }
    }
    step(carried.lastKey(), ", once more");
  }

  /**
   * The least that falls short by more than a rate that is kept may, or whose memory is too small;
   * else the most: at the very edge a database looks as if the source gave no more.
   */
  @Override
  Measured tooMuch() {
    double kept = Thresholds.RATE_KEPT * SearchContext.load(paced).expectedSamplesPerSecond();
    return tooMuch.values().stream()
        .filter(
            step ->
                step.samplesPerSecond() < kept
                    || !Attribution.memoryIsShort(step.window()).isEmpty())
        .findFirst()
        .orElse(tooMuch.isEmpty() ? null : tooMuch.lastEntry().getValue());
  }

  /** The most that it carried; null if it carried none. */
  @Override
  Measured best() {
    return carried.isEmpty() ? null : carried.lastEntry().getValue();
  }

  /** Null if nothing was found. */
  @Override
  SeriesCurve series() {
    return rows.isEmpty()
        ? null
        : SeriesCurve.of(
            carried.isEmpty() ? null : Long.valueOf(written(carried.lastKey())),
            tooMany == 0 ? null : Long.valueOf(written(tooMany)),
            SearchContext.load(paced).expectedSamplesPerSecond(),
            rows);
  }

  private long all() {
    return paced.source().datagen().seriesAlive();
  }

  private long written(long series) {
    return WrittenSeries.of(of(series));
  }

  private JobConfig of(long series) {
    var source = paced.source();
    return context
        .time()
        .fitted(
            paced.withSource(source.withDatagen(source.datagen().withSeriesAlive(series))),
            context.clock().most());
  }

  /** Whether there was time for it. */
  private boolean step(long series, String remark) {
    JobConfig config = of(series);
    String what = Amounts.count(written(series)) + " series" + remark;
    if (!hasTimeToWriteEach(config, what)) {
      return false;
    }
    int before = steps().size();
    Found found = step(context.of(config), config, what, this::writesEach);
    if (found == Found.NO_TIME) {
      return false;
    }
    Measured measured = steps().size() > before ? steps().get(before) : null;
    String memory = measured == null ? "" : Attribution.memoryIsShort(measured.window());
    boolean carries = found == Found.WRITTEN && memory.isEmpty();
    if (measured != null) {
      rows.add(SeriesRow.of(written(series), measured.window(), carries, memory));
    }
    if (carries) {
      carried.put(series, measured);
    } else {
      carried.tailMap(series, true).clear();
      tooMany = series;
      if (measured != null) {
        tooMuch.put(series, measured);
      }
    }
    return true;
  }

  private boolean hasTimeToWriteEach(JobConfig config, String what) {
    Duration once = onceEach(config);
    boolean inTime = context.clock().hasTimeFor(once.plus(leastToMeasure()));
    if (!inTime && !rows.isEmpty()) {
      context
          .journal()
          .note(
              "no time is left for %s: to write each of them once takes %s at this rate"
                  .formatted(what, DurationText.format(once)));
    }
    return inTime || rows.isEmpty();
  }

  private Duration leastToMeasure() {
    return context.length().least().multipliedBy(2);
  }

  private Duration onceEach(JobConfig config) {
    var generator = config.source().datagen();
    return Duration.ofSeconds(
        (long) Math.ceil((double) generator.seriesAlive() / generator.rate()));
  }

  /**
   * Reads on until the job has written each of its series, or there is no more time for it. One
   * that writes nothing is measured at once: it shows why.
   */
  private boolean writesEach(SearchContext.Running running) {
    Registration registration = running.context().registration();
    long all = registration.samples(running.config());
    long begin = context.clock().millis();
    while (running.job().samplesAcked() < all) {
      long before = running.job().samplesAcked();
      Duration left = context.clock().left().minus(leastToMeasure());
      if (left.isNegative() || left.isZero()) {
        var progress =
            registration.progress(
                running.config(),
                0,
                running.job().samplesAcked(),
                context.clock().millis() - begin);
        context.journal().warn("no time is left: " + progress.text());
        return false;
      }
      running.job().watchUntilWritten(all, left.compareTo(LOOK) < 0 ? left : LOOK);
      if (running.job().samplesAcked() == before) {
        return true;
      }
    }
    return true;
  }
}
