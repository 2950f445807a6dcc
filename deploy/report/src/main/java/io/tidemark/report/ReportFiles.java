package io.tidemark.report;

import io.tidemark.process.RunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a report into a folder. Each file is written completely or not at all. */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Writes {@code report.json}, {@code report.md} and {@code report.html}.
   *
   * @throws RunException if a file can't be written
   */
  public static void write(Path folder, String json, Page page) {
    write(folder.resolve("report.json"), json);
    render(folder, page);
  }

  /** Writes the page without {@code report.json}, which exists already or has another name. */
  public static void render(Path folder, Page page) {
    write(folder.resolve("report.md"), MarkdownPage.of(page));
    write(folder.resolve("report.html"), HtmlPage.of(page));
  }

  /**
   * Replaces a file in one step.
   *
   * @throws RunException if the file can't be written
   */
  public static void write(Path file, String text) {
    try {
      // A temporary file made by Java would be unreadable for other users.
      Path unfinished = file.resolveSibling(file.getFileName() + ".part");
      try {
        Files.writeString(unfinished, text);
        Files.move(
            unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      throw new RunException("can't write %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
