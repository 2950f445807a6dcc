package io.tidemark.benchmarks.lab.judge;

import io.tidemark.process.ServerUser;
import java.nio.file.Path;
import java.util.List;

/**
 * What was judged by.
 *
 * @param id the first twelve digits
 * @param date of the commit, ISO-8601
 * @param clean whether nothing that verdicts hang on differs from it: sources of the product
 */
public record Commit(String id, String date, boolean clean) {
  private static final int DIGITS = 12;

  /** Results that the lab itself writes change nothing that is judged. */
  private static final List<String> PRODUCT =
      List.of(
          "sinks",
          "job",
          "savepoints",
          "deploy",
          "pom.xml",
          "tidemark",
          "benchmarks/src",
          "benchmarks/lab");

  public static Commit of(Path root) {
    String id = git(root, List.of("rev-parse", "--short=" + DIGITS, "HEAD"));
    String date = git(root, List.of("log", "-1", "--format=%cs"));
    var status = new java.util.ArrayList<>(List.of("status", "--porcelain", "--"));
    status.addAll(PRODUCT);
    return new Commit(id, date, git(root, status).isEmpty());
  }

  private static String git(Path root, List<String> arguments) {
    var command = new java.util.ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(arguments);
    return ServerUser.output(command);
  }

  /** A name of a folder. */
  public String folder() {
    return clean ? id : id + "-changed";
  }
}
