package io.tidemark.proof;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.Gain;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.measure.Amounts;
import io.tidemark.model.Doubling;
import io.tidemark.model.Effort;
import io.tidemark.model.Evidence;
import io.tidemark.model.Observation;
import io.tidemark.model.Posterior;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The probability of each cause by the queueing model, before {@link CauseProbabilities} calibrates
 * it. If the model fails, or would take too long, the result says so instead: no search fails, or
 * waits for long, because of it.
 */
public final class PosteriorCauses {
  /** With fewer independent samples only the first decimal of a probability would be known. */
  private static final double ENOUGH = 200;

  /**
   * The work of one posterior, at most: about thirty seconds of a core, which is enough for most
   * searches with up to 256 requests in flight.
   */
  private static final long STATES = 60_000_000;

  /** A fixed seed makes two reports of the same windows equal. */
  private static final long SEED = 1;

  /** For each cause, the changes of the network that may be its remedy; one of them is enough. */
  private static final Map<Cause, Set<Doubling>> REMEDIES =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Cause.TSDB_CPU, Set.of(Doubling.DATABASE_CPU)),
              Map.entry(Cause.TSDB_READERS, Set.of(Doubling.READERS)),
              Map.entry(Cause.TSDB_MEMORY, Set.of(Doubling.MEMORY)),
              Map.entry(Cause.TSDB_SLOTS, Set.of(Doubling.SLOTS)),
              Map.entry(Cause.NETWORK, Set.of(Doubling.LINE)),
              Map.entry(Cause.TSDB_STORAGE, Set.of(Doubling.STORAGE)),
              Map.entry(Cause.TSDB_CONTENTION, Set.of(Doubling.LOCK)),
              Map.entry(Cause.GATEWAY, Set.of(Doubling.ADMISSION, Doubling.DELAY)),
              Map.entry(Cause.TSDB_REJECTING, Set.of(Doubling.REFUSALS)),
              Map.entry(Cause.REQUESTS_FAIL, Set.of(Doubling.FAILURES)),
              Map.entry(Cause.HOST_CPU, Set.of(Doubling.HOST)),
              Map.entry(Cause.JOB_CPU, Set.of(Doubling.JOB)),
              Map.entry(Cause.JOB_SKEW, Set.of(Doubling.SKEW)),
              Map.entry(Cause.JOB_GC, Set.of(Doubling.HEAP)),
              Map.entry(Cause.SOURCE, Set.of(Doubling.SOURCE)),
              Map.entry(Cause.JOB_IN_FLIGHT, Set.of(Doubling.IN_FLIGHT))));

  private static final Set<Doubling> NAMED =
      REMEDIES.values().stream()
          .flatMap(Set::stream)
          .collect(Collectors.toCollection(() -> EnumSet.noneOf(Doubling.class)));

  private PosteriorCauses() {}

  /** Returns the changes of the network that may be the cause's remedy; one of them is enough. */
  public static Set<Doubling> remedies(Cause cause) {
    return REMEDIES.get(cause);
  }

  public static Probabilities of(List<Sighting> sightings) {
    return of(sightings, Effort.ofStates(STATES));
  }

  /** Returns the same with another bound on the work. */
  public static Probabilities of(List<Sighting> sightings, Effort effort) {
    List<Observation> observations = sightings.stream().map(Sighting::observed).toList();
    try {
      return Evidence.of(observations)
          .map(evidence -> of(evidence.posterior(SEED, effort), evidence.world().queried()))
          .orElse(Probabilities.untold("nothing was answered in a valid window"));
    } catch (Effort.Spent e) {
      return Probabilities.untold(
          "the model would take too long (more than %d M states)".formatted(STATES / 1_000_000));
    } catch (RuntimeException e) {
      // Some windows have numbers that can't be solved, which must not make a search fail.
      return Probabilities.untold("the model could not be fitted (%s)".formatted(e));
    }
  }

  /**
   * @param queried whether the database is known to work on queries
   */
  private static Probabilities of(Posterior posterior, boolean queried) {
    var probabilities = new EnumMap<Cause, Double>(Cause.class);
    var gains = new EnumMap<Cause, Gain>(Cause.class);
    REMEDIES.forEach(
        (cause, remedies) -> {
          probabilities.put(cause, posterior.probability(remedies));
          Posterior.Range gain = posterior.gain(remedies);
          gains.put(cause, new Gain(gain.low(), gain.median(), gain.high()));
        });
    if (!queried) {
      probabilities.remove(Cause.TSDB_READERS);
      gains.remove(Cause.TSDB_READERS);
    }
    double source = probabilities.get(Cause.SOURCE);
    probabilities.put(Cause.NONE_REACHED, Math.min(1, posterior.none() + source));
    double samples = posterior.effectiveSamples();
    return new Probabilities(
        probabilities,
        Math.max(0, posterior.noneOf(NAMED) - posterior.none()),
        gains,
        List.of(),
        samples,
        samples < ENOUGH ? Amounts.whole(samples) + " independent samples are too few" : null,
        misfit(posterior).orElse(null));
  }

  private static Optional<String> misfit(Posterior posterior) {
    return posterior
        .misfit()
        .map(signal -> signal.name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }
}
