package io.tidemark.cli;

import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.measure.Amounts;
import io.tidemark.report.ReportJson;
import io.tidemark.savepoint.Catalogue;
import io.tidemark.savepoint.Catalogue.Entry;
import io.tidemark.savepoint.Manifest;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists savepoints, and tells whether they can be used. */
@Command(
    name = "savepoints",
    description = {
      "List, show, verify and remove savepoints that Tidemark took.",
      "Only those with a " + Manifest.FILE + " beside them are known."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark savepoints list .tidemark/ab-20261121-061824",
      "  tidemark savepoints verify .tidemark/ab-20261121-061824/savepoints/savepoint-1b3f5a-0c1d2e3f4a5b"
    })
final class SavepointsCommand implements Callable<Integer> {
  private static final String FOLDER = "Path or URI of the savepoint.";

  @Spec private CommandSpec spec;

  /** Called when the command line names none of the subcommands: it prints the help. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return Exit.BAD_USAGE.code();
  }

  /**
   * The result that {@code --json} prints of savepoints that were listed, verified or removed.
   *
   * @param savepoints the savepoints, each with its manifest
   */
  record Savepoints(List<Entry> savepoints) {}

  private static String line(Entry entry) {
    Manifest manifest = entry.manifest();
    return "%s  %-8s %12s read  %9s  %s%n"
        .formatted(
            manifest.createdAt().substring(0, 19),
            manifest.source(),
            Amounts.count(manifest.totals().getOrDefault("samplesRead", 0L)),
            Amounts.bytes(manifest.bytes()),
            entry.path());
  }

  /**
   * Prints JSON for all entries at the end, but text for each entry at once, because work on the
   * next one may fail.
   */
  private int print(PrintOptions common, Stream<Entry> entries, Function<Entry, String> line) {
    PrintWriter out = spec.commandLine().getOut();
    var done = new ArrayList<Entry>();
    entries.forEach(
        entry -> {
          done.add(entry);
          out.print(common.json ? "" : line.apply(entry));
        });
    common.print(out, new Savepoints(done), "");
    return Exit.DONE.code();
  }

  @Command(description = "One line for each savepoint at or below a folder.")
  int list(
      @Mixin PrintOptions common,
      @Parameters(paramLabel = "FOLDER", defaultValue = ".", description = "Default: this folder.")
          String folder) {
    common.startLogging();
    List<Entry> entries = Catalogue.list(folder);
    if (entries.isEmpty() && !common.quiet) {
      spec.commandLine().getErr().println("no savepoints of Tidemark's at or below " + folder);
    }
    return print(common, entries.stream(), SavepointsCommand::line);
  }

  @Command(description = "What a savepoint holds, as JSON.")
  int show(
      @Mixin PrintOptions common,
      @Parameters(paramLabel = "SAVEPOINT", description = FOLDER) String path) {
    common.startLogging();
    Manifest manifest = Catalogue.show(path).manifest();
    common.print(spec.commandLine().getOut(), manifest, ReportJson.write(manifest));
    return Exit.DONE.code();
  }

  @Command(description = "Read all of a savepoint and compare it with its manifest.")
  int verify(
      @Mixin PrintOptions common,
      @Parameters(paramLabel = "SAVEPOINT", description = FOLDER, arity = "1..*")
          List<String> paths) {
    common.startLogging();
    return print(
        common,
        paths.stream().map(Catalogue::verify),
        entry ->
            "%s is whole: %d operators, %s%n"
                .formatted(
                    entry.path(),
                    entry.manifest().operators().size(),
                    Amounts.bytes(entry.manifest().bytes())));
  }

  @Command(description = "Remove savepoints, with their manifests.")
  int remove(
      @Mixin PrintOptions common,
      @Parameters(paramLabel = "SAVEPOINT", description = FOLDER, arity = "1..*")
          List<String> paths) {
    common.startLogging();
    return print(
        common,
        paths.stream().map(Catalogue::remove),
        entry -> common.quiet ? "" : "removed %s%n".formatted(entry.path()));
  }
}
