package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Seen;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.AmplificationRow;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Step;
import io.tidemark.ceiling.series.Midnight;
import io.tidemark.extent.SearchClock;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.process.HostCores;
import io.tidemark.process.RunException;
import io.tidemark.proof.PerturbedCopies;
import io.tidemark.proof.Proof;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.readers.ReadLoad;
import io.tidemark.search.Verification.Plateau;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst;
import io.tidemark.statistics.Estimate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One search from its first step to its result. If an interrupt or a database that is gone ends it
 * early, its result is partial and holds what was found until then.
 */
final class CeilingSearch {
  /** A reading of the cores takes this long, including the wait for an idle host. */
  private static final Duration TO_READ_CORES = Duration.ofSeconds(3);

  /** A step has all its requests in flight if they reach this share of the bound. */
  private static final double ALL_IN_FLIGHT = 0.95;

  private final CeilingPlan plan;
  private final SearchContext context;
  private final SecondOpinion model;
  private final Instant started;
  private final Verification verification;
  private Estimate jobCeiling;
  private Facts facts;
  private final List<HostCores.Reading> cores = new ArrayList<>();
  private Interventions interventions;
  private Verdict verdict;
  private Midnight midnight;
  private Measured judged;
  private String partial;
  private boolean interrupted;
  private boolean gone;

  CeilingSearch(CeilingPlan plan, SearchContext context, SecondOpinion model) {
    this.plan = plan;
    this.context = context;
    this.model = model;
    this.started = Instant.ofEpochMilli(context.clock().millis());
    this.verification = new Verification(context);
  }

  /** Tells whether someone interrupted the search. */
  boolean interrupted() {
    return interrupted;
  }

  CeilingResult run() {
    return plan.by() == CeilingPlan.By.IN_FLIGHT ? sweep() : ramp();
  }

  private CeilingResult sweep() {
    Curve curve;
    boolean mayGain;
    try (var sweep = new Sweep(context)) {
      guarded(() -> search(sweep));
      if (verdict == null) {
        judge(sweep);
      }
      curve = sweep.curve();
      mayGain = sweep.endedForTime();
    } finally {
      readers(ReadLoad::pause);
    }
    if (partial == null) {
      readCores();
    }
    List<Intervention> done = interventions == null ? List.of() : interventions.done();
    List<Measured> unchanged = interventions == null ? List.of() : interventions.unchanged();
    if (judged != null) {
      // The verdict also has to judge the windows that were added after the changes had been
      // chosen.
      judge(curve, unchanged, done);
    }
    var doubts =
        new Proof.Doubts(
            interventions != null && interventions.allMade(),
            mayGain,
            curve.isBrief(),
            verification.unsteady(),
            !Boolean.TRUE.equals(curve.otherLoads().moreMayGain()));
    verdict = Proof.of(verdict, facts, done, doubts);
    Map<Cause, Double> copies =
        judged == null ? null : PerturbedCopies.causes(facts.seen(), done, doubts);
    return result(plateau(unchanged), curve.steps(), done, List.of(), null, null, null, copies);
  }

  private void search(Sweep sweep) {
    readCores();
    sweep.requireWrites();
    jobCeiling = JobCeiling.measure(context);
    readCores();
    readers(ReadLoad::resume);
    sweep.run(plan.maxInFlight());
    warnOfSilentDatabase();
    explain(sweep);
    if (isToBeSweptAgain(sweep)) {
      forget();
      sweep.again(plan.maxInFlight());
      explain(sweep);
    }
  }

  private static boolean isToBeSweptAgain(Sweep sweep) {
    return sweep.isOutdated() && sweep.hasTimeForAnother();
  }

  /** What was found of a sweep that is outdated says nothing of the next one. */
  private void forget() {
    interventions = null;
    verification.forget();
    judged = null;
    verdict = null;
    facts = null;
  }

  /** Ends early where the sweep turns out to be outdated, and there is time for another. */
  private void explain(Sweep sweep) {
    interventions = new Interventions(context, sweep, plan.prove());
    verification.run(sweep);
    if (isToBeSweptAgain(sweep)) {
      return;
    }
    jobCeilingAgain(sweep);
    judge(sweep);
    if (judged != null && judged.samplesPerSecond() > 0) {
      if (plan.acrossMidnight() && midnight == null) {
        sweep.close();
        midnight = verification.acrossMidnight(judged);
        sweep.restart();
      }
      interventions.run(verdict.cause(), facts, verification.verified());
    }
    if (!isToBeSweptAgain(sweep)) {
      verification.complete(sweep, interventions.unchanged());
    }
  }

  private void jobCeilingAgain(Sweep sweep) {
    Measured last = verification.last().orElse(null);
    if (last != null && JobCeiling.isContradicted(context, jobCeiling, last.samplesPerSecond())) {
      sweep.close();
      readers(ReadLoad::pause);
      jobCeiling = JobCeiling.again(context, jobCeiling, last.window().load().inFlight());
      readers(ReadLoad::resume);
      sweep.restart();
    }
  }

  /**
   * Measures the cores while no job runs, so that a database that Tidemark has started is idle,
   * too.
   */
  private void readCores() {
    if (context.clock().hasTimeFor(TO_READ_CORES)) {
      context
          .system()
          .coreSpeed()
          .ifPresent(
              read ->
                  cores.add(
                      new HostCores.Reading(context.clock().elapsed().toMillis() / 1e3, read)));
    }
  }

  private CeilingResult ramp() {
    Ramp ramp =
        switch (plan.by()) {
          case SERIES -> new SeriesRamp(context, SeriesRamp.Axis.ALIVE);
          case SLO -> new SafeRamp(context, plan.slo());
          case CHURN -> new SeriesRamp(context, SeriesRamp.Axis.NEW);
          case QUERIES -> new QueryRamp(context);
          default -> new Ramp(context);
        };
    guarded(
        () -> {
          JobConfig first = ramp.first(plan.by());
          SearchContext least = plan.by().isOfSeries() ? context.of(first) : context;
          least.requireWrites(first);
          jobCeiling = JobCeiling.measure(least);
          readers(ReadLoad::resume);
          ramp.run(plan.by());
          readers(ReadLoad::pause);
          warnOfSilentDatabase();
        });
    judged = ramp.best();
    Measured explained = ramp.toExplain();
    boolean all = ramp.sustained() && partial == null && !ramp.rows().isEmpty();
    verdict = explained == null ? withoutPlateau() : judge(explained.window(), all, ramp);
    if (!ramp.whatBroke().isEmpty()) {
      verdict = whatBroke(ramp.whatBroke(), window -> judge(window, all, ramp));
    }
    SafeRate safe = ramp.safeRate();
    if (safe != null && safe.unfinished() && partial == null) {
      partial = "the rate is not confirmed by two holds; give it a longer --max-duration";
    }
    Worst worst = ramp.worst() == null ? null : ramp.worst().because(each -> why(each, ramp));
    if (worst != null && worst.unfinished() && partial == null) {
      partial = "no time was left for all events; give it a longer --max-duration";
    }
    boolean ofOneLoad = ramp.series() != null || ramp.queries() != null;
    return result(
        plateau(List.of()),
        ramp.steps(),
        List.of(),
        ofOneLoad ? List.of() : ramp.rows(),
        ramp,
        safe,
        worst,
        null);
  }

  /**
   * Returns the verdict of the lowest rate whose verdict names a cause.
   *
   * @param broken from the lowest rate, at least one
   */
  private static Verdict whatBroke(List<Measured> broken, Function<Window, Verdict> judge) {
    boolean anyValid = false;
    Verdict last = Verdict.untold("nothing was measured");
    for (Measured measured : broken) {
      last = judge.apply(measured.window());
      if (tellsWhatBroke(last)) {
        return last;
      }
      anyValid |= measured.window().valid();
    }
    return anyValid ? Verdict.untold("nothing was full where the objectives were not kept") : last;
  }

  /** Returns null if nothing that was held broke. */
  private Worst.Why why(Worst.Through through, Ramp ramp) {
    List<Measured> broken = ramp.whatBroke(through);
    if (broken.isEmpty()) {
      return null;
    }
    Verdict found =
        whatBroke(
            broken,
            window -> ramp.judged(seen(window, most(), Seen.OtherLoads.UNKNOWN, true, false)));
    if (found.cause() != Cause.INCONCLUSIVE) {
      return new Worst.Why(
          found.cause().name(),
          "%s (%s: %s; confidence: %s)"
              .formatted(
                  found.cause().what(),
                  found.evidence().get(0).signal(),
                  found.evidence().get(0).value(),
                  found.confidence().name().toLowerCase(Locale.ROOT)));
    }
    boolean down = broken.stream().anyMatch(each -> each.window().wasDown());
    return new Worst.Why(null, down ? "the database was down during the event" : found.reason());
  }

  /**
   * Tells whether a verdict explains why a rate was not kept. A source is never the reason, because
   * it is paced.
   */
  private static boolean tellsWhatBroke(Verdict verdict) {
    return !Set.of(Cause.INCONCLUSIVE, Cause.NONE_REACHED, Cause.SOURCE).contains(verdict.cause());
  }

  private Verdict judge(Window explained, boolean all, Ramp ramp) {
    return ramp.judged(facts(explained, most(), Seen.OtherLoads.UNKNOWN, rateOf(explained), all));
  }

  /** Returns the samples per second of the judged step; null if nothing was measured. */
  private Double most() {
    return judged == null ? null : Double.valueOf(judged.samplesPerSecond());
  }

  private void readers(Consumer<ReadLoad> steer) {
    context.system().readers().ifPresent(steer);
  }

  private void warnOfSilentDatabase() {
    context
        .system()
        .database()
        .failure()
        .ifPresent(why -> context.journal().warn("the database's metrics can't be read: " + why));
  }

  private void guarded(Runnable search) {
    try {
      search.run();
    } catch (SearchClock.Interrupted e) {
      partial = e.getMessage();
      interrupted = true;
    } catch (SearchContext.DatabaseGone e) {
      partial = e.getMessage();
      gone = true;
    } catch (RunException e) {
      partial = e.getMessage();
    }
  }

  private CeilingResult result(
      Plateau plateau,
      List<Measured> steps,
      List<Intervention> interventions,
      List<AmplificationRow> rows,
      Ramp ramp,
      SafeRate safe,
      Worst worst,
      Map<Cause, Double> copies) {
    if (gone && verdict.confidence() != Confidence.HIGH) {
      verdict = Attribution.ofEnding(context.system().database().silence()).orElse(verdict);
    }
    var writer = new ResultWriter(context, started);
    Probabilities probabilities = probabilities(interventions);
    if (probabilities != null) {
      verdict =
          plan.by() == CeilingPlan.By.IN_FLIGHT
              ? Proof.ofSearched(verdict, probabilities, interventions)
              : Proof.ofRamp(verdict, probabilities);
    }
    return writer.result(
        plan,
        steps,
        plateau,
        verdict,
        facts,
        interventions,
        rows,
        ramp == null ? null : ramp.series(),
        ramp == null ? null : ramp.queries(),
        safe,
        worst,
        midnight,
        cores,
        copies,
        probabilities,
        partial);
  }

  private Probabilities probabilities(List<Intervention> interventions) {
    return switch (plan.by()) {
      case SERIES, CHURN ->
          Probabilities.untold(
              "each step of a search by series writes other series, so steps cannot be compared");
      case QUERIES ->
          Probabilities.untold(
              "each step of a search by queries runs beside other queries, so steps cannot be compared");
      default -> model.of(context.journal().steps(), verdict, interventions);
    };
  }

  /** Returns the plateau; null if nothing was written. */
  private Plateau plateau(List<Measured> unchanged) {
    return judged == null || judged.samplesPerSecond() <= 0
        ? null
        : verification.plateau(judged, unchanged);
  }

  private static boolean rateOf(Window window) {
    return window.load().sourceSamplesPerSecond() > 0;
  }

  private void judge(Sweep sweep) {
    judge(sweep.curve(), List.of(), List.of());
  }

  /**
   * @param unchanged windows of the plateau beside those of its verification
   * @param done interventions; the one that raised the in-flight limit says what that gains
   */
  private void judge(Curve curve, List<Measured> unchanged, List<Intervention> done) {
    judged = verification.last().orElseGet(curve::plateau);
    if (judged == null) {
      verdict = withoutPlateau();
      return;
    }
    Plateau plateau = plateau(unchanged);
    Window together = plateau == null ? judged.window() : plateau.together();
    Double ceiling = plateau == null ? null : Double.valueOf(plateau.samplesPerSecond());
    verdict =
        Attribution.judge(
            facts(together, ceiling, otherLoads(curve, done), rateOf(judged.window()), false));
  }

  private static Seen.OtherLoads otherLoads(Curve curve, List<Intervention> done) {
    Seen.OtherLoads seen = curve.otherLoads();
    return done.stream()
        .filter(change -> change.speaksFor() == Cause.JOB_IN_FLIGHT)
        .findFirst()
        .map(change -> seen.withGainOfMore(change.gained()))
        .orElse(seen);
  }

  /**
   * Judges a search in which no step was long enough for its answers. A step that had all its
   * requests in flight may still show what they wait for, and a step that wrote nothing may show a
   * database that refuses everything. Any other step shows only what the job does until so many
   * requests are in flight, and explains nothing.
   */
  private Verdict withoutPlateau() {
    List<Window> windows =
        context.journal().steps().stream()
            .filter(step -> !step.isOf(Phase.JOB_CEILING))
            .map(Step::window)
            .toList();
    if (windows.isEmpty()) {
      return Verdict.untold(partial == null ? "nothing was measured" : partial);
    }
    Window last = windows.get(windows.size() - 1);
    if (last.throughput().samplesPerSecond() == 0) {
      return judged(last);
    }
    return windows.stream()
        .filter(CeilingSearch::hasAllInFlight)
        .reduce((earlier, later) -> later)
        .map(this::judged)
        .map(Proof::ofBriefStep)
        .orElseGet(Proof::ofNoStep);
  }

  private static boolean hasAllInFlight(Window window) {
    double use = window.inFlight().use();
    return use >= ALL_IN_FLIGHT && use <= Curve.OVER_THE_BOUND;
  }

  private Verdict judged(Window window) {
    return Attribution.judge(facts(window, null, Seen.OtherLoads.UNKNOWN, false, false));
  }

  private Facts facts(
      Window peak,
      Double ceiling,
      Seen.OtherLoads otherLoads,
      boolean rateAsked,
      boolean sustained) {
    facts = seen(peak, ceiling, otherLoads, rateAsked, sustained);
    return facts;
  }

  private Facts seen(
      Window peak,
      Double ceiling,
      Seen.OtherLoads otherLoads,
      boolean rateAsked,
      boolean sustained) {
    return new Facts(
        new Seen(
            peak,
            ceiling,
            otherLoads,
            jobCeiling,
            context.system().capabilities(),
            rateAsked,
            sustained));
  }
}
