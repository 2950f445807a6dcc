package io.tidemark.cli;

import io.tidemark.aged.KeptDatabases;
import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.console.Versions;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.Amounts;
import io.tidemark.process.RunException;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Deletes what a run wrote into a database that belongs to the user. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    description = {
      "Delete what a run, a search or a comparison wrote into your database, and nothing else.",
      "Without --run, lists the runs in the database. With --aged, lists or deletes databases that",
      "Tidemark has filled and kept."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark clean -c run.yaml",
      "  tidemark clean -c run.yaml --run tidemark-20261122-035500_k7q2x --dry-run",
      "  tidemark clean -c run.yaml --run ab-20261122-041200_0c9zm --yes",
      "  tidemark clean -c cluster.yaml --at http://vmselect:8481 --run tidemark-20261122-035500_k7q2x",
      "  tidemark clean --aged"
    })
final class CleanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private Consent consent;
  @Mixin private PrintOptions common;

  @Option(
      names = "--run",
      paramLabel = "NAME",
      description = "Delete the series of this run; the result of the run has its name.")
  private String run;

  @Option(
      names = "--dry-run",
      description = "Show what would be deleted and how much; delete nothing.")
  private boolean dryRun;

  @Option(
      names = "--at",
      paramLabel = "URL",
      description = "Address of the deletion API, if it differs from target.urls.")
  private URI at;

  @Option(
      names = "--aged",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "List the databases that --aged of ceiling, run and ab has filled and kept; with NAME, delete",
        "that one."
      })
  private String aged;

  @Option(
      names = "--aged-dir",
      paramLabel = "DIR",
      defaultValue = KeptDatabases.FOLDER,
      description = "Where filled databases are kept; default ${DEFAULT-VALUE}.")
  private Path agedFolder;

  private final Thread unfinished = new Thread(this::sayUnfinished, "unfinished");

  /** A label that marks the series of a run, and its value. */
  private record Held(String label, String value) {}

  /**
   * The result that {@code --json} prints.
   *
   * @param database address of the database, or the folder of the databases that were filled
   * @param run name of the run; null if all runs were to be listed
   * @param deleted whether the series or the database are deleted; if not, they were only listed
   * @param aged the databases that were filled; null if the command was about runs
   */
  record Cleaned(
      String database,
      String run,
      boolean deleted,
      List<Labelled> labels,
      List<KeptDatabases.Entry> aged) {}

  /**
   * A label of a run with its value.
   *
   * @param series number of series that have it, or had it before they were deleted; null if there
   *     are more than the database counts
   */
  record Labelled(String label, String value, Long series) {}

  @Override
  public Integer call() {
    common.startLogging();
    if (aged != null) {
      return cleanAged(new KeptDatabases(agedFolder));
    }
    if (run != null) {
      RunLabel.requireName(run);
    }
    TargetConfig configured = options.load().config().target();
    TargetConfig target = at == null ? configured : configured.withUrls(List.of(at));
    if (target.urls().isEmpty()) {
      throw new ConfigException("target.urls is not set; name the database that the run wrote to");
    }
    Tsdb kind = Tsdb.byType(target.type(), CleanCommand.class.getClassLoader());
    RunEraser eraser =
        kind.eraser(target).orElseThrow(() -> new ConfigException(byHand(kind, target)));
    try (eraser) {
      return clean(eraser, target.urls().get(0));
    } catch (IOException e) {
      throw new RunException(e.getMessage(), e);
    }
  }

  private int cleanAged(KeptDatabases kept) {
    if (run != null || at != null) {
      throw new ConfigException("--run and --at are of your database; --aged names one of ours");
    }
    List<KeptDatabases.Entry> entries =
        kept.list().stream().filter(each -> aged.isEmpty() || each.name().equals(aged)).toList();
    if (!aged.isEmpty() && entries.isEmpty()) {
      throw new ConfigException("--aged=%s: there is none in %s".formatted(aged, kept.folder()));
    }
    boolean deletes = !aged.isEmpty() && !dryRun;
    if (deletes) {
      consent.to(
          spec.commandLine().getErr(),
          "This deletes the filled database %s (%s)."
              .formatted(kept.folder().resolve(aged), Amounts.bytes(entries.get(0).bytes())));
      entries.forEach(kept::remove);
    }
    var cleaned = new Cleaned(kept.folder().toString(), null, deletes, List.of(), entries);
    common.print(spec.commandLine().getOut(), cleaned, agedText(cleaned));
    return Exit.DONE.code();
  }

  private static String agedText(Cleaned cleaned) {
    if (cleaned.aged().isEmpty()) {
      return "no filled database is in %s%n".formatted(cleaned.database());
    }
    return cleaned.aged().stream()
        .map(
            each ->
                "%s%s, %s%n"
                    .formatted(
                        cleaned.deleted() ? "deleted " : "",
                        each.name(),
                        each.database() == null
                            ? Amounts.bytes(each.bytes()) + ", not whole"
                            : each.database().past()))
        .collect(Collectors.joining());
  }

  private String byHand(Tsdb kind, TargetConfig target) {
    String held = "%s=%s".formatted(RunLabel.KEY, run == null ? "NAME" : run);
    return "a database of target.type=%s has no way to delete by label; %s"
        .formatted(kind.type(), kind.deletionByHand(target, held));
  }

  /** Says that a signal ended the command in the middle of a deletion. */
  private void sayUnfinished() {
    spec.commandLine()
        .getErr()
        .println("tidemark: ended while deleting %s; call it again".formatted(run));
  }

  private int clean(RunEraser eraser, URI url) throws IOException {
    var labels = new ArrayList<Labelled>();
    for (Held each : held(eraser)) {
      OptionalLong series = eraser.count(each.label(), each.value());
      labels.add(
          new Labelled(each.label(), each.value(), series.isPresent() ? series.getAsLong() : null));
    }
    boolean deletes = run != null && !dryRun && !labels.isEmpty();
    if (deletes) {
      delete(eraser, labels, url);
    }
    var cleaned = new Cleaned(url.toString(), run, deletes, labels, null);
    common.print(spec.commandLine().getOut(), cleaned, text(cleaned));
    return Exit.DONE.code();
  }

  private static String text(Cleaned cleaned) {
    if (cleaned.labels().isEmpty()) {
      return "nothing of %s is in %s%n"
          .formatted(cleaned.run() == null ? "any run" : cleaned.run(), cleaned.database());
    }
    if (cleaned.deleted()) {
      return "deleted %s%n".formatted(names(cleaned.labels()));
    }
    var text = new StringBuilder();
    for (Labelled each : cleaned.labels()) {
      text.append(
          each.series() == null
              ? "%s=%s, more series than the database counts%n"
                  .formatted(each.label(), each.value())
              : "%s=%s, %d series%n".formatted(each.label(), each.value(), each.series()));
    }
    return text.append("nothing was deleted")
        .append(cleaned.run() == null ? "; --run NAME deletes a run" : "")
        .append(System.lineSeparator())
        .toString();
  }

  private static String names(List<Labelled> labels) {
    return labels.stream()
        .map(each -> each.label() + "=" + each.value())
        .collect(Collectors.joining(", "));
  }

  /** Returns the labels of the named run, or of all runs. */
  private List<Held> held(RunEraser eraser) throws IOException {
    List<String> names = run == null ? RunLabel.KINDS : List.of(run);
    var held = new ArrayList<Held>();
    for (String label : RunLabel.KEYS) {
      for (String name : names) {
        eraser.find(label, name).stream()
            .filter(value -> RunLabel.nameIn(value).isPresent())
            .forEach(value -> held.add(new Held(label, value)));
      }
    }
    return held;
  }

  private void delete(RunEraser eraser, List<Labelled> labels, URI url) throws IOException {
    consent.to(
        spec.commandLine().getErr(),
        "This deletes every series with %s from %s.".formatted(names(labels), url));
    Runtime.getRuntime().addShutdownHook(unfinished);
    for (String label : RunLabel.KEYS) {
      eraser.erase(label, run);
    }
    for (Labelled each : labels) {
      OptionalLong left = eraser.count(each.label(), each.value());
      if (left.isPresent() && left.getAsLong() > 0) {
        throw new RunException(
            "the database still has %d series with %s=%s"
                .formatted(left.getAsLong(), each.label(), each.value()));
      }
    }
    Runtime.getRuntime().removeShutdownHook(unfinished);
  }
}
