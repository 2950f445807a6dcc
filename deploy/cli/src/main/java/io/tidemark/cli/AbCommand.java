package io.tidemark.cli;

import io.tidemark.ab.Ab;
import io.tidemark.ab.AbPlan;
import io.tidemark.ab.AbResult;
import io.tidemark.ab.Arm;
import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.console.AgedOptions;
import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.console.JudgeOptions;
import io.tidemark.console.SideOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.cardinality.SeriesGuard;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.judge.FixedRate;
import io.tidemark.judge.Judgement;
import io.tidemark.judge.Judging;
import io.tidemark.report.AbPage;
import io.tidemark.report.AbSummary;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.ReportJson;
import io.tidemark.statistics.RelativeEffect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs two configurations from one savepoint, alternately, and compares them. */
@Command(
    name = "ab",
    description = {
      "Compare two configurations in pairs of runs, which start from one savepoint and read the same"
          + " range of the source.",
      "-c and --set are for both sides; they may differ in anything but the source. Without"
          + " target.urls each run gets a temporary database, with a copy of the same data."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark ab --set-b write.batch-samples=500             the defaults, with smaller batches",
      "  tidemark ab -a today.yaml -b tomorrow.yaml --detect 5%% --out tomorrow",
      "  tidemark ab -c run.yaml --set-a write.in-flight=8 --set-b write.in-flight=32",
      "  tidemark ab -a today.yaml --aa                          how far apart equal sides come out",
      "  tidemark ab --judge all --rate 200000 --database-b ./new-version",
      "  tidemark ab --resume tomorrow                           go on after an interruption"
    })
final class AbCommand implements Callable<Integer> {
  private static final DateTimeFormatter FOLDER =
      DateTimeFormatter.ofPattern("'.tidemark/ab-'yyyyMMdd-HHmmss");
  private static final int RUNS = 12;
  private static final int MAX_RUNS = 100;
  private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?) ?%?");
  private static final double MIN_DETECTED = 0.005;
  private static final DurationRange TIMES =
      DurationRange.atLeast(Duration.ofSeconds(1), ", such as 20s or 2m");

  @Spec private CommandSpec spec;
  @Mixin private SideOptions sides;
  @Mixin private OutputOptions.WithCluster common;
  @Mixin private Consent consent;
  @Mixin private JudgeOptions judge;
  @Mixin private AgedOptions aged;

  @Option(names = "--aa", description = "Compare A with itself.")
  private boolean sameSides;

  @Option(
      names = "--from",
      paramLabel = "SAVEPOINT",
      description = "Start from this savepoint instead of a new one; the savepoint is not changed.")
  private String from;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Valid runs of each side (at least "
              + RelativeEffect.MIN_PAIRS
              + "); default: "
              + RUNS
              + ".")
  private Integer runs;

  @Option(
      names = "--detect",
      paramLabel = "PERCENT",
      description = "Continue until a difference of this size can be told from none, e.g. 5%%.")
  private String detect;

  @Option(
      names = "--max-duration",
      paramLabel = "TIME",
      defaultValue = "30m",
      description = "With --detect: how long the runs may take; default: ${DEFAULT-VALUE}.")
  private String maxDuration;

  @Option(
      names = "--run-time",
      paramLabel = "TIME",
      defaultValue = "8s",
      description = "Duration of a run on the faster side; default: ${DEFAULT-VALUE}.")
  private String runTime;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "15s",
      description = "How long A runs before the savepoint; default: ${DEFAULT-VALUE}.")
  private String warmUp;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with the comparison in this folder; takes no configuration.")
  private Path resume;

  @Override
  public Integer call() {
    Judging asked = judge.judging(resume != null);
    Optional<AbPlan> plan =
        resume == null
            ? Optional.of(plan(sameSides ? asked.withItself() : asked))
            : Optional.empty();
    Ab ab = plan.map(Ab::of).orElseGet(this::resumed);
    judge.prepare(ab.judging());
    common.folder = ab.folder();
    Output output = Output.prepare(spec, common);
    var err = spec.commandLine().getErr();
    var console = new Console(err, common);
    Consumer<ForeignLoad> load = foreign -> consent.to(err, foreign);
    AbResult result =
        plan.map(made -> withPast(ab, made, console, load)).orElse(ab).execute(console, load);
    output.print(result, AbSummary.of(result));
    ReportFiles.write(ab.folder(), ReportJson.write(result), AbPage.of(result));
    if (result.partial() != null) {
      return Exit.INTERRUPTED.code();
    }
    Judgement judgement = result.judgement();
    if (judgement != null) {
      judge.keep(judgement, Instant.parse(result.startedAt())).forEach(err::println);
      err.flush();
      return exit(judgement).code();
    }
    boolean conclusive = result.verdict() != AbResult.Verdict.INCONCLUSIVE;
    return (conclusive ? Exit.DONE : Exit.INCONCLUSIVE).code();
  }

  private Ab withPast(Ab ab, AbPlan plan, Console console, Consumer<ForeignLoad> consent) {
    var pasts = new EnumMap<Arm, Kept>(Arm.class);
    for (Arm arm : ab.sidesWithPast()) {
      boolean a = arm == Arm.A;
      aged.database(
              (a ? plan.judging().a() : plan.judging().b()).settings(),
              a ? plan.a() : plan.b(),
              plan.cluster(),
              plan.from(),
              console,
              consent)
          .ifPresent(past -> pasts.put(arm, past));
    }
    return pasts.isEmpty() ? ab : ab.after(pasts);
  }

  /**
   * Returns the exit code. A limit that is exceeded decides it, even if other metrics are
   * undecided.
   */
  private static Exit exit(Judgement judgement) {
    if (judgement.fails()) {
      return Exit.BEYOND_LIMIT;
    }
    return judgement.leavesOpen() ? Exit.INCONCLUSIVE : Exit.DONE;
  }

  private Path folder() {
    return common.folder != null ? common.folder : Path.of(FOLDER.format(LocalDateTime.now()));
  }

  private Ab resumed() {
    boolean others =
        sides.areGiven()
            || from != null
            || common.folder != null
            || common.cluster().isPresent()
            || sameSides
            || aged.areGiven();
    if (others) {
      throw new ConfigException(
          "--resume takes configurations, savepoint and cluster from its folder; leave the other options out");
    }
    return Ab.resumed(resume, OutputOptions.WithCluster::clusterOf);
  }

  private AbPlan plan(Judging judging) {
    if (runs != null && (runs < RelativeEffect.MIN_PAIRS || runs > MAX_RUNS)) {
      throw new ConfigException(
          "--runs=%d: must be between %d and %d; fewer can't show a difference at 5 %%"
              .formatted(runs, RelativeEffect.MIN_PAIRS, MAX_RUNS));
    }
    int perSide = runs == null ? RUNS : runs;
    if (judging.wanted() && detect == null && perSide < judging.minPairs()) {
      throw new ConfigException(
          "--runs=%d: %d metrics need at least %d, so that all intervals hold together"
              .formatted(perSide, judging.metrics().size(), judging.minPairs()));
    }
    if (judging.metrics().size() > 1 && detect != null) {
      throw new ConfigException("--detect plans the runs by one metric; name one in --judge");
    }
    if (sameSides && !judging.a().equals(judging.b())) {
      throw new ConfigException("--aa compares A with itself; give both sides the same database");
    }
    if (runs != null && detect != null) {
      throw new ConfigException("--detect plans the runs; leave out --runs");
    }
    if (sameSides && sides.bHasItsOwn()) {
      throw new ConfigException("--aa compares A with itself; leave out -b and --set-b");
    }
    var a = atRate(judging, checked(sides.ofA()));
    var b = sameSides ? a : atRate(judging, checked(sides.ofB()));
    if (from == null) {
      SeriesGuard.check(a.config(), System.getenv());
      SeriesGuard.check(b.config(), System.getenv());
    }
    return new AbPlan(
        a,
        b,
        common.cluster(),
        Optional.ofNullable(from),
        detect != null ? AbPlan.FIRST_LOOK : perSide,
        detect == null ? 0 : percent(),
        TIMES.parse("--max-duration", maxDuration),
        TIMES.parse("--run-time", runTime),
        TIMES.parse("--warm-up", warmUp),
        sameSides,
        judging,
        folder());
  }

  private double percent() {
    Matcher percent = PERCENT.matcher(detect);
    double share = percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : 0;
    if (share < MIN_DETECTED || share > 1) {
      throw new ConfigException(
          "--detect=%s: expected a percentage from 0.5%% to 100%%, such as 5%%".formatted(detect));
    }
    return share;
  }

  private static ConfigLoader.Loaded checked(ConfigLoader.Loaded loaded) {
    if (!loaded.config().queries().isEmpty()) {
      throw new ConfigException(
          "queries: a comparison reads nothing beside its runs yet; leave them out");
    }
    return loaded;
  }

  private static ConfigLoader.Loaded atRate(Judging judging, ConfigLoader.Loaded loaded) {
    return judging.samplesPerSecond() == 0
        ? loaded
        : new ConfigLoader.Loaded(
            FixedRate.of(loaded.config(), judging.samplesPerSecond()), loaded.explicit());
  }
}
