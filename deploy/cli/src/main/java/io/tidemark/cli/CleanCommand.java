package io.tidemark.cli;

import io.tidemark.console.Versions;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.RunLabel;
import io.tidemark.process.RunException;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Deletes what a run wrote into a database of the user's. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    description = {
      "Delete what a run, a search or a comparison wrote into your database, and nothing else.",
      "Without --run, lists the runs in the database."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark clean -c run.yaml",
      "  tidemark clean -c run.yaml --run tidemark-20261122-035500_k7q2x --dry-run",
      "  tidemark clean -c run.yaml --run ab-20261122-041200_0c9zm --yes",
      "  tidemark clean -c cluster.yaml --at http://vmselect:8481 --run tidemark-20261122-035500_k7q2x"
    })
final class CleanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private Consent consent;

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

  private final Thread unfinished = new Thread(this::sayUnfinished, "unfinished");

  /** A label and its value. */
  private record Held(String label, String value) {
    @Override
    public String toString() {
      return label + "=" + value;
    }
  }

  @Override
  public Integer call() {
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

  private String byHand(Tsdb kind, TargetConfig target) {
    String held = "%s=%s".formatted(RunLabel.KEY, run == null ? "NAME" : run);
    return "a database of target.type=%s has no way to delete by label; %s"
        .formatted(kind.type(), kind.deletionByHand(target, held));
  }

  /** What a signal ends in the middle. */
  private void sayUnfinished() {
    spec.commandLine()
        .getErr()
        .println("tidemark: ended while deleting %s; call it again".formatted(run));
  }

  private int clean(RunEraser eraser, URI url) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    List<Held> held = held(eraser);
    if (held.isEmpty()) {
      out.println("nothing of %s is in %s".formatted(run == null ? "any run" : run, url));
    } else if (run == null || dryRun) {
      for (Held each : held) {
        out.println("%s, %s".formatted(each, series(eraser, each)));
      }
      out.println("nothing was deleted" + (run == null ? "; --run NAME deletes a run" : ""));
    } else {
      delete(eraser, held, url);
    }
    return Exit.DONE.code();
  }

  /** Of the run, or of all runs. */
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

  private static String series(RunEraser eraser, Held held) throws IOException {
    OptionalLong series = eraser.count(held.label(), held.value());
    return series.isEmpty()
        ? "more series than the database counts"
        : "%d series".formatted(series.getAsLong());
  }

  private void delete(RunEraser eraser, List<Held> held, URI url) throws IOException {
    String all = String.join(", ", held.stream().map(Held::toString).toList());
    consent.to(
        spec.commandLine().getErr(),
        "This deletes every series with %s from %s.".formatted(all, url));
    Runtime.getRuntime().addShutdownHook(unfinished);
    for (String label : RunLabel.KEYS) {
      eraser.erase(label, run);
    }
    for (Held each : held) {
      OptionalLong left = eraser.count(each.label(), each.value());
      if (left.isPresent() && left.getAsLong() > 0) {
        throw new RunException(
            "the database still has %d series with %s".formatted(left.getAsLong(), each));
      }
    }
    Runtime.getRuntime().removeShutdownHook(unfinished);
    spec.commandLine().getOut().println("deleted " + all);
  }
}
