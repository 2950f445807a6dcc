package io.tidemark.cli;

import io.tidemark.measure.Amounts;
import io.tidemark.savepoint.Catalogue;
import io.tidemark.savepoint.Catalogue.Entry;
import io.tidemark.savepoint.Json;
import io.tidemark.savepoint.Manifest;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What savepoints there are, and whether they can be used. */
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
final class SavepointsCommand implements Runnable {
  private static final String FOLDER = "Path or URI of the savepoint.";

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(description = "One line for each savepoint at or below a folder.")
  int list(
      @Parameters(paramLabel = "FOLDER", defaultValue = ".", description = "Default: this folder.")
          String folder) {
    List<Entry> entries = Catalogue.list(folder);
    PrintWriter out = spec.commandLine().getOut();
    for (Entry entry : entries) {
      Manifest manifest = entry.manifest();
      out.println(
          "%s  %-8s %12s read  %9s  %s"
              .formatted(
                  manifest.createdAt().substring(0, 19),
                  manifest.source(),
                  Amounts.count(manifest.totals().getOrDefault("samplesRead", 0L)),
                  Amounts.bytes(manifest.bytes()),
                  entry.path()));
    }
    if (entries.isEmpty()) {
      spec.commandLine().getErr().println("no savepoints of Tidemark's at or below " + folder);
    }
    out.flush();
    return Exit.DONE.code();
  }

  @Command(description = "What a savepoint holds, as JSON.")
  int show(@Parameters(paramLabel = "SAVEPOINT", description = FOLDER) String path) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(Json.write(Catalogue.show(path).manifest()));
    out.flush();
    return Exit.DONE.code();
  }

  @Command(description = "Read all of a savepoint and compare it with its manifest.")
  int verify(
      @Parameters(paramLabel = "SAVEPOINT", description = FOLDER, arity = "1..*")
          List<String> paths) {
    PrintWriter out = spec.commandLine().getOut();
    for (String path : paths) {
      Entry entry = Catalogue.verify(path);
      out.println(
          "%s is whole: %d operators, %s"
              .formatted(
                  entry.path(),
                  entry.manifest().operators().size(),
                  Amounts.bytes(entry.manifest().bytes())));
    }
    out.flush();
    return Exit.DONE.code();
  }

  @Command(description = "Remove savepoints, with their manifests.")
  int remove(
      @Parameters(paramLabel = "SAVEPOINT", description = FOLDER, arity = "1..*")
          List<String> paths,
      @Option(
              names = {"-q", "--quiet"},
              description = "Print nothing.")
          boolean quiet) {
    for (String path : paths) {
      Entry entry = Catalogue.remove(path);
      if (!quiet) {
        spec.commandLine().getOut().println("removed " + entry.path());
      }
    }
    return Exit.DONE.code();
  }
}
