package io.tidemark.aged;

import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.process.FolderCopy;
import io.tidemark.process.RunException;
import io.tidemark.savepoint.Json;
import io.tidemark.sink.OwnedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Databases of our own that were filled once, each kept in a folder of its own, for later runs to
 * begin with a copy. A folder gets its name only when it is whole; while it is written it has
 * another.
 *
 * @param folder the folder of all of them; made when the first is kept
 */
public record KeptDatabases(Path folder) {
  /** The folder of all of them, unless the user names another. */
  public static final String FOLDER = ".tidemark/aged";

  private static final String FILE = "aged.json";
  private static final String DATA = "data";

  /** The names of folders that are being written, or were when a process ended, have this. */
  private static final String UNFINISHED = ".part";

  /**
   * A kept database that is whole.
   *
   * @param folder its own folder
   */
  public record Kept(Path folder, AgedDatabase database) {
    Path data() {
      return folder.resolve(DATA);
    }

    /** Returns the same, or one whose databases begin with a copy of the kept one. */
    public static OwnedDatabase.Starter beginning(
        Optional<Kept> kept, OwnedDatabase.Starter starter) {
      return kept.map(Kept::data).map(starter::beginningWith).orElse(starter);
    }

    /**
     * Returns the configuration with generated time that begins where this past ends, and with the
     * series of the past: no run has a label of its own.
     */
    public ConfigLoader.Loaded continuedBy(ConfigLoader.Loaded loaded) {
      var started = GeneratorTime.startedAt(loaded.config(), Instant.parse(database.until()));
      return new ConfigLoader.Loaded(
          started.withTarget(started.target().withRunLabel(false)), loaded.explicit());
    }

    /** Returns words for people who started a database with it. */
    public String note() {
      return "it began with %s; a copy of %s".formatted(database.past(), folder);
    }
  }

  /**
   * A kept database that may not be whole.
   *
   * @param name the name of its folder
   * @param bytes the bytes of all files in it
   * @param database null if it is not whole
   */
  public record Entry(String name, long bytes, AgedDatabase database) {}

  /**
   * Returns the database of that name; empty if there is none.
   *
   * @throws ConfigException if it is not as it was kept
   */
  public Optional<Kept> find(String name) {
    Path kept = folder.resolve(name);
    if (!Files.exists(kept)) {
      return Optional.empty();
    }
    AgedDatabase database =
        read(kept)
            .orElseThrow(() -> changed(kept, "there is no %s that can be read".formatted(FILE)));
    var found = new Kept(kept, database);
    long bytes = Files.isDirectory(found.data()) ? FolderCopy.bytes(found.data()) : 0;
    if (bytes != database.bytes()) {
      throw changed(kept, "bytes=%d, kept were %d".formatted(bytes, database.bytes()));
    }
    return Optional.of(found);
  }

  private static ConfigException changed(Path kept, String why) {
    return new ConfigException(
        "%s is not as it was kept (%s); remove it with tidemark clean --aged %s"
            .formatted(kept, why, kept.getFileName()));
  }

  /**
   * Keeps a database under its name. If another process has kept one of that name meanwhile, that
   * one stays.
   *
   * @param save copies its data to a folder that does not exist yet
   */
  public Kept keep(AgedDatabase filled, Consumer<Path> save) {
    Path part = null;
    try {
      part = Files.createTempDirectory(Files.createDirectories(folder), filled.name() + UNFINISHED);
      save.accept(part.resolve(DATA));
      AgedDatabase database = filled.withBytes(FolderCopy.bytes(part.resolve(DATA)));
      Files.write(part.resolve(FILE), Json.write(database).getBytes(StandardCharsets.UTF_8));
      Path kept = folder.resolve(filled.name());
      if (!Files.exists(kept)) {
        Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new RunException(
          "the database can't be kept in %s: %s".formatted(folder, RootCause.of(e)), e);
    } finally {
      if (part != null) {
        FolderCopy.remove(part);
      }
    }
    return find(filled.name()).orElseThrow();
  }

  /** Returns all of them by name, also those that are not whole. */
  public List<Entry> list() {
    var entries = new ArrayList<Entry>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> found = Files.list(folder)) {
        found.sorted().filter(Files::isDirectory).map(KeptDatabases::entry).forEach(entries::add);
      } catch (IOException e) {
        throw new RunException("can't read %s: %s".formatted(folder, RootCause.of(e)), e);
      }
    }
    return entries;
  }

  private static Entry entry(Path kept) {
    String name = kept.getFileName().toString();
    boolean whole = !name.contains(UNFINISHED);
    return new Entry(name, FolderCopy.bytes(kept), whole ? read(kept).orElse(null) : null);
  }

  /** Removes its folder with all that is in it. */
  public void remove(Entry entry) {
    FolderCopy.remove(folder.resolve(entry.name()));
  }

  private static Optional<AgedDatabase> read(Path kept) {
    try {
      return Optional.of(Json.read(Files.readAllBytes(kept.resolve(FILE)), AgedDatabase.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
