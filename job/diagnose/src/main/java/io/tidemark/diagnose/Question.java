package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Amounts;
import io.tidemark.model.Effort;
import io.tidemark.model.Evidence;
import io.tidemark.model.Posterior;
import io.tidemark.model.Settings;
import io.tidemark.model.Sighting;
import io.tidemark.model.Signal;
import io.tidemark.statistics.Quantiles;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the queueing model what would stop 1.2 times today's load. Senders that keep up show no
 * limit, so the model gets 1.44 times today's load. A cause is what, doubled, raises the throughput
 * there by 1.2 times; that is possible only if less than 1.2 times today's load is written without
 * it.
 */
final class Question {
  /** A cause that is less probable is not named. */
  static final double PROBABLE = Probabilities.LIKELY;

  /** With fewer independent samples only the first decimal of a probability would be known. */
  private static final double ENOUGH = 200;

  /** The work of one posterior, at most: about thirty seconds of a core. */
  private static final long STATES = 60_000_000;

  /** A fixed seed makes two answers about the same pages equal. */
  private static final long SEED = 1;

  /** The standard error of a value's logarithm if only the magnitude of the value is known. */
  private static final double UNKNOWN = 1.5;

  /**
   * Cores that the senders' busiest thread is taken to use if that is not known: there are many
   * senders, and they have room.
   */
  private static final double ROOM = 0.02;

  /** The probability that senders without pages, and the way from them, are not full. */
  private static final double UNSEEN = 0.5;

  /** The load that the model gets, over today's. */
  static final double MORE = Posterior.WORTH_IT * Posterior.WORTH_IT;

  /**
   * What the model says.
   *
   * @param probabilities by cause, 0 to 1, that twice of what it names gains enough; for {@link
   *     Cause#NONE_REACHED}, that nothing stops the load
   * @param noSingle how probable it is, 0 to 1, that something stops the load, and that twice of no
   *     single resource is enough
   * @param others how probable it is, 0 to 1, that more would be written without other work on the
   *     database's cores
   * @param gains by cause, the factor of throughput
   * @param room the load that can be written over today's, up to 2; null if there is a backlog
   * @param misfit the signal that the most probable network explains least; null if it explains all
   * @param untold why nothing of this means anything; null if it does
   */
  record Answer(
      Map<Cause, Double> probabilities,
      double noSingle,
      double others,
      Map<Cause, Posterior.Range> gains,
      Posterior.Range room,
      String misfit,
      String untold) {
    static Answer untold(String why) {
      return new Answer(Map.of(), 0, 0, Map.of(), null, null, why);
    }
  }

  /**
   * Limits that look alike at one load. Only more requests in flight tell them apart, because those
   * overcome a delay, but no line and no admission limit.
   */
  private static final Set<Limit> ON_THE_WAY =
      EnumSet.of(Limit.SENDER_BOUND, Limit.LINE, Limit.GATEWAY);

  /** These limits are told apart if loads differ in their requests in flight by this factor. */
  private static final double TELLS_APART = 2;

  private final Evidence evidence;
  private final Settings most;
  private final Level top;
  private final boolean sendersSeen;
  private final boolean cpuKnown;
  private final boolean boundKnown;
  private boolean onTheWay;

  /**
   * @param readings number of times that a gauge was read for each sighting
   */
  private Question(
      Level top,
      Evidence evidence,
      double readings,
      boolean sendersSeen,
      boolean boundKnown,
      boolean cpuKnown) {
    this.top = top;
    this.sendersSeen = sendersSeen;
    this.cpuKnown = cpuKnown;
    this.boundKnown = boundKnown;
    List<Sighting> sightings =
        evidence.sightings().stream()
            .map(each -> loosened(each, readings, sendersSeen, cpuKnown))
            .toList();
    this.most =
        sightings.stream()
            .max(Comparator.comparingDouble(each -> each.seen().get(Signal.RATE)))
            .orElseThrow()
            .settings();
    this.evidence = new Evidence(evidence.world(), sightings, most);
  }

  /**
   * Returns the question about these levels; empty if nothing was answered.
   *
   * @param readings number of times that a gauge was read in all of the time
   */
  static Optional<Question> of(List<Level> levels, int readings) {
    List<Interval> all = levels.stream().flatMap(level -> level.intervals().stream()).toList();
    boolean seen = all.stream().allMatch(Interval::sees);
    boolean bound = seen && all.stream().allMatch(each -> each.sending().isBounded());
    boolean cpu =
        seen
            && all.stream()
                .map(each -> each.sending().coresShare())
                .allMatch(cpuShare -> cpuShare != null && cpuShare > 0);
    return Evidence.of(levels.stream().map(Level::observed).toList())
        .map(
            evidence ->
                new Question(
                    Level.most(levels),
                    evidence,
                    (double) readings / levels.size(),
                    seen,
                    bound,
                    cpu));
  }

  /** Returns a sighting with larger errors: of what no page tells only a magnitude is known. */
  private static Sighting loosened(
      Sighting sighting, double readings, boolean sendersSeen, boolean cpuKnown) {
    var seen = new EnumMap<Signal, Double>(Signal.class);
    var errors = new EnumMap<Signal, Double>(Signal.class);
    seen.putAll(sighting.seen());
    errors.putAll(sighting.errors());
    if (seen.containsKey(Signal.INSIDE)) {
      // The gauge was read a few times, so its error is that of a count; none counts as a half.
      double counted = Math.max(0.5, readings * seen.get(Signal.INSIDE));
      seen.put(Signal.INSIDE, counted / readings);
      errors.put(Signal.INSIDE, 1 / Math.sqrt(counted));
    }
    if (!sendersSeen) {
      errors.put(Signal.IN_FLIGHT, UNKNOWN);
    }
    if (!cpuKnown) {
      seen.put(Signal.THREAD, ROOM);
      errors.put(Signal.THREAD, UNKNOWN);
      seen.remove(Signal.JOB_CPU);
    }
    return new Sighting(sighting.settings(), seen, errors);
  }

  /** Tells whether senders had more to send while most was written. */
  boolean isBehind() {
    return Double.isInfinite(most.asked());
  }

  /** Returns what stops 1.2 times today's load, or today's if senders have a backlog. */
  Answer more() {
    return withLoss(byModel());
  }

  /**
   * Adds what senders lose for good, which would be written otherwise, whatever else limits. It is
   * counted and needs no model; the model knows only failed requests that are made again.
   */
  private Answer withLoss(Answer answer) {
    double[] times = sendersSeen ? top.timesWithoutLoss() : new double[0];
    double probability = Arrays.stream(times).filter(each -> each >= Posterior.WORTH_IT).count();
    if (probability == 0) {
      return answer;
    }
    probability /= times.length;
    double others = 1 - probability;
    var probabilities = new EnumMap<Cause, Double>(Cause.class);
    probabilities.putAll(answer.probabilities());
    probabilities.merge(Cause.REQUESTS_FAIL, probability, Math::max);
    probabilities.computeIfPresent(Cause.NONE_REACHED, (cause, none) -> Math.min(none, others));
    var gains = new EnumMap<Cause, Posterior.Range>(Cause.class);
    gains.putAll(answer.gains());
    gains.put(
        Cause.REQUESTS_FAIL,
        new Posterior.Range(
            Quantiles.of(times, 0.1), Quantiles.median(times), Quantiles.of(times, 0.9)));
    return new Answer(
        probabilities,
        answer.noSingle(),
        answer.others(),
        gains,
        null,
        answer.misfit(),
        probability >= PROBABLE ? null : answer.untold());
  }

  private Answer byModel() {
    try {
      if (isBehind()) {
        Posterior now = posterior(Double.POSITIVE_INFINITY);
        return answer(now, 0, null, now.none());
      }
      // All of today's load is written, so only a higher one can gain.
      Posterior now = posterior(most.asked());
      double none = now.probability(Limit.SOURCE);
      Posterior more = posterior(MORE * most.asked());
      double noCause = more.none() + more.probability(Limit.SOURCE);
      return answer(more, none, now.gain(Limit.SOURCE), Math.max(0, noCause - none));
    } catch (Effort.Spent e) {
      return Answer.untold(
          "the model would take too long (more than %d M states)".formatted(STATES / 1_000_000));
    } catch (RuntimeException e) {
      // Some pages may have numbers that can't be solved.
      return Answer.untold("the model could not be fitted (%s)".formatted(e));
    }
  }

  /** Returns, by cause, how probably it stops the highest load that can be written. */
  Map<Cause, Double> next() {
    try {
      return probabilities(posterior(Double.POSITIVE_INFINITY));
    } catch (RuntimeException e) {
      // This is reported beside the answer, which stands without it.
      return Map.of();
    }
  }

  private Posterior posterior(double asked) {
    return new Evidence(evidence.world(), evidence.sightings(), most.withAsked(asked))
        .posterior(SEED, Effort.ofStates(STATES));
  }

  private Answer answer(Posterior posterior, double none, Posterior.Range room, double noSingle) {
    Map<Cause, Double> probabilities = probabilities(posterior);
    var gains = new EnumMap<Cause, Posterior.Range>(Cause.class);
    for (Limit limit : Limit.values()) {
      if (isTold(limit)) {
        gains.put(limit.cause(), posterior.gain(limit.remedies()));
      }
    }
    probabilities.put(Cause.NONE_REACHED, none * (sendersSeen ? 1 : UNSEEN));
    double samples = posterior.effectiveSamples();
    return new Answer(
        probabilities,
        noSingle,
        posterior.probability(Limit.OTHERS),
        gains,
        room,
        posterior
            .misfit()
            .map(signal -> signal.name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .orElse(null),
        samples < ENOUGH ? Amounts.whole(samples) + " independent samples are too few" : null);
  }

  private Map<Cause, Double> probabilities(Posterior posterior) {
    var probabilities = new EnumMap<Cause, Double>(Cause.class);
    for (Limit limit : Limit.values()) {
      if (isTold(limit)) {
        probabilities.put(limit.cause(), posterior.probability(limit.remedies()));
      }
    }
    if (!tellsTheWay()) {
      // Readings do not tell these apart, so that each would get its prior. They share equally
      // instead.
      double all = ON_THE_WAY.stream().mapToDouble(each -> probabilities.get(each.cause())).sum();
      ON_THE_WAY.forEach(
          each -> probabilities.put(each.cause(), Math.min(1, all) / ON_THE_WAY.size()));
      onTheWay = all >= PROBABLE;
    }
    return probabilities;
  }

  /**
   * Tells whether loads show what more requests in flight do; also if the senders' in-flight limit
   * is not known, because then it is not named.
   */
  private boolean tellsTheWay() {
    DoubleSummaryStatistics inFlight =
        evidence.sightings().stream()
            .mapToDouble(each -> each.seen().get(Signal.IN_FLIGHT))
            .summaryStatistics();
    return !boundKnown || inFlight.getMax() >= TELLS_APART * inFlight.getMin();
  }

  /**
   * Tells whether the cause is the senders' in-flight limit or something on the way, and which of
   * them can't be told.
   */
  boolean isOnTheWay() {
    return onTheWay;
  }

  /** Tells whether a limit may be named: what is not known of senders or readers may not. */
  private boolean isTold(Limit limit) {
    return switch (limit) {
      case SENDER_CPU -> cpuKnown;
      case SENDER_BOUND -> boundKnown;
      case READERS -> evidence.world().queried();
      default -> true;
    };
  }
}
