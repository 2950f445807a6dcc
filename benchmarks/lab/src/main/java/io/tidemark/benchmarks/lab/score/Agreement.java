package io.tidemark.benchmarks.lab.score;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Measures how far repeated verdicts agree with each other. */
public final class Agreement {
  private Agreement() {}

  /**
   * Returns the share of pairs of repetitions that said the same: Fleiss' P_i ("Measuring nominal
   * scale agreement among many raters", Psychological Bulletin 76, 1971). NaN for fewer than two.
   */
  public static double ofPairs(List<String> said) {
    long all = said.size();
    long same = counts(said).stream().mapToLong(count -> count * (count - 1)).sum();
    return all < 2 ? Double.NaN : (double) same / (all * (all - 1));
  }

  /** Returns the share of repetitions that said what most of them said; NaN without any. */
  public static double withMost(List<String> said) {
    long most = counts(said).stream().mapToLong(Long::longValue).max().orElse(0);
    return said.isEmpty() ? Double.NaN : (double) most / said.size();
  }

  private static Collection<Long> counts(List<String> said) {
    Map<String, Long> counts =
        said.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return counts.values();
  }
}
