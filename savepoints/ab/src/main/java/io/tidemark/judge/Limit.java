package io.tidemark.judge;

import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Amounts;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit of an effect: {@code cpu>+5%} forbids that B takes over 5 % more CPU per sample than A,
 * and {@code throughput<-3%} that it writes over 3 % less.
 *
 * @param above whether effects above the share exceed the limit, or those below it
 * @param share relative effect, B over A
 */
public record Limit(Metric metric, boolean above, double share) {
  private static final Pattern FORM =
      Pattern.compile("\\s*(\\w+)\\s*([<>])\\s*([+-]?\\d{1,4}(?:\\.\\d{1,4})?)\\s*%\\s*");
  private static final double MOST = 10;

  /** The result of checking an effect against a limit. */
  public enum Outcome {
    /** The whole interval is within the limit. */
    WITHIN,
    /** The whole interval exceeds the limit. */
    BEYOND,
    /** The limit lies inside the interval, or nothing was measured. */
    NOT_TOLD
  }

  /**
   * A limit that was checked.
   *
   * @param text the limit as users write it
   * @param why the reason in one sentence
   */
  public record Checked(String text, Metric metric, Outcome outcome, String why) {}

  /**
   * @throws ConfigException with an example of a limit
   */
  public static Limit parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new ConfigException(
          "--fail-if: expected a metric, < or >, and a percentage, such as 'cpu>+5%%'; got %d characters: %s"
              .formatted(text.length(), text.length() > 40 ? text.substring(0, 40) + "…" : text));
    }
    Metric metric = Metric.named("--fail-if", form.group(1));
    double share = Double.parseDouble(form.group(3)) / 100;
    if (share <= -1 || share > MOST) {
      throw new ConfigException(
          "--fail-if %s: an effect of B over A lies above -100%% and, here, at most at +1000%%"
              .formatted(text.strip()));
    }
    return new Limit(metric, form.group(2).equals(">"), share);
  }

  /**
   * @param findings findings of all metrics that were judged
   */
  Checked check(List<Finding> findings) {
    Finding finding =
        findings.stream().filter(each -> each.metric() == metric).findFirst().orElseThrow();
    Outcome outcome = outcome(finding);
    String why =
        finding.isTold()
            ? "%s, B over A: %s, interval %s to %s"
                .formatted(
                    metric.words(),
                    Amounts.change(finding.effect()),
                    Amounts.change(finding.low()),
                    Amounts.change(finding.high()))
            : "%s is unknown: %s".formatted(metric.words(), finding.untold());
    return new Checked(toString(), metric, outcome, why);
  }

  private Outcome outcome(Finding finding) {
    if (!finding.isTold()) {
      return Outcome.NOT_TOLD;
    }
    boolean lowIsBeyond = above ? finding.low() > share : finding.low() < share;
    boolean highIsBeyond = above ? finding.high() > share : finding.high() < share;
    return lowIsBeyond == highIsBeyond
        ? lowIsBeyond ? Outcome.BEYOND : Outcome.WITHIN
        : Outcome.NOT_TOLD;
  }

  @Override
  public String toString() {
    String percent =
        java.math.BigDecimal.valueOf(100 * share)
            .round(new java.math.MathContext(8))
            .stripTrailingZeros()
            .toPlainString();
    return "%s%s%s%s%%".formatted(metric.word(), above ? ">" : "<", share > 0 ? "+" : "", percent);
  }
}
