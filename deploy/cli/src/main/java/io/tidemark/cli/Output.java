package io.tidemark.cli;

import io.tidemark.console.Logging;
import io.tidemark.job.config.ConfigException;
import io.tidemark.report.ReportFiles;
import io.tidemark.report.ReportJson;
import io.tidemark.run.Preflight;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** The places where a command's result goes: standard output, and the folder of {@code --out}. */
record Output(CommandSpec spec, boolean json, Optional<Path> folder) {
  /**
   * Makes the folder and opens the log in it, before anything is measured that could not be saved.
   *
   * @throws ConfigException if the folder can't be written to
   */
  static Output prepare(CommandSpec spec, OutputOptions common) {
    Optional<Path> folder = Optional.ofNullable(common.folder).map(Output::make);
    Logging.configure(common.verbose, folder);
    return new Output(spec, common.json, folder);
  }

  /**
   * Makes a folder that is to hold only the result, and no log.
   *
   * @throws ConfigException if the folder can't be written to, or is not empty
   */
  static Output into(CommandSpec spec, OutputOptions common, Path folder) {
    make(folder);
    String[] there = folder.toFile().list();
    if (there == null || there.length > 0) {
      throw new ConfigException(
          "--out=%s holds something already; name another folder".formatted(folder));
    }
    Logging.configure(common.verbose, Optional.empty());
    return new Output(spec, common.json, Optional.empty());
  }

  /**
   * Prints the result.
   *
   * @param table the result as text for people
   */
  void print(Record result, String table) {
    var out = spec.commandLine().getOut();
    out.print(json ? ReportJson.write(result) : table);
    out.flush();
  }

  /** Writes the result as JSON into the folder, if there is one. */
  void save(String name, Record result) {
    folder.ifPresent(to -> ReportFiles.write(to.resolve(name), ReportJson.write(result)));
  }

  private static Path make(Path folder) {
    Preflight.requireWritable("--out", folder.toString());
    return folder;
  }
}
