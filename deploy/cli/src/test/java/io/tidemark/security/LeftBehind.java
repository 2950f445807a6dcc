package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All that a run shows or leaves, byte by byte, under the name of the place where it was found. */
final class LeftBehind {
  private static final Pattern JOB_ID = Pattern.compile("\"jid\":\"([0-9a-f]{32})\"");

  /** Each byte is a character. */
  private final Map<String, String> seen = new TreeMap<>();

  void look(String where, String text) {
    look(where, text.getBytes(StandardCharsets.UTF_8));
  }

  /** What was there before under this name is kept. */
  private void look(String where, byte[] bytes) {
    seen.merge(where, new String(bytes, StandardCharsets.ISO_8859_1), String::concat);
  }

  void lookAtPage(String name, URI url) throws IOException {
    look(name, read(url));
  }

  /** What Flink's web UI knows of a cluster and of its one job. */
  void lookAtJob(String restUrl) throws IOException {
    String overview = page(restUrl, "jobs/overview");
    Matcher job = JOB_ID.matcher(overview);
    assertThat(job.find()).as(overview).isTrue();
    String id = "jobs/" + job.group(1);
    for (String path :
        List.of(
            id,
            id + "/config",
            id + "/plan",
            id + "/exceptions",
            id + "/accumulators?includeSerializedValue=true",
            id + "/checkpoints/config",
            "jobmanager/config",
            "jobmanager/environment",
            "jobmanager/logs")) {
      page(restUrl, path);
    }
  }

  private String page(String restUrl, String path) throws IOException {
    byte[] text = read(URI.create(restUrl + "/" + path));
    look("web UI: " + path, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static byte[] read(URI url) throws IOException {
    try (var answer = url.toURL().openStream()) {
      return answer.readAllBytes();
    }
  }

  /** Arguments of a process; arguments and environment of all that it started. */
  void lookAtProcesses(long process) {
    lookAtArguments(List.of(process));
    for (long child : new LinuxProcess(process).started().toArray()) {
      lookAtArguments(List.of(child));
      lookAtProcess("environment", child, "environ");
    }
  }

  void lookAtArguments(Collection<Long> processes) {
    processes.forEach(process -> lookAtProcess("arguments", process, "cmdline"));
  }

  private void lookAtProcess(String what, long process, String file) {
    try {
      byte[] text = Files.readAllBytes(Path.of("/proc", Long.toString(process), file));
      look("%s of %d".formatted(what, process), text);
    } catch (IOException ended) {
      // So it shows nothing any more.
    }
  }

  void lookAtFiles(Path below) throws IOException {
    Files.walkFileTree(
        below,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
            if (is.isRegularFile()) {
              lookAtFile(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            return passOver(failure);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, IOException failure)
              throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : passOver(failure);
          }
        });
  }

  private void lookAtFile(Path file) throws IOException {
    try {
      look(file.toString(), Files.readAllBytes(file));
    } catch (NoSuchFileException removed) {
      passOver(removed);
    }
  }

  /** What was there for a moment only: a checkpoint, or a job's jar. */
  private static FileVisitResult passOver(IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  /** That each of these places was looked at, and something was there. */
  void assertWasSeen(String... places) {
    var full = new TreeSet<>(seen.keySet());
    full.removeIf(where -> seen.get(where).isEmpty());
    for (String place : places) {
      assertThat(full).as(place).anyMatch(where -> where.matches(place));
    }
  }

  /** Which of the secrets is where. */
  List<String> found(List<String> secrets) {
    var found = new ArrayList<String>();
    seen.forEach(
        (where, text) ->
            secrets.stream()
                .filter(text::contains)
                .forEach(secret -> found.add("%s in %s".formatted(secret, where))));
    return found;
  }
}
