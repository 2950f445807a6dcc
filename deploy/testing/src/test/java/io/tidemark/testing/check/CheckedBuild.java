package io.tidemark.testing.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a build of {@code tidemark check} has found. Prints a line for each finding, and ends with 1
 * if there is one. A test that did not run though it should have is one, too, unless something else
 * explains that.
 */
public final class CheckedBuild {
  private static final String BUILD = "build.log";

  private final Path root;
  private final Path folder;

  CheckedBuild(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /**
   * @param args the repository's root, and the folder where the launcher has put {@code started},
   *     {@code classes} (the tests that were to run, one a line), {@code keys} (of {@link
   *     PassedModules}) and the logs of Maven, each with its exit code in a file that ends in
   *     {@code .status}. What is left of {@code classes} is put into {@code not-run}.
   */
  public static void main(String[] args) throws IOException {
    var build = new CheckedBuild(Path.of(args[0]).toRealPath(), Path.of(args[1]));
    Set<Finding> findings = build.findings();
    findings.forEach(System.out::println);
    System.exit(findings.isEmpty() ? 0 : 1);
  }

  Set<Finding> findings() throws IOException {
    var modules = new Modules(root);
    var findings = new TreeSet<Finding>();
    boolean built = true;
    for (Path log : logs()) {
      var said = new MavenLog(root, modules, read(log));
      Set<Finding> found = said.findings();
      if (found.isEmpty() && !succeeded(log)) {
        found = Set.of(said.reason().orElseGet(() -> unexplained(log)));
      }
      built &= found.isEmpty() || !log.endsWith(BUILD);
      findings.addAll(found);
    }
    FileTime started = Files.getLastModifiedTime(folder.resolve("started"));
    var reports = new SurefireReports(root, modules, started);
    findings.addAll(reports.findings());
    var left = new ArrayList<>(Files.readAllLines(folder.resolve("classes")));
    left.removeAll(reports.classes());
    Files.write(folder.resolve("not-run"), left);
    if (built) {
      left.forEach(type -> findings.add(didNotRun(modules, type)));
      if (left.isEmpty()) {
        keepPassed(reports.failedModules());
      }
    }
    return findings;
  }

  /** Of the modules whose tests were to run those whose tests passed. */
  private void keepPassed(Set<String> failed) throws IOException {
    var passed = new PassedModules(root, folder);
    for (String line : Files.readAllLines(folder.resolve("keys"))) {
      String key = line.substring(0, line.indexOf(' '));
      String module = line.substring(key.length() + 1);
      if (!failed.contains(module)) {
        passed.add(module, key);
      }
    }
  }

  /** In whatever encoding: a strange byte in a message is no reason to see none. */
  private static List<String> read(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static boolean succeeded(Path log) throws IOException {
    Path status = log.resolveSibling(log.getFileName().toString().replace(".log", ".status"));
    return Files.exists(status) && Files.readString(status).strip().equals("0");
  }

  private Finding unexplained(Path log) {
    return new Finding(
        "pom.xml",
        1,
        "Maven failed without a word that is known here",
        "read " + root.relativize(log));
  }

  private static Finding didNotRun(Modules modules, String type) {
    return new Finding(
        modules.source(type).orElse("pom.xml"),
        1,
        type + " did not run",
        "give it a test, or another name: the names of classes with tests end in Test");
  }
}
