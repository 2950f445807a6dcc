package io.tidemark.benchmarks.lab.truth;

import io.tidemark.benchmarks.lab.part.PartMissing;
import io.tidemark.benchmarks.lab.part.RunningParts;
import io.tidemark.benchmarks.lab.setup.Knob;
import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.job.RootCause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures the truth about one set-up. */
public final class TruthRun implements Stand {
  /**
   * Time in which a new JVM compiles its code, and a database writes its series for the first time.
   */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /**
   * Samples are stored in full batches, so a window with fewer than these is repeated with twice
   * the length.
   */
  private static final int ENOUGH_BATCHES = 20;

  private static final int BATCH_SAMPLES = 10_000;

  private final RunningParts running;
  private final Setup setup;
  private final Duration window;
  private final Consumer<String> progress;

  private TruthRun(RunningParts running, Setup setup, Duration window, Consumer<String> progress) {
    this.running = running;
    this.setup = setup;
    this.window = window;
    this.progress = progress;
  }

  /** Returns the usual number of windows. */
  public static int windows(Setup setup) {
    return Screening.windows(setup.knobs().size());
  }

  /**
   * Measures a set-up. If that is impossible, the returned truth says why.
   *
   * @param root folder of the repository
   * @param window length of each window
   */
  public static Truth of(
      Path root,
      Setup setup,
      Host host,
      Duration window,
      String command,
      Consumer<String> progress) {
    Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long nanos = System.nanoTime();
    var unmeasured =
        new Truth(
            setup.name(),
            setup.family(),
            setup.hash(),
            host,
            setup.raw(),
            command,
            started.toString(),
            0,
            null,
            "",
            null,
            null,
            List.of(),
            List.of(),
            null);
    Truth found;
    try (var running = RunningParts.start(root, setup.parts())) {
      running.startJob();
      running.pause(window.compareTo(WARM_UP) < 0 ? window.multipliedBy(4) : WARM_UP);
      var stand = new TruthRun(running, setup, window, progress);
      found = of(unmeasured, setup, window, Screening.of(stand, setup.knobs()));
    } catch (PartMissing e) {
      found = unmeasured(unmeasured, Truth.Status.MISSING, e.getMessage());
    } catch (RuntimeException e) {
      found = unmeasured(unmeasured, Truth.Status.FAILED, RootCause.of(e));
    }
    return took(found, (System.nanoTime() - nanos) / 1e9);
  }

  /** Returns the truth that was begun, completed with what the windows show. */
  static Truth of(Truth begun, Setup setup, Duration window, Screening.Result result) {
    double base =
        result.base().stream().mapToDouble(Measured::samplesPerSecond).average().orElseThrow();
    if (base <= 0 && result.windows().stream().allMatch(each -> each.samplesPerSecond() <= 0)) {
      return unmeasured(begun, Truth.Status.FAILED, "nothing is stored, whatever is doubled");
    }
    long silent = result.base().stream().filter(each -> each.samplesPerSecond() <= 0).count();
    if (!onlyTriesItOut(window) && base > 0 && silent > 0) {
      return unmeasured(
          begun,
          Truth.Status.FAILED,
          "as it is, nothing is stored in %d of %d windows: it has no state in which anything could be doubled"
              .formatted(silent, result.base().size()));
    }
    double idle = result.base().stream().mapToDouble(Measured::idle).average().orElseThrow();
    return new Truth(
        begun.setup(),
        begun.family(),
        begun.hash(),
        begun.host(),
        begun.parts(),
        begun.command(),
        begun.startedAt(),
        0,
        Truth.Status.MEASURED,
        "",
        base,
        idle,
        result.gains(),
        result.windows(),
        Label.of(result.gains(), idle, setup.colocated()));
  }

  public static Truth unmeasured(Truth begun, Truth.Status status, String reason) {
    return new Truth(
        begun.setup(),
        begun.family(),
        begun.hash(),
        begun.host(),
        begun.parts(),
        begun.command(),
        begun.startedAt(),
        begun.seconds(),
        status,
        reason,
        null,
        null,
        List.of(),
        List.of(),
        null);
  }

  private static Truth took(Truth of, double seconds) {
    return new Truth(
        of.setup(),
        of.family(),
        of.hash(),
        of.host(),
        of.parts(),
        of.command(),
        of.startedAt(),
        seconds,
        of.status(),
        of.reason(),
        of.base(),
        of.idle(),
        of.gains(),
        of.windows(),
        of.label());
  }

  /**
   * Tells whether the window is too short to hold full batches. Such a run only shows that the lab
   * works.
   */
  private static boolean onlyTriesItOut(Duration window) {
    return window.toSeconds() < 2;
  }

  private static double batchSamples(Parts of) {
    Object set = of.job().set().get("write.batch-samples");
    return set instanceof Number number ? number.doubleValue() : BATCH_SAMPLES;
  }

  @Override
  public Measured measure(Optional<Knob> doubled) {
    Parts wanted = doubled.map(setup::turned).orElseGet(setup::parts);
    Duration settles = running.become(wanted);
    running.pause(settles.compareTo(window) > 0 && onlyTriesItOut(window) ? window : settles);
    RunningParts.Throughput seen = running.measure(window);
    if (seen.acknowledged() * seen.seconds() < ENOUGH_BATCHES * batchSamples(wanted)
        && !onlyTriesItOut(window)) {
      seen = running.measure(window.multipliedBy(2));
    }
    progress.accept(
        String.format(
            Locale.ROOT,
            "%-16s %,12.0f samples/s, %.0f %% of the host idle, job %.2f, database %.2f cores",
            doubled.map(Knob::name).orElse("as it is"),
            seen.samplesPerSecond(),
            100 * seen.idle(),
            seen.jobCores(),
            seen.databaseCores()));
    return new Measured(
        doubled.map(Knob::name).orElse(""),
        seen.samplesPerSecond(),
        seen.idle(),
        seen.jobCores(),
        seen.databaseCores());
  }
}
