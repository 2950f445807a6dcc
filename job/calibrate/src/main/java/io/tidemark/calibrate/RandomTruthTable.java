package io.tidemark.calibrate;

import io.tidemark.calibrate.RandomTruth.Outcome;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Resource;
import io.tidemark.measure.Amounts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats verdicts against a computed truth, for a terminal or a page. */
public final class RandomTruthTable {
  private RandomTruthTable() {}

  /**
   * Returns a table with the resource that gains most in rows and the named cause in columns, and
   * then the shares.
   */
  public static String of(RandomTruth truth) {
    Map<Resource, Map<Cause, Integer>> matrix = truth.matrix();
    List<Cause> named =
        Arrays.stream(Cause.values())
            .filter(cause -> matrix.values().stream().anyMatch(row -> row.containsKey(cause)))
            .toList();
    var text = new StringBuilder("| what gains most |");
    named.forEach(cause -> text.append(" `").append(cause).append("` |"));
    text.append("\n|---|").append("---:|".repeat(named.size())).append('\n');
    matrix.forEach(
        (resource, row) -> {
          text.append("| ").append(words(resource)).append(" |");
          named.forEach(cause -> text.append(' ').append(row.getOrDefault(cause, 0)).append(" |"));
          text.append('\n');
        });
    text.append(
        """

        %d set-ups from seed %d, %d of them decidable: right %s
        of the verdicts given right: %s, of %d
        of those at high confidence wrong: %s, of %d
        """
            .formatted(
                truth.judged().size(),
                truth.seed(),
                truth.judged().size() - truth.count(Outcome.UNDECIDABLE),
                Amounts.percentTenths(truth.right()),
                Amounts.percentTenths(truth.rightOfGiven()),
                truth.count(Outcome.RIGHT) + truth.count(Outcome.WRONG),
                Amounts.percentTenths(truth.wrongOfHigh()),
                truth.high(Outcome.RIGHT) + truth.high(Outcome.WRONG)));
    return text.toString();
  }

  private static String words(Resource resource) {
    return resource.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
