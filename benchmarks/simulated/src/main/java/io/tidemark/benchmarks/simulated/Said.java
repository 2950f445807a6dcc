package io.tidemark.benchmarks.simulated;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.score.UseReadings;
import io.tidemark.benchmarks.lab.score.UseRule;
import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Seen;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.ceiling.result.Step;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Window;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.observe.ObservedSystem;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.proof.PerturbedCopies;
import io.tidemark.proof.PosteriorCauses;
import io.tidemark.proof.Proof;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.SearchObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was said of a set-up.
 *
 * @param promised times the throughput, of the cause; null if nothing was promised
 * @param use what the plain rule says of the same window; empty if nothing
 * @param copies how often each cause comes out of perturbed copies, 0 to 1
 * @param model how probable each cause is by the queueing model; empty if it can't tell
 */
public record Said(
    Cause cause,
    Confidence confidence,
    String sentence,
    Double promised,
    String use,
    Map<Cause, Double> copies,
    Map<Cause, Double> model) {
  private static final Duration BUDGET = Duration.ofMinutes(3);
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As a user asks. */
  public enum Mode {
    SEARCH,
    WATCH
  }

  public static Said of(Mode mode, Setup setup, long seed) {
    var system = new ObservedSystem(setup, seed);
    ConfigLoader.Loaded loaded =
        ConfigLoader.load(Optional.empty(), ObservedSystem.settings(setup));
    return mode == Mode.SEARCH ? search(setup, system, loaded) : watch(setup, system, loaded);
  }

  /** Up to as many requests in flight as the set-up has. */
  private static Said search(Setup setup, ObservedSystem system, ConfigLoader.Loaded loaded) {
    var plan =
        new CeilingPlan(
            loaded,
            Optional.empty(),
            CeilingPlan.By.IN_FLIGHT,
            BUDGET,
            setup.count(Parameter.IN_FLIGHT),
            Optional.empty(),
            Instant.EPOCH,
            false);
    var asked = new Asked();
    CeilingResult found = Ceiling.find(plan, system, system.time(), SearchObserver.SILENT, asked);
    Optional<Window> best =
        found.steps().stream()
            .filter(step -> !step.isOf(Phase.JOB_CEILING))
            .map(Step::window)
            .filter(Window::valid)
            .max(Comparator.comparingDouble(window -> window.throughput().samplesPerSecond()));
    return new Said(
        found.cause(),
        found.confidence(),
        found.sentence(),
        found.gains().get(found.cause()),
        best.map(Said::plainly).orElse(""),
        found.copies() == null ? Map.of() : found.copies(),
        asked.raw.causes());
  }

  /** Keeps what the model gives before it is held against what came true. */
  private static final class Asked implements SecondOpinion {
    private Probabilities raw;

    @Override
    public Probabilities of(List<Step> steps, Verdict verdict, List<Intervention> changes) {
      raw = PosteriorCauses.of(Sighting.of(steps));
      return CauseProbabilities.beside(verdict, CauseProbabilities.ofSearch(raw, steps, changes));
    }
  }

  /** A window of a job that runs, as long as a watch takes it by itself. */
  private static Said watch(Setup setup, ObservedSystem system, ConfigLoader.Loaded loaded) {
    JobConfig config = loaded.config();
    boolean often = setup.get(Parameter.METRICS_SECONDS) <= 2;
    Duration length = Duration.ofSeconds(often ? 10 : 30);
    try (SystemUnderTest.Job job = system.start(config)) {
      ObservationLog log = job.observe(WARM_UP.plus(length));
      long end = log.completeUntilMillis();
      var load =
          new Load(
              config.write().inFlight(),
              config.amplify().m(),
              config.amplify().n(),
              config.write().batchSamples(),
              config.parallelism(),
              config.source().datagen().rate());
      Window window = log.window(load, end - length.toMillis(), end, 0, List.of());
      boolean rateAsked = load.sourceSamplesPerSecond() > 0;
      var seen =
          new Seen(
              window, null, Seen.OtherLoads.UNKNOWN, null, system.capabilities(), rateAsked, false);
      var model = PosteriorCauses.of(List.of(Sighting.of(window)));
      Verdict signals = Attribution.judge(new Facts(seen));
      var told =
          CauseProbabilities.beside(signals, CauseProbabilities.WATCH.held(model, List.of()));
      Verdict verdict = Proof.ofWatched(signals, window, told);
      return new Said(
          verdict.cause(),
          verdict.confidence(),
          verdict.headline(),
          verdict.gains().get(verdict.cause()),
          plainly(window),
          PerturbedCopies.causes(seen, List.of(), Proof.Doubts.NONE),
          model.causes());
    }
  }

  private static String plainly(Window window) {
    return UseRule.name(UseReadings.of(JSON.valueToTree(window))).orElse("");
  }
}
