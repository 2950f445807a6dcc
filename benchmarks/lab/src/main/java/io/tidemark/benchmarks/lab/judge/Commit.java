package io.tidemark.benchmarks.lab.judge;

import io.tidemark.process.ServerUser;
import java.nio.file.Path;
import java.util.List;

/**
 * The commit that judges.
 *
 * @param id first twelve digits of its hash
 * @param date date of the commit in ISO 8601
 * @param clean whether the working tree has no changes that affect verdicts, which are those of the
 *     product's sources
 */
public record Commit(String id, String date, boolean clean) {
  private static final int DIGITS = 12;

  /** The paths that affect verdicts. Results that the lab itself writes do not. */
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

  /** Returns a folder's name. */
  public String folder() {
    return clean ? id : id + "-changed";
  }
}
