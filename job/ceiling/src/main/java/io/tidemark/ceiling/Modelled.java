package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.model.Doubling;
import io.tidemark.model.Evidence;
import io.tidemark.model.Observation;
import io.tidemark.model.Posterior;
import io.tidemark.model.Posterior.Range;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the queueing model says beside the rules; nothing reads it yet. Several resources may be
 * right at once, so that the probabilities need not sum to 1.
 *
 * @param probabilities by resource, 0 to 1: twice of it gains enough, and nearly as much as the
 *     best
 * @param none 0 to 1: nothing of which there could be twice as much gains enough
 * @param othersLoad 0 to 1: the same of the database's cores without what others do on them, which
 *     no resource stands for
 * @param gains by resource: times the throughput with twice of it, at most 2
 * @param effectiveSamples how many independent ones the samples are worth
 * @param untold whether those are too few for the probabilities to mean anything
 * @param misfit the signal that the most probable network explains least; null if it explains all
 */
public record Modelled(
    Map<Resource, Double> probabilities,
    double none,
    double othersLoad,
    Map<Resource, Range> gains,
    double effectiveSamples,
    boolean untold,
    String misfit) {

  /** Fewer say no more than the tenth of a probability. */
  private static final double ENOUGH = 200;

  /** Two reports of the same windows say the same. */
  private static final long SEED = 1;

  /** Of what is doubled in the model, what it is in words. */
  private static final Map<Doubling, Resource> RESOURCES =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Doubling.DATABASE_CPU, Resource.DATABASE_CPU),
              Map.entry(Doubling.SLOTS, Resource.SLOTS),
              Map.entry(Doubling.LINE, Resource.LINE),
              Map.entry(Doubling.STORAGE, Resource.STORAGE),
              Map.entry(Doubling.LOCK, Resource.LOCKS),
              Map.entry(Doubling.ADMISSION, Resource.GATEWAY),
              Map.entry(Doubling.REFUSALS, Resource.REFUSALS),
              Map.entry(Doubling.HOST, Resource.HOST),
              Map.entry(Doubling.JOB, Resource.JOB_CPU),
              Map.entry(Doubling.HEAP, Resource.GC),
              Map.entry(Doubling.SOURCE, Resource.SOURCE),
              Map.entry(Doubling.IN_FLIGHT, Resource.IN_FLIGHT)));

  /** Empty if there is no window in which anything was answered. */
  public static Optional<Modelled> of(List<Observation> observations) {
    return observations.stream()
        .filter(each -> isUnchanged(each, observations.get(0)))
        .map(Observation::window)
        .max(Comparator.comparingDouble(each -> each.throughput().samplesPerSecond()))
        .flatMap(peak -> Evidence.of(observations, peak.load().inFlight()))
        .map(evidence -> of(evidence.posterior(SEED)));
  }

  /** Of one window, in which nothing had been changed. */
  public static Optional<Modelled> of(Window window) {
    return of(List.of(new Observation(window, null, null, 1)));
  }

  private static boolean isUnchanged(Observation each, Observation first) {
    return Objects.equals(each.slots(), first.slots())
        && Objects.equals(each.cores(), first.cores())
        && each.window().load().parallelism() == first.window().load().parallelism();
  }

  private static Modelled of(Posterior posterior) {
    var probabilities = new EnumMap<Resource, Double>(Resource.class);
    var gains = new EnumMap<Resource, Range>(Resource.class);
    Map<Doubling, Double> all = posterior.probabilities();
    RESOURCES.forEach(
        (doubling, resource) -> {
          probabilities.put(resource, all.get(doubling));
          gains.put(resource, posterior.gain(doubling));
        });
    return new Modelled(
        probabilities,
        posterior.none(),
        all.get(Doubling.OTHERS),
        gains,
        posterior.effectiveSamples(),
        posterior.effectiveSamples() < ENOUGH,
        posterior
            .misfit()
            .map(signal -> signal.name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .orElse(null));
  }
}
