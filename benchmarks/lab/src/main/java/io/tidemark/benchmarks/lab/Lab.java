package io.tidemark.benchmarks.lab;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.Invocation;
import io.tidemark.benchmarks.lab.judge.Again;
import io.tidemark.benchmarks.lab.judge.AgainStore;
import io.tidemark.benchmarks.lab.judge.Commit;
import io.tidemark.benchmarks.lab.judge.DiagnoseRun;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.judge.JudgedStore;
import io.tidemark.benchmarks.lab.part.Leftovers;
import io.tidemark.benchmarks.lab.part.PartChecks;
import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Host;
import io.tidemark.benchmarks.lab.truth.Truth;
import io.tidemark.benchmarks.lab.truth.TruthRun;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.HostCpu;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what limits real set-ups, and how well Tidemark judges them. */
@Command(
    name = "benchmarks/run lab",
    usageHelpAutoWidth = true,
    description = {
      "Measures what limits real set-ups by doubling each thing in turn, and has Tidemark judge them.",
      "Both go on where they were stopped, and say what is left; both take root."
    },
    footer = {
      "",
      "Examples:",
      "  benchmarks/run lab --parts",
      "  benchmarks/run lab --truth --only cpu-quota",
      "  benchmarks/run lab --judge",
      "  benchmarks/run lab --page"
    })
public final class Lab implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration JUDGED_WITHIN = Duration.ofMinutes(10);
  private static final Duration START = Duration.ofSeconds(45);
  private static final Duration SETTLES = Duration.ofMillis(3_500);
  private static final Duration SEARCH_TAKES = Duration.ofSeconds(170);
  private static final Duration WATCH_TAKES = Duration.ofSeconds(75);

  /** The measurement of a truth that takes this many times as long as usual has got stuck. */
  private static final int STUCK = 4;

  private static final double QUIET = 0.9;
  private static final Duration LOOKED_AT = Duration.ofSeconds(2);
  private static final Duration QUIET_WITHIN = Duration.ofMinutes(30);

  private static final int WRONG = 1;
  private static final int BUSY = 2;

  @Mixin private Invocation invocation;

  @ArgGroup(multiplicity = "1")
  private Action action;

  private static final class Action {
    @Option(names = "--parts", description = "Show of each part that it does what is said of it.")
    private boolean parts;

    @Option(names = "--list", description = "List the set-ups, and what is known of each.")
    private boolean list;

    @Option(names = "--truth", description = "Measure what limits them.")
    private boolean truth;

    @Option(
        names = "--judge",
        description = "Have Tidemark judge those of the training half, by what is built here.")
    private boolean judge;

    @Option(
        names = "--again",
        description =
            "Have the model that is built here judge what earlier verdicts were judged by.")
    private boolean again;

    @Option(names = "--page", description = "Write docs/accuracy.md and a page of each set-up.")
    private boolean page;
  }

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "Only these set-ups, with commas between, or those whose names contain it.")
  private String only = "";

  @Option(
      names = "--held-out",
      description =
          "With --judge or --again: those that are held out instead; only of a commit without changes.")
  private boolean heldOut;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "With --judge: the five that are named for it in setups.yaml, N times each.")
  private int repeat = 1;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "With --judge: search, watch or diagnose; default the first two. With --again: search or watch.")
  private String mode = "";

  @Option(
      names = "--window",
      paramLabel = "TIME",
      description = "With --truth: of each measurement; default 5s.")
  private String window = "5s";

  @Option(
      names = "--busy-host",
      description =
          "Measure although others use this host: to see that it works, for no number is right then.")
  private boolean busyHost;

  @Option(
      names = "--max-duration",
      paramLabel = "TIME",
      description =
          "With --judge: as for tidemark ceiling; with --mode diagnose: for how long pages are saved (default 10m).")
  private String maxDuration;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Where results are; default benchmarks/results/lab.")
  private Path results;

  private Path root;
  private PrintWriter out;
  private PrintWriter err;

  @Override
  public Integer call() {
    root = invocation.root();
    out = invocation.out();
    err = invocation.err();
    Path folder = results == null ? root.resolve("benchmarks/results/lab") : results;
    var catalogue = Catalogue.load();
    var truths = new TruthStore(folder.resolve("truth"), Host.here());
    var verdicts = new JudgedStore(folder.resolve("judged"));
    var again = new AgainStore(folder);
    if (action.list) {
      return list(catalogue, truths);
    }
    if (action.page) {
      Path page =
          results == null ? root.resolve("docs/accuracy.md") : results.resolve("accuracy.md");
      Path setUps = folder.resolve("set-ups.md");
      var cases = new LabCases(catalogue, truths, verdicts, again);
      write(page, AccuracyPage.of(cases));
      write(setUps, SetUpsPage.of(cases, new Ledger(folder)));
      out.println("written: " + page + ", " + setUps);
      return 0;
    }
    if (action.again) {
      return again(
          catalogue,
          verdicts,
          again,
          new Ledger(folder),
          () -> new LabCases(catalogue, truths, verdicts, again));
    }
    return alone(
        () -> {
          if (action.parts) {
            return parts();
          }
          return action.truth
              ? truth(catalogue, truths)
              : judge(catalogue, truths, verdicts, new Ledger(folder));
        });
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Measures only if no other lab runs on this host, because two would disturb each other. */
  private int alone(Callable<Integer> measured) {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "tidemark-one-lab.lock");
    try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        err.println("another lab measures on this host: wait for its end");
        return BUSY;
      }
      Leftovers.clean()
          .forEach(left -> err.println("left behind by a lab that was killed: " + left));
      // The hook also runs after Ctrl-C.
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    LabProcess.endCurrent();
                    Leftovers.clean();
                  }));
      return measured.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private int parts() {
    var wrong = new int[1];
    PartChecks.all()
        .forEach(
            outcome -> {
              out.println(outcome);
              out.flush();
              if (!outcome.isMissing() && !outcome.isShown()) {
                wrong[0]++;
              }
            });
    return wrong[0] == 0 ? 0 : WRONG;
  }

  private List<Setup> selected(Catalogue catalogue) {
    List<Setup> selected = catalogue.select(only);
    if (selected.isEmpty()) {
      throw invocation.misused("no set-up has '%s' in its name; --list names them".formatted(only));
    }
    return selected;
  }

  private int list(Catalogue catalogue, TruthStore truths) {
    for (Setup setup : selected(catalogue)) {
      String half =
          catalogue
              .half(catalogue.familyOf(setup))
              .name()
              .toLowerCase(Locale.ROOT)
              .replace('_', ' ');
      out.printf(
          "%-32s %-9s %-70s %s%n",
          setup.name(),
          half,
          String.join(" ", setup.knobs().stream().map(knob -> knob.name()).toList()),
          truths.read(setup).map(Lab::inShort).orElse("not measured"));
    }
    return 0;
  }

  private int truth(Catalogue catalogue, TruthStore truths) {
    Duration length = invocation.duration("--window", window);
    List<Setup> wanted = selected(catalogue);
    List<Setup> left = truths.left(wanted);
    err.printf(
        "%d of %d set-ups are measured on a host like this (%s); %d are left: about %s%n",
        wanted.size() - left.size(),
        wanted.size(),
        truths.host().id(),
        left.size(),
        text(
            left.stream()
                .map(setup -> takes(setup, length))
                .reduce(Duration.ZERO, Duration::plus)));
    int done = 0;
    for (Setup setup : left) {
      err.printf("%s (%d of %d left)%n", setup.name(), left.size() - done++, left.size());
      awaitQuiet();
      Truth truth = measure(setup, truths.host(), length);
      truths.write(setup, truth);
      err.printf("%s: %s%n", setup.name(), inShort(truth));
    }
    wanted.forEach(
        setup ->
            out.printf(
                "%-32s %s%n",
                setup.name(), truths.read(setup).map(Lab::inShort).orElse("not measured")));
    return 0;
  }

  /**
   * Waits until the host is quiet, because other load changes every measurement, but may end soon.
   */
  private void awaitQuiet() {
    if (!busyHost && !Poll.until(QUIET_WITHIN, Duration.ZERO, Lab::isQuiet)) {
      throw new RunException(
          "others use this host: less than %.0f %% of it was idle for %d min; end them, and start this again, which goes on"
              .formatted(100 * QUIET, QUIET_WITHIN.toMinutes()));
    }
  }

  private static boolean isQuiet() {
    HostCpu before = HostCpu.read();
    long from = System.nanoTime();
    Poll.pause(LOOKED_AT);
    double seconds = (System.nanoTime() - from) / 1e9;
    double busy = HostCpu.read().busySeconds() - before.busySeconds();
    return busy / (seconds * before.cores()) <= 1 - QUIET;
  }

  private Truth measure(Setup setup, Host host, Duration length) {
    Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String command = "benchmarks/run lab --truth --only " + setup.name();
    try (var ended =
        LabProcess.run(
            root,
            List.of("truth", Long.toString(length.toMillis()), setup.name()),
            List.of(command),
            takes(setup, length).multipliedBy(STUCK),
            err::println)) {
      if (ended.file().isPresent()) {
        return JSON.readValue(ended.file().get().toFile(), Truth.class);
      }
      var begun =
          new Truth(
              setup.name(),
              setup.family(),
              setup.hash(),
              host,
              setup.raw(),
              command,
              started.toString(),
              Duration.between(started, Instant.now()).toSeconds(),
              null,
              "",
              null,
              null,
              List.of(),
              List.of(),
              null);
      return TruthRun.unmeasured(begun, Truth.Status.FAILED, ended.problem());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Duration takes(Setup setup, Duration window) {
    return START.plus(window.plus(SETTLES).multipliedBy(TruthRun.windows(setup)));
  }

  private static String inShort(Truth truth) {
    return switch (truth.status()) {
      case MEASURED ->
          String.format(
              Locale.ROOT,
              "%,.0f samples/s; right: %s%s",
              truth.base(),
              String.join(", ", truth.label().words().toList()),
              truth.label().counts() ? "" : " (does not count: " + truth.label().why() + ")");
      case FAILED -> "failed: " + truth.reason();
      case MISSING -> "not run: " + truth.reason();
    };
  }

  private int judge(Catalogue catalogue, TruthStore truths, JudgedStore verdicts, Ledger ledger) {
    if (maxDuration != null && results == null) {
      throw invocation.misused(
          "--max-duration: such verdicts are none of the usual length; name a folder for them with --results");
    }
    Commit commit = judgingCommit();
    List<JudgedStore.Task> wanted = tasks(catalogue);
    List<JudgedStore.Task> left = verdicts.left(commit, wanted);
    err.printf(
        "%d of %d verdicts are there of %s; %d are left: about %s%n",
        wanted.size() - left.size(),
        wanted.size(),
        commit.folder(),
        left.size(),
        text(left.stream().map(task -> takes(task.mode())).reduce(Duration.ZERO, Duration::plus)));
    int done = 0;
    for (JudgedStore.Task task : left) {
      err.printf("%s (%d of %d left)%n", task, left.size() - done++, left.size());
      awaitQuiet();
      Judged judged = judged(task, commit, truths.host());
      verdicts.write(judged, task);
      err.printf(
          "%s: %s%n",
          task, judged.isJudged() ? judged.cause() + " " + judged.confidence() : judged.reason());
    }
    for (JudgedStore.Task task : wanted) {
      Judged judged = verdicts.read(commit, task).orElseThrow();
      out.printf(
          "%-48s %s%n",
          task,
          judged.isJudged()
              ? judged.cause() + " " + judged.confidence()
              : judged.status() + ": " + judged.reason());
    }
    if (heldOut) {
      ledger.append(commit, wanted, verdicts, truths);
    }
    return 0;
  }

  private Duration takes(Judged.Mode mode) {
    return switch (mode) {
      case SEARCH -> SEARCH_TAKES;
      case WATCH -> WATCH_TAKES;
      // The second takes seconds, for it is of the same pages.
      case DIAGNOSE -> savesPages().plusMinutes(1);
      case DIAGNOSE_5S -> Duration.ofSeconds(5);
    };
  }

  private Duration savesPages() {
    return maxDuration == null
        ? DiagnoseRun.USUAL_LENGTH
        : invocation.duration("--max-duration", maxDuration);
  }

  private Commit judgingCommit() {
    Commit commit = Commit.of(root);
    if (heldOut && !commit.clean()) {
      throw invocation.misused(
          "--held-out: commit first; what is held out is judged by a commit without changes");
    }
    return commit;
  }

  /**
   * Runs the current model on kept windows. For held-out families it prints only sums, because a
   * family is no longer held out once somebody has read its rows.
   */
  private int again(
      Catalogue catalogue,
      JudgedStore verdicts,
      AgainStore store,
      Ledger ledger,
      Supplier<LabCases> cases) {
    Commit commit = judgingCommit();
    List<JudgedStore.Task> wanted = tasks(catalogue);
    if (modes().stream().anyMatch(Judged.Mode::isOfPages)) {
      throw invocation.misused("--again: of a diagnosis, --judge reads the same pages again");
    }
    List<Judged> kept =
        verdicts.newest().stream()
            .filter(
                judged ->
                    judged.isJudged()
                        && judged.repetition() == 0
                        && wanted.stream().anyMatch(each -> each.is(judged)))
            .toList();
    var made = new ArrayList<Again>();
    for (Judged judged : kept) {
      try {
        made.add(Again.of(judged, commit));
        err.printf("%d of %d%n", made.size(), kept.size());
      } catch (ConfigException e) {
        err.printf("left out: %s%n", e.getMessage());
      }
    }
    store.write(made);
    LabCases all = cases.get();
    var half = heldOut ? Catalogue.Half.HELD_OUT : Catalogue.Half.TRAINING;
    if (heldOut) {
      ledger.append(commit, made, all);
    } else {
      all.all().stream()
          .filter(each -> made.stream().anyMatch(each::isOf))
          .forEach(each -> out.println(each.probablyInShort()));
    }
    modes().forEach(each -> out.println(new Scores(all).inShort(each, half)));
    return 0;
  }

  private List<JudgedStore.Task> tasks(Catalogue catalogue) {
    var half = heldOut ? Catalogue.Half.HELD_OUT : Catalogue.Half.TRAINING;
    List<Setup> setups =
        repeat > 1
            ? catalogue.repeated()
            : selected(catalogue).stream()
                .filter(setup -> catalogue.half(catalogue.familyOf(setup)) == half)
                .toList();
    if (setups.isEmpty()) {
      throw invocation.misused(
          "'%s' is of the other half%s".formatted(only, heldOut ? "" : ": --held-out judges it"));
    }
    var tasks = new ArrayList<JudgedStore.Task>();
    for (int repetition = 0; repetition < repeat; repetition++) {
      for (Setup setup : setups) {
        for (Judged.Mode each : modes()) {
          tasks.add(new JudgedStore.Task(setup, each, repetition));
        }
      }
    }
    return tasks;
  }

  private List<Judged.Mode> modes() {
    return switch (mode) {
      case "" -> List.of(Judged.Mode.SEARCH, Judged.Mode.WATCH);
      case "search" -> List.of(Judged.Mode.SEARCH);
      case "watch" -> List.of(Judged.Mode.WATCH);
      case "diagnose" -> List.of(Judged.Mode.DIAGNOSE, Judged.Mode.DIAGNOSE_5S);
      default -> throw invocation.misused("--mode: search, watch or diagnose, not " + mode);
    };
  }

  private Judged judged(JudgedStore.Task task, Commit commit, Host host) {
    String at = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    String kind = task.mode().name().toLowerCase(Locale.ROOT);
    String command =
        "benchmarks/run lab --judge --mode %s --only %s"
            .formatted(task.mode().isOfPages() ? "diagnose" : kind, task.setup().name());
    var more = new ArrayList<>(List.of(command));
    if (maxDuration != null) {
      more.addAll(List.of("--max-duration", maxDuration));
    }
    try (var ended =
        LabProcess.run(
            root,
            List.of(kind, Integer.toString(task.repetition()), task.setup().name()),
            more,
            task.mode().isOfPages() ? JUDGED_WITHIN.plus(savesPages()) : JUDGED_WITHIN,
            err::println)) {
      if (ended.file().isPresent()) {
        return JSON.readValue(ended.file().get().toFile(), Judged.class);
      }
      return Judged.failed(task, host, commit, command, at, ended.problem());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Duration time) {
    return time.toHours() > 0
        ? "%d h %d min".formatted(time.toHours(), time.toMinutesPart())
        : "%d min".formatted(Math.max(time.isZero() ? 0 : 1, time.toMinutes()));
  }
}
