package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Stores the probabilities that later models give for kept windows in one file, the newest for
 * each.
 */
public final class AgainStore {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  /**
   * @param folder folder of the lab's results
   */
  public AgainStore(Path folder) {
    file = folder.resolve("again.json");
  }

  public Optional<Again> of(Judged kept) {
    return read().stream().filter(each -> each.isOf(kept)).findFirst();
  }

  /** Adds results, which replace older ones for the same set-up and mode. */
  public void write(List<Again> some) {
    var all = new ArrayList<>(some);
    read().stream()
        .filter(known -> some.stream().noneMatch(each -> sameKey(each, known)))
        .forEach(all::add);
    all.sort(Comparator.comparing(Again::setup).thenComparing(Again::mode));
    TruthStore.write(file, all);
  }

  private static boolean sameKey(Again one, Again other) {
    return one.setup().equals(other.setup()) && one.mode() == other.mode();
  }

  private List<Again> read() {
    try {
      return Files.exists(file)
          ? JSON.readValue(file.toFile(), new TypeReference<List<Again>>() {})
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " has no probabilities of the lab's", e);
    }
  }
}
