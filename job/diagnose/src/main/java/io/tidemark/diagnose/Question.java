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
 * Asks the queueing model what would stop more load. A writer that keeps up shows no limit, so the
 * model gets 1.44 times today's load; a cause is what, doubled, then gains 1.2 times. What gains
 * only beyond 1.2 times today's load is no cause.
 */
final class Question {
  /** Less is not said to be the cause. */
  static final double PROBABLE = Probabilities.LIKELY;

  /** Fewer say no more than the tenth of a probability. */
  private static final double ENOUGH = 200;

  /** Some thirty seconds of a core for each posterior. */
  private static final long STATES = 60_000_000;

  /** Two answers about the same pages are the same. */
  private static final long SEED = 1;

  /**
   * By which factor what is only known to be there may be off: a standard error of its logarithm.
   */
  private static final double UNKNOWN = 1.5;

  /** Of a core: senders that are not seen are many, and have room. */
  private static final double ROOM = 0.02;

  /** How probable it is that senders whom nobody sees, and the way from them, are not full. */
  private static final double UNSEEN = 0.5;

  /** Times today's load that is asked for. */
  static final double MORE = Posterior.WORTH_IT * Posterior.WORTH_IT;

  /**
   * @param probabilities by cause, 0 to 1: with twice of what it names more is written; of {@link
   *     Cause#NONE_REACHED} that nothing stops it
   * @param noSingle 0 to 1: something stops it, and twice of no single thing is enough
   * @param others 0 to 1: the same of the database's cores, of what is no write
   * @param gains by cause, times
   * @param room times today's load that can be written, as far as twice; null where there is a
   *     backlog
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
   * What is seen of these is the same, but for what more requests in flight would do: a delay is
   * overcome, a line or an admission limit is not.
   */
  private static final Set<Limit> ON_THE_WAY =
      EnumSet.of(Limit.SENDER_BOUND, Limit.LINE, Limit.GATEWAY);

  /** Requests in flight, the most and the least of all loads: times. */
  private static final double TELLS_APART = 2;

  private final Evidence evidence;
  private final Settings most;
  private final Level top;
  private final boolean sendersSeen;
  private final boolean cpuKnown;
  private final boolean boundKnown;
  private boolean onTheWay;

  /**
   * @param readings of a gauge, in each sighting
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
   * Empty if nothing was answered.
   *
   * @param readings of a gauge, in all of the time
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

  /** What nobody has told is known only to be of some magnitude. */
  private static Sighting loosened(
      Sighting sighting, double readings, boolean sendersSeen, boolean cpuKnown) {
    var seen = new EnumMap<Signal, Double>(Signal.class);
    var errors = new EnumMap<Signal, Double>(Signal.class);
    seen.putAll(sighting.seen());
    errors.putAll(sighting.errors());
    if (seen.containsKey(Signal.INSIDE)) {
      // Counted at so many moments: none seen is less than one in so many.
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

  /** Whether the most was written while senders had more to send. */
  boolean isBehind() {
    return Double.isInfinite(most.asked());
  }

  /** What stops 1.2 times of the load. */
  Answer more() {
    return withLoss(byModel());
  }

  /**
   * What senders lose for good would be written if it were not lost, whatever else holds: that is
   * counted and needs no model, which knows only requests that are made again.
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
      // What is asked for now is written, so that only more of it can gain.
      Posterior now = posterior(most.asked());
      double none = now.probability(Limit.SOURCE);
      Posterior more = posterior(MORE * most.asked());
      double noCause = more.none() + more.probability(Limit.SOURCE);
      return answer(more, none, now.gain(Limit.SOURCE), Math.max(0, noCause - none));
    } catch (Effort.Spent e) {
      return Answer.untold(
          "it would take more than %d M states of the model".formatted(STATES / 1_000_000));
    } catch (RuntimeException e) {
      // Numbers may be beyond what can be solved.
      return Answer.untold("it could not be fitted (%s)".formatted(e));
    }
  }

  /** How probable it is of each cause that it stops the most that can be written. */
  Map<Cause, Double> next() {
    try {
      return probabilities(posterior(Double.POSITIVE_INFINITY));
    } catch (RuntimeException e) {
      // It is told beside the answer, which stands without it.
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
      // What the model gives them is what was thought before anything was seen: one is as likely.
      double all = ON_THE_WAY.stream().mapToDouble(each -> probabilities.get(each.cause())).sum();
      ON_THE_WAY.forEach(
          each -> probabilities.put(each.cause(), Math.min(1, all) / ON_THE_WAY.size()));
      onTheWay = all >= PROBABLE;
    }
    return probabilities;
  }

  /** Whether it is seen what more in flight does, or the bound is not known in any case. */
  private boolean tellsTheWay() {
    DoubleSummaryStatistics inFlight =
        evidence.sightings().stream()
            .mapToDouble(each -> each.seen().get(Signal.IN_FLIGHT))
            .summaryStatistics();
    return !boundKnown || inFlight.getMax() >= TELLS_APART * inFlight.getMin();
  }

  /** Whether it is the senders' bound or something on the way, and which can't be told. */
  boolean isOnTheWay() {
    return onTheWay;
  }

  /** What is not known of senders or readers can't be what is named. */
  private boolean isTold(Limit limit) {
    return switch (limit) {
      case SENDER_CPU -> cpuKnown;
      case SENDER_BOUND -> boundKnown;
      case READERS -> evidence.world().queried();
      default -> true;
    };
  }
}
