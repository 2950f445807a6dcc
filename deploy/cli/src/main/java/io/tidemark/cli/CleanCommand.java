package io.tidemark.cli;

import io.tidemark.job.ConfigOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.RunException;
import io.tidemark.run.RunLabel;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
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
    versionProvider = Main.Versions.class,
    description = {
      "Delete what a search or a comparison wrote into your database, and nothing else.",
      "They say the run's name before they begin."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark clean -c run.yaml --run tidemark-20261122-035500",
      "  tidemark clean -c run.yaml --run ab-20261122-041200 --yes",
      "  tidemark clean -c cluster.yaml --at http://vmselect:8481 --run tidemark-20261122-035500"
    })
final class CleanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private Consent consent;

  @Option(names = "--run", paramLabel = "NAME", required = true, description = "Of the run.")
  private String run;

  @Option(
      names = "--at",
      paramLabel = "URL",
      description = "Where the database takes deletions, if that is not target.urls.")
  private URI at;

  private final Thread unfinished = new Thread(this::sayUnfinished, "unfinished");

  @Override
  public Integer call() {
    RunLabel.requireName(run);
    TargetConfig target = options.load().config().target();
    if (at != null) {
      target = target.withUrls(List.of(at));
    }
    if (target.urls().isEmpty()) {
      throw new ConfigException("target.urls is not set; name the database that the run wrote to");
    }
    Tsdb kind = Tsdb.byType(target.type(), CleanCommand.class.getClassLoader());
    RunEraser eraser =
        kind.eraser(target)
            .orElseThrow(
                () ->
                    new ConfigException(
                        "a database of target.type=%s has no way to delete by label; drop what has run=%s by hand"
                            .formatted(kind.type(), run)));
    try (eraser) {
      return clean(eraser, target);
    } catch (IOException e) {
      throw new RunException(e.getMessage(), e);
    }
  }

  /** What a signal ends in the middle. */
  private void sayUnfinished() {
    spec.commandLine()
        .getErr()
        .println("tidemark: ended while deleting %s; call it again".formatted(run));
  }

  private int clean(RunEraser eraser, TargetConfig target) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    var held = new ArrayList<String>();
    for (String label : RunLabel.LABELS) {
      eraser.find(label, run).forEach(value -> held.add(label + "=" + value));
    }
    if (held.isEmpty()) {
      out.println("nothing of %s is in %s".formatted(run, target.urls().get(0)));
      return Main.DONE;
    }
    consent.to(
        spec.commandLine().getErr(),
        "This deletes every series with %s from %s."
            .formatted(String.join(", ", held), target.urls().get(0)));
    Runtime.getRuntime().addShutdownHook(unfinished);
    for (String label : RunLabel.LABELS) {
      eraser.erase(label, run);
      List<String> left = eraser.find(label, run);
      if (!left.isEmpty()) {
        throw new RunException("the database still has %s=%s".formatted(label, left));
      }
    }
    Runtime.getRuntime().removeShutdownHook(unfinished);
    out.println("deleted " + String.join(", ", held));
    return Main.DONE;
  }
}
