package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.lab.Case.Outcome;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.score.FamilyBootstrap;
import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.benchmarks.lab.score.PromisedGain;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Formats shares of cases and their intervals. */
final class Shares {
  static final String NONE = "–";

  private Shares() {}

  static String share(List<Case> cases, Predicate<Case> among, Predicate<Case> which) {
    if (cases.stream().noneMatch(among)) {
      return NONE;
    }
    Interval resampled =
        FamilyBootstrap.of(
            cases,
            Case::family,
            some ->
                (double) some.stream().filter(among).filter(which).count()
                    / some.stream().filter(among).count());
    // If all cases agree, so do all resamples, which says nothing about the next case.
    return percent(
        resampled.covering(
            Interval.ofShare(
                cases.stream().filter(among).filter(which).count(),
                cases.stream().filter(among).count())));
  }

  static List<Case> of(Judged.Mode mode, List<Case> some) {
    return some.stream().filter(each -> each.mode() == mode).toList();
  }

  static Interval right(List<Case> of) {
    return Interval.ofShare(count(of, Outcome.RIGHT), of.size());
  }

  static long count(List<Case> cases, Outcome outcome) {
    return cases.stream().filter(each -> each.outcome() == outcome).count();
  }

  static String bias(List<LabCases.Kept> kept) {
    Interval bias =
        FamilyBootstrap.of(
            kept,
            LabCases.Kept::family,
            some -> PromisedGain.bias(some.stream().map(LabCases.Kept::gain).toList()));
    return String.format(
        Locale.ROOT,
        "× %.2f (%.2f to %.2f)",
        Math.exp(bias.value()),
        Math.exp(bias.low()),
        Math.exp(bias.high()));
  }

  static String spread(List<LabCases.Kept> kept) {
    double spread = PromisedGain.spread(kept.stream().map(LabCases.Kept::gain).toList());
    return Double.isNaN(spread) ? NONE : String.format(Locale.ROOT, "× %.2f", Math.exp(spread));
  }

  static String percent(Interval share) {
    return String.format(
        Locale.ROOT,
        "%.0f %% (%.0f–%.0f)",
        100 * share.value(),
        100 * share.low(),
        100 * share.high());
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
