package io.tidemark.ceiling.result;

import io.tidemark.ceiling.Signals;
import io.tidemark.measure.Window;
import io.tidemark.model.Observation;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A valid window of sweep, verification or an intervention, for whoever judges.
 *
 * @param readersPaused whether Tidemark's readers, which read otherwise, were paused
 * @param weight the window's share of the seconds measured with the same settings; the weights of
 *     these windows add up to 1, because what disturbs one of them disturbs its neighbours, too
 */
public record Sighting(Window window, Settings settings, boolean readersPaused, double weight) {
  /** If there are more sightings, only the latest count. */
  private static final int MOST_SIGHTINGS = 256;

  /** Each valid window of these phases says something of what stops the traffic. */
  private static final Phase[] SEEN = {
    Phase.SWEEP, Phase.VERIFY, Phase.INTERVENTION, Phase.WITHOUT_READERS
  };

  /** Returns a window that is the only one with its settings. */
  public static Sighting of(Window window) {
    return new Sighting(window, Settings.of(window, Map.of()), false, 1);
  }

  public Observation observed() {
    return new Observation(
        window,
        settings.slots(),
        settings.cores(),
        Signals.failingShare(window),
        readersPaused,
        weight);
  }

  /**
   * Returns the sightings in the order in which they were made; older reports have them, too. A
   * ramp gives only that of its highest load, because its other windows have other costs with as
   * many requests in flight.
   */
  public static List<Sighting> of(List<Step> steps) {
    List<Step> seen =
        steps.stream().filter(step -> step.isOf(SEEN) && step.window().valid()).toList();
    List<Sighting> all =
        (seen.isEmpty() ? highest(steps).stream() : seen.stream())
            .map(
                step ->
                    new Sighting(
                        step.window(),
                        step.settings() == null
                            ? Settings.of(step.window(), Map.of())
                            : step.settings(),
                        step.isOf(Phase.WITHOUT_READERS),
                        step.window().seconds()))
            .toList();
    all = all.subList(Math.max(0, all.size() - MOST_SIGHTINGS), all.size());
    Map<Settings, Double> seconds =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Sighting::settings, Collectors.summingDouble(Sighting::weight)));
    return all.stream()
        .map(
            each ->
                new Sighting(
                    each.window,
                    each.settings,
                    each.readersPaused,
                    each.weight / seconds.get(each.settings)))
        .toList();
  }

  private static Optional<Step> highest(List<Step> steps) {
    return steps.stream()
        .filter(step -> step.isOf(Phase.RAMP, Phase.HOLD) && step.window().valid())
        .max(Comparator.comparingDouble(step -> step.window().load().expectedSamplesPerSecond()));
  }
}
