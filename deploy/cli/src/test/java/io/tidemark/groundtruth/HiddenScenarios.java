package io.tidemark.groundtruth;

import static io.tidemark.ceiling.Cause.INCONCLUSIVE;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.groundtruth.Expected.oneOf;
import static io.tidemark.groundtruth.Scenario.ceiling;

import java.util.List;

/** Set-ups that look like others: what the first scenarios had not. */
final class HiddenScenarios {
  private HiddenScenarios() {}

  static List<Scenario> all() {
    return List.of(
        ceiling(
            "half a core by the quota of a parent group",
            () -> HiddenEnvironments.quotaOfParent(0.5),
            oneOf(TSDB_CPU)),
        ceiling(
            "two nodes of which one has a quarter of a core",
            () -> HiddenEnvironments.oneOfTwoNodes(0.25),
            oneOf(TSDB_CPU)),
        ceiling(
            "a proxy whose page is given as the database's",
            HiddenEnvironments::pageOfAProxy,
            oneOf(INCONCLUSIVE).mentioning("is not a page of the database")),
        ceiling(
            "half a core shared with another client",
            () -> HiddenEnvironments.sharedWithAnotherClient(0.5),
            oneOf(TSDB_CPU).mentioning("others write")));
  }
}
