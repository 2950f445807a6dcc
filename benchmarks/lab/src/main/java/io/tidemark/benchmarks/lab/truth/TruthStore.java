package io.tidemark.benchmarks.lab.truth;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tidemark.benchmarks.lab.setup.Setup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores truths as files, in one folder for each kind of host; a file's name has the set-up's name
 * and hash. So a changed set-up has no truth until it is measured again. Each file is written
 * completely or not at all.
 */
public final class TruthStore {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path folder;
  private final Host host;

  /**
   * @param folder folder that contains the hosts' folders
   */
  public TruthStore(Path folder, Host host) {
    this.folder = folder.resolve(host.id());
    this.host = host;
  }

  public Host host() {
    return host;
  }

  public Path file(Setup setup) {
    return folder.resolve("%s-%s.json".formatted(setup.name(), setup.hash()));
  }

  public Optional<Truth> read(Setup setup) {
    Path file = file(setup);
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(file.toFile(), Truth.class))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is no truth of the lab's", e);
    }
  }

  public void write(Setup setup, Truth truth) {
    write(file(setup), truth);
  }

  /** Writes any result of the lab, completely or not at all. */
  public static void write(Path file, Object result) {
    try {
      Files.createDirectories(file.getParent());
      Path part = file.resolveSibling(file.getFileName() + ".part");
      JSON.writeValue(part.toFile(), result);
      Files.writeString(part, "\n", java.nio.file.StandardOpenOption.APPEND);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the set-ups to measure: first those that were never measured, then those that failed,
   * each in the given order.
   */
  public List<Setup> left(List<Setup> wanted) {
    var never = new ArrayList<Setup>();
    var again = new ArrayList<Setup>();
    for (Setup setup : wanted) {
      Optional<Truth> known = read(setup);
      if (known.isEmpty()) {
        never.add(setup);
      } else if (!known.get().isMeasured()) {
        again.add(setup);
      }
    }
    never.addAll(again);
    return never;
  }
}
