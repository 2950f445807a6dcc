package io.tidemark.ceiling;

import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Verdict.Confidence;
import java.util.List;

/**
 * What interventions make of a verdict. The change that the cause names must move the throughput,
 * and no other may; where the named change could not be made, that the others move nothing is all
 * that can be said.
 */
public final class Proof {
  private Proof() {}

  public static Verdict of(Verdict verdict, List<Intervention> interventions) {
    if (verdict.cause() == Cause.INCONCLUSIVE || interventions.isEmpty()) {
      return verdict;
    }
    List<Intervention> named =
        interventions.stream().filter(i -> i.speaksFor() == verdict.cause()).toList();
    List<Intervention> contradicting =
        interventions.stream()
            .filter(i -> i.speaksFor() != verdict.cause())
            .filter(Proof::movedAsItShould)
            .filter(i -> !verdict.next().contains(i.speaksFor()))
            .toList();
    if (!contradicting.isEmpty()) {
      return contradicted(verdict, contradicting.get(0), "moved the throughput by");
    }
    if (!named.isEmpty() && named.stream().noneMatch(Proof::movedAsItShould)) {
      return contradicted(verdict, named.get(0), "should have moved the throughput, but gave");
    }
    boolean proven = !named.isEmpty() && verdict.confidence() != Confidence.LOW;
    return proven ? verdict.with(Confidence.HIGH) : verdict;
  }

  private static boolean movedAsItShould(Intervention intervention) {
    return intervention.moved() && intervention.elasticity() > 0;
  }

  private static Verdict contradicted(Verdict verdict, Intervention by, String what) {
    String reason =
        "the signals say %s, but changing %s %s %+.0f %%; repeat the search on a quiet host"
            .formatted(
                verdict.cause().what(), by.changed(), what, 100 * (by.after() / by.before() - 1));
    return new Verdict(
        Cause.INCONCLUSIVE,
        Confidence.NONE,
        reason,
        verdict.evidence(),
        verdict.against(),
        List.of(verdict.cause()),
        verdict.gains(),
        List.of(),
        List.of(reason));
  }
}
