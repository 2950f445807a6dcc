package io.tidemark.cli;

import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.report.Page;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.ReportReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Renders a report again from its JSON file. */
@Command(
    name = "report",
    description = "Write report.md and report.html from a report.json.",
    footer = {"", "Example: tidemark report findings/report.json --out elsewhere"})
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A report.json that ceiling or ab wrote.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder to write into; default: that of FILE.")
  private Path folder;

  @Mixin private PrintOptions common;

  /** The result that {@code --json} prints: paths of the files that were written. */
  record Rendered(String html, String markdown) {}

  @Override
  public Integer call() {
    common.startLogging();
    Page page = ReportReader.page(file);
    Path to = folder == null ? file.toAbsolutePath().getParent() : folder;
    try {
      Files.createDirectories(to);
    } catch (IOException e) {
      throw new ConfigException("--out %s: can't make this folder".formatted(to), e);
    }
    ReportFiles.render(to, page);
    Path html = to.resolve("report.html");
    common.print(
        spec.commandLine().getOut(),
        new Rendered(html.toString(), to.resolve("report.md").toString()),
        html + System.lineSeparator());
    return Exit.DONE.code();
  }
}
