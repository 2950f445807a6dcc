package io.tidemark.judge;

import io.tidemark.judge.Limit.Checked;
import io.tidemark.judge.Limit.Outcome;
import io.tidemark.measure.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What two databases, or two settings of one, cost in comparison.
 *
 * @param sentence a sentence about all metrics
 * @param samplesPerSecond rate at which both sides wrote; 0 for as fast as they could
 * @param confidence probability that all intervals hold together, such as 0.95
 * @param findings one finding for each metric that was asked for
 * @param limits one check for each limit that was given
 * @param merges how the end of the database's work was awaited; null if it was not
 */
public record Judgement(
    String sentence,
    double samplesPerSecond,
    double confidence,
    List<Finding> findings,
    List<Checked> limits,
    String merges) {

  /**
   * @param findings one finding for each metric of the judging
   * @param confidence probability that all intervals hold together
   */
  public static Judgement of(
      Judging judging, double confidence, List<Finding> findings, String merges) {
    List<Checked> limits =
        judging.limits().stream().map(text -> Limit.parse(text).check(findings)).toList();
    String b = judging.a().program().equals(judging.b().program()) ? "B" : "Version B";
    return new Judgement(
        sentence(b, findings), judging.samplesPerSecond(), confidence, findings, limits, merges);
  }

  public boolean fails() {
    return limits.stream().anyMatch(limit -> limit.outcome() == Outcome.BEYOND);
  }

  /** Tells whether a limit is undecided or, without limits, whether no metric has a finding. */
  public boolean leavesOpen() {
    return limits.isEmpty()
        ? findings.stream().noneMatch(Finding::isTold)
        : limits.stream().anyMatch(limit -> limit.outcome() == Outcome.NOT_TOLD);
  }

  private static String sentence(String b, List<Finding> findings) {
    var parts = new ArrayList<String>();
    for (String verb : List.of("writes", "takes")) {
      List<String> different =
          findings.stream()
              .filter(each -> each.different() && verb(each).equals(verb))
              .map(Judgement::difference)
              .toList();
      if (!different.isEmpty()) {
        parts.add("%s %s %s".formatted(b, verb, String.join(", ", different)));
      }
    }
    List<Finding> same =
        findings.stream().filter(each -> each.isTold() && !each.different()).toList();
    if (!same.isEmpty()) {
      parts.add(same(same));
    }
    findings.stream()
        .filter(each -> !each.isTold())
        .forEach(each -> parts.add("%s is unknown: %s".formatted(word(each), each.untold())));
    String sentence = String.join("; ", parts) + ".";
    return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
  }

  private static String verb(Finding finding) {
    return finding.metric() == Metric.THROUGHPUT ? "writes" : "takes";
  }

  private static String difference(Finding finding) {
    double low = Math.min(Math.abs(finding.low()), Math.abs(finding.high()));
    double high = Math.max(Math.abs(finding.low()), Math.abs(finding.high()));
    String more =
        switch (finding.metric()) {
          case THROUGHPUT -> finding.effect() > 0 ? "more samples/s" : "fewer samples/s";
          case LATENCY -> finding.effect() > 0 ? "longer at p99" : "less time at p99";
          default -> (finding.effect() > 0 ? "more " : "less ") + word(finding);
        };
    return "%s %% %s (%s–%s %%)"
        .formatted(
            Amounts.twoDigits(Math.abs(finding.effect())),
            more,
            Amounts.twoDigits(low),
            Amounts.twoDigits(high));
  }

  private static String same(List<Finding> findings) {
    double within = findings.stream().mapToDouble(Finding::within).max().orElseThrow();
    List<String> words = findings.stream().map(Judgement::word).toList();
    String all =
        words.size() == 1
            ? words.get(0)
            : String.join(", ", words.subList(0, words.size() - 1))
                + " and "
                + words.get(words.size() - 1);
    return "no difference was shown in %s (B is within %s %% of A)"
        .formatted(all, Amounts.twoDigits(within));
  }

  private static String word(Finding finding) {
    return finding.metric().words();
  }
}
