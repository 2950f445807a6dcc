package io.tidemark.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All windows of a search or watch, in the model's terms. Windows with the same settings are one
 * sighting, their weighted mean: what disturbs one of them disturbs its neighbours, so repeating
 * them proves no more.
 *
 * @param base the settings whose throughput is to be explained
 */
public record Evidence(World world, List<Sighting> sightings, Settings base) {
  /** Garbage collection that stops the job for a smaller share of the time is left out. */
  private static final double COLLECTS = 0.05;

  /**
   * Returns the evidence of these windows; empty if nothing was answered in any of them. Its base
   * is the highest in-flight limit that was tried while nothing else had been changed.
   */
  public static Optional<Evidence> of(List<Observation> observations) {
    boolean queried = observations.stream().anyMatch(Evidence::besideQueries);
    List<Observation> answered =
        observations.stream()
            // Unless the number of queries is known, nothing explains what a pause of readers
            // gains.
            .filter(each -> queried || !each.readersPaused())
            .filter(
                each ->
                    each.window().throughput().samplesPerSecond() > 0
                        && each.window().inFlight().mean() > 0
                        && new WindowReadings(each.window()).requestsPerSecond() > 0)
            .toList();
    if (answered.isEmpty()) {
      return Optional.empty();
    }
    Observation first = answered.get(0);
    var bySettings = new LinkedHashMap<Settings, List<Observation>>();
    for (Observation each : answered) {
      bySettings.computeIfAbsent(settings(each, first), key -> new ArrayList<>()).add(each);
    }
    var sightings = new ArrayList<Sighting>();
    boolean tellsDisk =
        answered.stream().anyMatch(each -> new WindowReadings(each.window()).tellsDisk());
    bySettings.forEach(
        (settings, all) -> sightings.add(mean(settings, all, tellsDisk, queries(all, answered))));
    return Optional.of(new Evidence(world(answered), List.copyOf(sightings), base(sightings)));
  }

  /** Tells whether the database is known to work on queries during this window. */
  private static boolean besideQueries(Observation each) {
    Double queries = new WindowReadings(each.window()).queries();
    return !each.readersPaused() && queries != null && queries > 0;
  }

  /**
   * Returns the mean number of queries at work in the windows with the same settings; if none of
   * them tells it, in all windows in which readers were paused as in these, or were not.
   */
  private static double queries(List<Observation> same, List<Observation> all) {
    boolean paused = same.get(0).readersPaused();
    return meanQueries(same)
        .or(() -> meanQueries(all.stream().filter(each -> each.readersPaused() == paused).toList()))
        .orElse(0.0);
  }

  private static Optional<Double> meanQueries(List<Observation> of) {
    double sum = 0;
    double weights = 0;
    for (Observation each : of) {
      Double queries = new WindowReadings(each.window()).queries();
      if (queries != null) {
        sum += each.weight() * queries;
        weights += each.weight();
      }
    }
    return weights > 0 ? Optional.of(sum / weights) : Optional.empty();
  }

  private static Settings base(List<Sighting> sightings) {
    Settings first = sightings.get(0).settings();
    Settings most =
        sightings.stream()
            .map(Sighting::settings)
            .filter(each -> each.differsInPopulationOnly(first))
            .max(Comparator.comparingDouble(Settings::population))
            .orElse(first);
    return most;
  }

  /**
   * Fits networks to this evidence.
   *
   * @param seed seed of the random samples
   * @throws Effort.Spent if it takes more than {@code effort}
   */
  public Posterior posterior(long seed, Effort effort) {
    return Posterior.of(world, sightings, base, seed, effort);
  }

  private static World world(List<Observation> observations) {
    var first = new WindowReadings(observations.get(0).window());
    var window = observations.get(0).window();
    var best =
        observations.stream()
            .filter(
                each ->
                    !each.readersPaused()
                        || observations.stream().allMatch(Observation::readersPaused))
            .map(Observation::window)
            .max(Comparator.comparingDouble(each -> each.throughput().callsPerSecond()))
            .orElseThrow();
    double inVain = inVain(observations);
    double failing =
        observations.stream().mapToDouble(Observation::failingShare).average().orElse(0);
    boolean shared = window.host() != null && window.host().shared();
    return new World(
        first.nodes(),
        first.slots(),
        first.cores(),
        window.job().cores(),
        shared ? window.host().cores() : Double.POSITIVE_INFINITY,
        observations.stream()
            .mapToDouble(each -> new WindowReadings(each.window()).hostOthers())
            .average()
            .orElse(0),
        inVain > 0,
        inVain > 0 ? Math.min(1, failing / inVain) : 0,
        observations.stream().anyMatch(each -> each.window().job().gcShare() > COLLECTS),
        new WindowReadings(best).skew(),
        new WindowReadings(best).subtasks(),
        first.clients(),
        observations.stream()
            .map(each -> each.window().inFlight().roundTripMillis())
            .filter(Objects::nonNull)
            .mapToDouble(millis -> millis / 1e3)
            .filter(seconds -> seconds > 0)
            .min()
            .orElse(Double.NaN),
        new WindowReadings(best).missing(),
        new WindowReadings(best).missCpu(),
        new WindowReadings(best).memoryStalled(),
        observations.stream().anyMatch(Evidence::besideQueries));
  }

  private static double inVain(List<Observation> observations) {
    return observations.stream()
        .mapToDouble(each -> new WindowReadings(each.window()).inVain())
        .average()
        .orElse(0);
  }

  private static Settings settings(Observation each, Observation first) {
    var load = each.window().load();
    return new Settings(
        load.inFlight(),
        times(each.slots(), first.slots()),
        times(each.cores(), first.cores()),
        rounded((double) load.parallelism() / first.window().load().parallelism()),
        each.readersPaused() ? 0 : 1,
        load.expectedSamplesPerSecond() > 0
            ? rounded(new WindowReadings(each.window()).asked())
            : Double.POSITIVE_INFINITY,
        0,
        0);
  }

  private static double times(Double now, Double before) {
    return now == null || before == null || before <= 0 ? 1 : rounded(now / before);
  }

  private static double rounded(double value) {
    return Math.round(100 * value) / 100.0;
  }

  /**
   * Returns the sighting of all windows with the same settings.
   *
   * @param tellsDisk whether any window of the search tells how busy the disk is; a window that
   *     does not then counts as full, because the share is not known if several threads wrote at
   *     once
   * @param queries mean number of queries that a node works on
   */
  private static Sighting mean(
      Settings settings, List<Observation> all, boolean tellsDisk, double queries) {
    var sums = new EnumMap<Signal, double[]>(Signal.class);
    var squares = new EnumMap<Signal, Double>(Signal.class);
    for (Observation each : all) {
      var readings = new WindowReadings(each.window());
      readings
          .seen()
          .forEach(
              (signal, value) -> {
                double[] sum = sums.computeIfAbsent(signal, key -> new double[2]);
                sum[0] += each.weight() * value;
                sum[1] += each.weight();
              });
      readings
          .errors()
          .forEach(
              (signal, error) ->
                  squares.merge(signal, Math.pow(each.weight() * error, 2), Double::sum));
    }
    Map<Signal, Double> means = new EnumMap<>(Signal.class);
    Map<Signal, Double> errors = new EnumMap<>(Signal.class);
    sums.forEach((signal, sum) -> means.put(signal, sum[0] / sum[1]));
    if (tellsDisk && all.stream().allMatch(each -> each.window().database() != null)) {
      means.putIfAbsent(Signal.STORAGE_BUSY, 1.0);
    }
    squares.forEach(
        (signal, square) -> errors.put(signal, Math.sqrt(square) / sums.get(signal)[1]));
    return new Sighting(
        new Settings(
            settings.population(),
            settings.slotsTimes(),
            settings.coresTimes(),
            settings.threadsTimes(),
            settings.readersTimes(),
            settings.asked(),
            inVain(all),
            queries),
        means,
        errors);
  }
}
