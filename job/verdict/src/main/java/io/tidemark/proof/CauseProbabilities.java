package io.tidemark.proof;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Change;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Settings;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.ceiling.result.Step;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How probable each cause is. The queueing model gives a probability p, and 1 / (1 + exp(−(a +
 * b·logit p))) is how often that was right on set-ups whose truth is known (J. Platt, 1999); a
 * search and a watch have numbers a and b of their own.
 */
public enum CauseProbabilities {
  SEARCH(-0.32, 0.8, 0.9),
  /** A job that is watched shows one load, which nobody changed. */
  WATCH(-0.51, 0.74, 0.8);

  /** The model's probabilities are kept this far from 0 and 1, as when a and b were found. */
  private static final double LEAST = 1.0 / 400;

  /** This is the probability that a value lies above the 95 % interval of its measurement. */
  private static final double BEYOND_THE_INTERVAL = 0.025;

  /** These causes lie in the job, so a faster job is their remedy. */
  private static final Set<Cause> OF_THE_JOB = Set.of(Cause.JOB_CPU, Cause.JOB_SKEW, Cause.JOB_GC);

  /** A job that writes so many times as much without a database is not what limits. */
  private static final double MUCH_FASTER = 2;

  /** A smaller probability, or a smaller change of one, is not shown. */
  private static final double SHOWN = Probabilities.ALIKE;

  private final double constant;
  private final double factor;
  private final double mostUnproven;

  /**
   * @param mostUnproven the highest probability of a cause that no change has proved, because no
   *     simulator has everything that there is
   */
  CauseProbabilities(double constant, double factor, double mostUnproven) {
    this.constant = constant;
    this.factor = factor;
    this.mostUnproven = mostUnproven;
  }

  private static final String QUERIES =
      "queries take a part of the database's CPU, and how many it works on at once is not known";

  /**
   * Returns what the windows of a search make probable, and what each change did to that.
   *
   * @param steps all steps of the search
   * @param verdict what the rules make of them
   */
  public static Probabilities ofSearch(
      List<Step> steps, Verdict verdict, List<Intervention> interventions) {
    List<Sighting> sightings = Sighting.of(steps);
    if (sightings.isEmpty()) {
      return Probabilities.untold("no valid step raised the requests in flight");
    }
    Probabilities told =
        beside(verdict, ofSearch(PosteriorCauses.of(sightings), steps, interventions));
    return told.told() ? told.with(changes(steps, interventions)) : told;
  }

  /**
   * Returns the calibrated probabilities for a search. The model hardly knows how much of the job's
   * CPU is for requests, so a job that writes little may seem full to it. But the search has
   * measured what the job writes without a database, which may rule out the causes of the job.
   *
   * @param raw the model's probabilities
   */
  public static Probabilities ofSearch(
      Probabilities raw, List<Step> steps, List<Intervention> interventions) {
    Probabilities held = SEARCH.held(raw, interventions);
    double alone = most(steps.stream().filter(step -> step.isOf(Phase.JOB_CEILING)));
    double written = most(steps.stream().filter(step -> !step.isOf(Phase.JOB_CEILING)));
    boolean proved =
        interventions.stream()
            .anyMatch(each -> OF_THE_JOB.contains(each.speaksFor()) && each.proves());
    return proved ? held : ruledOut(held, alone, written);
  }

  private static double most(Stream<Step> steps) {
    return steps
        .filter(step -> step.window().valid())
        .mapToDouble(step -> step.window().throughput().samplesPerSecond())
        .max()
        .orElse(0);
  }

  /** Rules out the causes of the job if it alone writes {@link #MUCH_FASTER} times as much. */
  static Probabilities ruledOut(Probabilities told, double alone, double written) {
    if (alone < MUCH_FASTER * written) {
      return told;
    }
    Map<Cause, Double> causes = new EnumMap<>(Cause.class);
    told.causes()
        .forEach(
            (cause, probability) ->
                causes.put(
                    cause,
                    OF_THE_JOB.contains(cause)
                        ? Math.min(BEYOND_THE_INTERVAL, probability)
                        : probability));
    return new Probabilities(
        sorted(causes),
        told.noneOfThese(),
        told.gains(),
        told.changes(),
        told.effectiveSamples(),
        told.untold(),
        told.misfit());
  }

  private static Map<Cause, Double> sorted(Map<Cause, Double> causes) {
    return causes.entrySet().stream()
        .sorted(
            Map.Entry.<Cause, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
  }

  /**
   * Returns the model's probabilities; none if signals admit readers whose queries it can't see.
   */
  public static Probabilities beside(Verdict signals, Probabilities model) {
    boolean unknown = model.told() && !model.causes().containsKey(Cause.TSDB_READERS);
    return signals.saysOf(Cause.TSDB_READERS) && unknown ? Probabilities.untold(QUERIES) : model;
  }

  /** Returns the probabilities for a window of a job that is only watched. */
  public static Probabilities of(Window window) {
    return WATCH.held(PosteriorCauses.of(List.of(Sighting.of(window))), List.of());
  }

  /**
   * Returns the calibrated probabilities. What a change has measured counts more than what the
   * model says of its cause.
   *
   * @param raw the model's probabilities
   * @param changes the changes of the search
   */
  public Probabilities held(Probabilities raw, List<Intervention> changes) {
    Map<Cause, Double> causes = new EnumMap<>(Cause.class);
    raw.causes().forEach((cause, given) -> causes.put(cause, held(cause, given, changes)));
    return new Probabilities(
        sorted(causes),
        raw.told() ? held(raw.noneOfThese()) : 0,
        raw.gains(),
        List.of(),
        raw.effectiveSamples(),
        raw.untold(),
        raw.misfit());
  }

  /** Returns the calibrated probability of one cause, within the bounds that changes set. */
  double held(Cause cause, double given, List<Intervention> changes) {
    List<Intervention> own = changes.stream().filter(each -> each.speaksFor() == cause).toList();
    double most =
        own.stream().anyMatch(Intervention::surelyGainsTooLittle)
            ? BEYOND_THE_INTERVAL
            : own.stream().anyMatch(Intervention::proves) ? 1 : mostUnproven;
    return Math.min(most, held(given));
  }

  /**
   * Returns the calibrated probability: how often such a probability of the model was right.
   *
   * @param given the model's probability, 0 to 1
   */
  public double held(double given) {
    double within = Math.max(LEAST, Math.min(1 - LEAST, given));
    double logit = Math.log(within / (1 - within));
    return 1 / (1 + Math.exp(-(constant + factor * logit)));
  }

  /** Returns for each change the probabilities without its windows; each takes a core a while. */
  private static List<Change> changes(List<Step> steps, List<Intervention> interventions) {
    return interventions.parallelStream().flatMap(each -> change(each, steps).stream()).toList();
  }

  /**
   * Returns the probabilities without the windows of one change; empty if it has none that the
   * model uses, or if the model tells nothing without them.
   */
  private static Optional<Change> change(Intervention made, List<Step> steps) {
    List<Step> others =
        steps.stream().filter(step -> !isOf(made.speaksFor(), step, steps)).toList();
    if (others.size() == steps.size()) {
      return Optional.empty();
    }
    Probabilities without = ofSearch(PosteriorCauses.of(Sighting.of(others)), others, List.of());
    return without.told()
        ? Optional.of(new Change(made.changed(), without.causes()))
        : Optional.empty();
  }

  /** Tells whether a step has a cause's resource changed, which the first step has not. */
  private static boolean isOf(Cause changed, Step step, List<Step> steps) {
    if (changed == Cause.TSDB_READERS) {
      return step.isOf(Phase.WITHOUT_READERS);
    }
    Function<Settings, Object> setting =
        switch (changed) {
          case JOB_IN_FLIGHT -> Settings::inFlight;
          case JOB_CPU -> Settings::parallelism;
          case TSDB_CPU -> Settings::cores;
          case TSDB_SLOTS -> Settings::slots;
          default -> settings -> 0;
        };
    Predicate<Step> made = each -> each.isOf(Phase.INTERVENTION);
    Optional<Step> first = steps.stream().filter(made).findFirst();
    return made.test(step)
        && !Objects.equals(
            setting.apply(step.settings()), setting.apply(first.orElseThrow().settings()));
  }

  /** Returns the probabilities in words, the most probable first; empty if nothing is told. */
  public static String words(Probabilities told) {
    if (!told.told()) {
      return "";
    }
    String shown =
        Stream.concat(
                told.causes().entrySet().stream()
                    .map(each -> Map.entry(each.getKey().name(), each.getValue())),
                Stream.of(Map.entry("none of these", told.noneOfThese())))
            .filter(each -> each.getValue() >= SHOWN)
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(each -> each.getKey() + " " + Amounts.hundredths(each.getValue()))
            .collect(Collectors.joining(", "));
    return (shown.isEmpty() ? "every cause" : shown + "; every other")
        + " less than "
        + Amounts.hundredths(SHOWN);
  }

  /** Returns what a change did to the probabilities, the largest move first; empty if unknown. */
  public static String effect(CeilingResult result, Intervention change) {
    Probabilities told = result.probabilities();
    if (told == null) {
      return "";
    }
    return told.changes().stream()
        .filter(each -> each.changed().equals(change.changed()))
        .findFirst()
        .map(each -> effect(each, told))
        .orElse("");
  }

  private static String effect(Change change, Probabilities told) {
    String moved =
        told.causes().keySet().stream()
            .filter(cause -> moved(change, told, cause) >= SHOWN)
            .sorted(Comparator.comparingDouble(cause -> -moved(change, told, cause)))
            .map(
                cause ->
                    "%s %s → %s"
                        .formatted(
                            cause,
                            Amounts.hundredths(change.without().get(cause)),
                            Amounts.hundredths(told.causes().get(cause))))
            .collect(Collectors.joining(", "));
    return moved.isEmpty()
        ? "no probability moved by %s or more".formatted(Amounts.hundredths(SHOWN))
        : moved;
  }

  private static double moved(Change change, Probabilities told, Cause cause) {
    double now = told.causes().get(cause);
    return Math.abs(now - change.without().getOrDefault(cause, now));
  }
}
