package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Verdicts as files, in one folder a commit. */
public final class JudgedStore {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path folder;

  /**
   * @param folder of all commits
   */
  public JudgedStore(Path folder) {
    this.folder = folder;
  }

  /** One of what is to be judged. */
  public record Task(Setup setup, Judged.Mode mode, int repetition) {
    /** Tells whether this is what was judged. */
    public boolean is(Judged judged) {
      return setup.name().equals(judged.setup())
          && setup.hash().equals(judged.hash())
          && mode == judged.mode()
          && repetition == judged.repetition();
    }

    @Override
    public String toString() {
      return "%s, %s%s"
          .formatted(
              setup.name(),
              mode.name().toLowerCase(Locale.ROOT),
              repetition == 0 ? "" : ", once more: " + repetition);
    }
  }

  private Path file(Commit commit, Task task) {
    return folder
        .resolve(commit.folder())
        .resolve(
            "%s-%s-%s%s.json"
                .formatted(
                    task.setup.name(),
                    task.setup.hash(),
                    task.mode.name().toLowerCase(Locale.ROOT),
                    task.repetition == 0 ? "" : "-" + task.repetition));
  }

  public Optional<Judged> read(Commit commit, Task task) {
    Path file = file(commit, task);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  private static Judged read(Path file) {
    try {
      return JSON.readValue(file.toFile(), Judged.class);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is no verdict of the lab's", e);
    }
  }

  public void write(Judged judged, Task task) {
    TruthStore.write(file(judged.commit(), task), judged);
  }

  /** First what never was judged, then what failed. */
  public List<Task> left(Commit commit, List<Task> wanted) {
    var never = new ArrayList<Task>();
    var again = new ArrayList<Task>();
    for (Task task : wanted) {
      Optional<Judged> known = read(commit, task);
      if (known.isEmpty()) {
        never.add(task);
      } else if (!known.get().isJudged()) {
        again.add(task);
      }
    }
    never.addAll(again);
    return never;
  }

  /** Of each task the newest verdict, by whichever commit. */
  public List<Judged> newest() {
    var newest = new TreeMap<String, Judged>();
    for (Path file : files()) {
      newest.merge(
          file.getFileName().toString(),
          read(file),
          (one, other) -> one.at().compareTo(other.at()) < 0 ? other : one);
    }
    return List.copyOf(newest.values());
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
