package io.tidemark.cli;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.console.AgedOptions;
import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.cardinality.SeriesGuard;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.report.CeilingPage;
import io.tidemark.report.CeilingSummary;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.ReportJson;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.worst.Event;
import io.tidemark.search.worst.Undos;
import io.tidemark.slo.Objective;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the ceiling and names its cause. */
@Command(
    name = "ceiling",
    description = {
      "Find how much the database can take, and name what stops it.",
      "Without configuration, a generator writes to a temporary database that Tidemark starts."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark ceiling",
      "  tidemark ceiling -c run.yaml --prove --out report",
      "  tidemark ceiling --by m --set source.datagen.rate=100000",
      "  tidemark ceiling --slo 'p99<500ms,errors=0' --out report",
      "  tidemark ceiling --slo 'p90<1s' --worst restart,midnight,merge",
      "  tidemark ceiling --by series --set source.datagen.rate=200000",
      "  tidemark ceiling --aged 90d --yes",
      "  tidemark ceiling --by queries --set queries.expressions=[count(cpu_usage_user)]",
      "  tidemark ceiling -c run.yaml --from savepoints/savepoint-1b3f5a-0c1d2e3f4a5b"
    })
final class CeilingCommand implements Callable<Integer> {
  /** The timestamps of generated samples would cross midnight in a longer search. */
  private static final DurationRange MAX_DURATION =
      DurationRange.of(Duration.ofSeconds(20), CeilingPlan.LONGEST, ", such as 4m");

  private static final String BRIEFLY = "3m";
  private static final String SURELY = "10m";

  /**
   * Number of times that a search for a safe rate holds a load: some while the load grows, about
   * five while it bisects, and two to four to confirm the result.
   */
  private static final int HOLDS = 18;

  private static final DurationRange HOLD =
      DurationRange.of(Duration.ofSeconds(5), Duration.ofMinutes(10), ", such as 60s");

  private static final DurationRange HOOK =
      DurationRange.of(Duration.ofSeconds(1), Duration.ofMinutes(10), ", such as 60s");

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private OutputOptions.WithCluster common;
  @Mixin private Consent consent;
  @Mixin private AgedOptions aged;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = {
        "What to raise: in-flight (default), m, rate, batch (samples in a request), series (active",
        "series), churn (new series a minute) or queries (a second)."
      })
  private String by;

  @Option(
      names = "--max-duration",
      paramLabel = "TIME",
      description =
          "The search takes at most this long; default "
              + BRIEFLY
              + ", with --prove "
              + SURELY
              + ", with --slo 18 holds, and 18 for each event.")
  private String maxDuration;

  @Option(
      names = "--slo",
      paramLabel = "OBJECTIVE",
      description = {
        "Find the largest rate that keeps this: p50, p90, p99 or p99.9 <DURATION from when a sample",
        "is due, errors=0 or errors<SHARE%%. Repeatable, or separated by commas. Needs a generator."
      })
  private List<String> slo = List.of();

  @Option(
      names = "--hold",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "With --slo, hold each rate so long; default 60s.")
  private String hold;

  @Option(
      names = "--worst",
      paramLabel = "EVENT",
      description = {
        "With --slo, keep the objective also through each of these: restart and merge (of a database",
        "that Tidemark started), midnight (of generated time), or any name with a --hook.",
        "Repeatable, or separated by commas."
      })
  private List<String> worst = List.of();

  @Option(
      names = "--hook",
      paramLabel = "EVENT=COMMAND",
      description = {
        "Shell command that makes this event of --worst happen; Tidemark asks first. Repeatable."
      })
  private List<String> hooks = List.of();

  @Option(
      names = "--undo",
      paramLabel = "EVENT=COMMAND",
      description = {
        "Shell command that undoes this event; it runs after each hold, a failure, Ctrl-C and",
        "SIGTERM. Repeatable."
      })
  private List<String> undos = List.of();

  @Option(
      names = "--hook-timeout",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "Each command of a hook takes at most this long; default 60s.")
  private String hookTimeout;

  @Option(
      names = "--prove",
      description = "Change everything that could confirm or refute the cause, each twice.")
  private boolean prove;

  @Option(
      names = "--max-in-flight",
      paramLabel = "N",
      description = "Highest number of requests in flight; default 256, or 512 with --by batch.")
  private Integer maxInFlight;

  @Option(
      names = "--across-midnight",
      description = {
        "At the ceiling, let generated time cross midnight UTC once, to measure the cost of a new",
        "daily index."
      })
  private boolean acrossMidnight;

  @Option(
      names = "--from",
      paramLabel = "SAVEPOINT",
      description = "Start each step from this savepoint; the savepoint is not changed.")
  private String from;

  @Override
  public Integer call() {
    Output output = Output.prepare(spec, common);
    ConfigLoader.Loaded loaded = options.load();
    var plan =
        new CeilingPlan(
            loaded,
            common.cluster(),
            by(),
            maxDuration(),
            inFlight(),
            Optional.ofNullable(from),
            launched(),
            prove,
            acrossMidnight,
            slo(loaded));
    if (from == null) {
      SeriesGuard.check(plan.loaded().config(), System.getenv());
    }
    var err = spec.commandLine().getErr();
    Ceiling.requireEvents(plan);
    if (plan.slo() != null) {
      Event.commands(plan.slo().worst()).ifPresent(commands -> consent.to(err, commands));
    }
    Consumer<ForeignLoad> asked = load -> consent.to(err, load);
    CeilingPlan begun =
        aged.database(loaded, plan.cluster(), plan.from(), new Console(err, common), asked)
            .map(past -> plan.after(past, Instant.now()))
            .orElse(plan);
    Ceiling.Outcome outcome = Ceiling.find(begun, new SearchConsole(err, common), asked);
    CeilingResult result = outcome.result();
    output.print(result, CeilingSummary.of(result));
    output
        .folder()
        .ifPresent(
            folder -> ReportFiles.write(folder, ReportJson.write(result), CeilingPage.of(result)));
    if (outcome.interrupted()) {
      return Exit.INTERRUPTED.code();
    }
    if (result.worst() != null && result.worst().failed()) {
      return Exit.FAILED.code();
    }
    boolean conclusive = result.cause() != Cause.INCONCLUSIVE && result.partial() == null;
    return (conclusive ? Exit.DONE : Exit.INCONCLUSIVE).code();
  }

  /** Returns when the launcher began to start this program; without a launcher, now. */
  private static Instant launched() {
    Long micros = Long.getLong("tidemark.launched");
    return micros == null ? Instant.now() : Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private Duration maxDuration() {
    if (maxDuration == null && !slo.isEmpty()) {
      long events = worst.stream().mapToLong(names -> names.split(",", -1).length).sum();
      Duration all = HOLD.parse("--hold", hold).multipliedBy(HOLDS * (1 + events));
      return all.compareTo(CeilingPlan.LONGEST) < 0 ? all : CeilingPlan.LONGEST;
    }
    String usual = prove ? SURELY : BRIEFLY;
    return MAX_DURATION.parse("--max-duration", maxDuration == null ? usual : maxDuration);
  }

  private CeilingPlan.By by() {
    if (slo.isEmpty()) {
      return parse(by == null ? "in-flight" : by);
    }
    if (by != null || prove) {
      throw new ConfigException("--slo raises the rate: leave out --by and --prove");
    }
    return CeilingPlan.By.SLO;
  }

  /** Returns the objectives; null if the user named none. */
  private CeilingPlan.Slo slo(ConfigLoader.Loaded loaded) {
    if (slo.isEmpty()) {
      if (worst.isEmpty() && hooks.isEmpty() && undos.isEmpty()) {
        return null;
      }
      throw new ConfigException(
          "--worst, --hook and --undo need --slo, such as --slo 'p90<1s': what is to be kept meanwhile");
    }
    List<Event> events =
        Event.parse(
            worst, hooks, undos, HOOK.parse("--hook-timeout", hookTimeout), Undos.ofThisUser());
    try {
      return new CeilingPlan.Slo(
          Objective.parse(slo, DurationText::parse),
          HOLD.parse("--hold", hold),
          loaded.names("write.linger"),
          events);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private static CeilingPlan.By parse(String by) {
    if (by.equalsIgnoreCase("slo")) {
      throw new ConfigException("--by=slo: ask for it with --slo, such as --slo 'p99<500ms'");
    }
    try {
      return CeilingPlan.By.valueOf(by.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "--by=%s: expected in-flight, m, rate, batch, series, churn or queries".formatted(by), e);
    }
  }

  private int inFlight() {
    if (maxInFlight == null) {
      return by() == CeilingPlan.By.BATCH ? 512 : 256;
    }
    if (maxInFlight >= 1 && maxInFlight <= 1024) {
      return maxInFlight;
    }
    throw new ConfigException("--max-in-flight=%d: expected 1 to 1024".formatted(maxInFlight));
  }
}
