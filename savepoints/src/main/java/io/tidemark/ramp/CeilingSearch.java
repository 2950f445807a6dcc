package io.tidemark.ramp;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.AmplificationRow;
import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Proof;
import io.tidemark.ceiling.Verdict;
import io.tidemark.cluster.RunException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One search from its first step to its result. What ends it early, an interrupt or a database that
 * is gone, leaves a partial result of what was found.
 */
final class CeilingSearch {
  /** Windows of one plateau are no farther apart, unless something else has changed meanwhile. */
  private static final double SAME = 0.1;

  private static final int MOST_VERIFICATIONS = 3;

  private final CeilingPlan plan;
  private final Bench bench;
  private final Instant started = Instant.now();
  private final List<Measured> verified = new ArrayList<>();
  private Double jobCeiling;
  private Verdict verdict;
  private Measured plateau;
  private String partial;
  private boolean steady;
  private boolean interrupted;

  CeilingSearch(CeilingPlan plan, Bench bench) {
    this.plan = plan;
    this.bench = bench;
  }

  /** Whether someone interrupted it. */
  boolean interrupted() {
    return interrupted;
  }

  CeilingResult run() {
    return plan.by() == CeilingPlan.By.IN_FLIGHT ? sweep() : ramp();
  }

  private CeilingResult sweep() {
    try (var sweep = new Sweep(bench)) {
      var interventions = new Interventions(bench, sweep);
      guarded(
          () -> {
            jobCeiling = JobCeiling.measure(bench);
            sweep.run(plan.maxInFlight());
            warnOfSilentDatabase();
            verify(sweep);
            judge(sweep);
            if (plateau != null) {
              interventions.run(verdict.cause(), plateau);
            }
          });
      if (verdict == null) {
        judge(sweep);
      }
      verdict = Proof.of(verdict, interventions.done());
      if (!steady && verdict.cause() != Cause.INCONCLUSIVE) {
        verdict = verdict.with(Verdict.Confidence.LOW);
      }
      return result(sweep.curve(), interventions.done(), List.of());
    }
  }

  private CeilingResult ramp() {
    var ramp = new Ramp(bench);
    guarded(
        () -> {
          jobCeiling = JobCeiling.measure(bench);
          ramp.run(plan.by());
          warnOfSilentDatabase();
        });
    plateau = ramp.best();
    Measured explained = ramp.toExplain();
    boolean all = ramp.sustained() && partial == null && !ramp.rows().isEmpty();
    verdict =
        explained == null
            ? withoutPlateau()
            : Attribution.judge(new Facts(explained.window(), null, jobCeiling, false, all));
    return result(ramp.steps(), List.of(), ramp.rows());
  }

  private void warnOfSilentDatabase() {
    bench
        .database()
        .log()
        .failure()
        .ifPresent(why -> bench.journal().warn("the database's metrics can't be read: " + why));
  }

  private void guarded(Runnable search) {
    try {
      search.run();
    } catch (SearchEnded e) {
      partial = e.getMessage();
      interrupted = e.why() == SearchEnded.Why.INTERRUPTED;
    } catch (RunException e) {
      partial = e.getMessage();
    }
  }

  private CeilingResult result(
      List<Measured> steps, List<Intervention> interventions, List<AmplificationRow> rows) {
    return new ResultWriter(bench, started)
        .result(plan, steps, plateau, verified, verdict, interventions, rows, jobCeiling, partial);
  }

  /**
   * The plateau until it is found twice in a row; and one request in flight, which was measured
   * while the job was still being compiled, and from which the database's slots are told.
   */
  private void verify(Sweep sweep) {
    Measured found = sweep.plateau();
    if (found == null) {
      return;
    }
    int best = Sweep.inFlight(found);
    if (best > 1) {
      sweep.step("verify", 1);
    }
    verified.add(found);
    for (int i = 0; i < MOST_VERIFICATIONS && (i == 0 || hasTimeForStep()); i++) {
      Measured again = sweep.step("verify", best);
      if (!again.window().valid()) {
        continue;
      }
      Measured last = verified.get(verified.size() - 1);
      verified.add(again);
      if (Math.abs(again.samplesPerSecond() / last.samplesPerSecond() - 1) <= SAME) {
        verified.subList(0, verified.size() - 2).clear();
        steady = true;
        return;
      }
    }
    if (verified.size() > 1) {
      bench
          .journal()
          .warn(
              "the plateau did not stay where it was (%s samples/s): the host or the database has other work, or the traffic changes"
                  .formatted(
                      verified.stream()
                          .map(step -> Journal.rate(step.samplesPerSecond()))
                          .collect(Collectors.joining(", "))));
    }
  }

  private boolean hasTimeForStep() {
    return bench.clock().hasTimeFor(bench.length().least());
  }

  private void judge(Sweep sweep) {
    plateau = verified.isEmpty() ? sweep.plateau() : verified.get(verified.size() - 1);
    if (plateau == null) {
      verdict = withoutPlateau();
      return;
    }
    Measured knee = sweep.knee();
    verdict =
        Attribution.judge(
            new Facts(
                plateau.window(),
                knee == null ? null : knee.window(),
                jobCeiling,
                plateau.window().load().sourceSamplesPerSecond() > 0,
                false));
  }

  /** No step was valid: the last one may still tell, of a database that refuses everything. */
  private Verdict withoutPlateau() {
    var steps = bench.journal().steps();
    if (steps.isEmpty()) {
      String reason = partial == null ? "nothing was measured" : partial;
      return new Verdict(
          Cause.INCONCLUSIVE,
          Verdict.Confidence.NONE,
          reason,
          List.of(),
          Map.of(),
          List.of(),
          List.of(),
          List.of());
    }
    return Attribution.judge(
        new Facts(steps.get(steps.size() - 1).window(), null, jobCeiling, false, false));
  }
}
