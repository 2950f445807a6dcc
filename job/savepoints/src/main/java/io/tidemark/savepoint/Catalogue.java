package io.tidemark.savepoint;

import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/** Finds, checks and removes the savepoints that have a manifest of Tidemark beside them. */
public final class Catalogue {
  private Catalogue() {}

  public record Entry(String path, Manifest manifest) {}

  /**
   * Returns all savepoints at or below a folder, the oldest first.
   *
   * @throws ConfigException if there is no such folder
   */
  public static List<Entry> list(String folder) {
    var entries = new ArrayList<Entry>();
    try {
      for (Path found : Folders.holding(Folders.path(folder), Manifest.FILE)) {
        entries.add(new Entry(found.toString(), Manifest.read(found)));
      }
    } catch (IOException e) {
      throw new ConfigException("%s: %s".formatted(folder, RootCause.of(e)), e);
    }
    entries.sort(Comparator.comparing(entry -> Instant.parse(entry.manifest().createdAt())));
    return entries;
  }

  public static Entry show(String path) {
    Path folder = Folders.path(path);
    return new Entry(folder.toString(), Manifest.read(folder));
  }

  /**
   * Reads all of a savepoint and compares it with its manifest.
   *
   * @throws ConfigException if the two differ; the message says in what
   */
  public static Entry verify(String path) {
    Entry entry = show(path);
    Savepoint savepoint = Savepoint.open(path);
    String found = Manifest.sha256(savepoint.metadata());
    if (!found.equals(entry.manifest().metadataSha256())) {
      throw new ConfigException(
          "%s: %s is not the file that was written [sha256=%s, manifest=%s]"
              .formatted(path, Savepoint.METADATA, found, entry.manifest().metadataSha256()));
    }
    if (!savepoint.operators().equals(entry.manifest().operators())) {
      throw new ConfigException(
          "%s: its operators are not those of its manifest: %s"
              .formatted(path, savepoint.operators()));
    }
    savepoint.readAll();
    return entry;
  }

  /**
   * Removes a savepoint's folder, provided that it has a manifest of Tidemark and nothing that a
   * savepoint does not have.
   */
  public static Entry remove(String path) {
    Entry entry = show(path);
    Path folder = Folders.path(path);
    try {
      var fileSystem = folder.getFileSystem();
      if (!Folders.exists(new Path(folder, Savepoint.METADATA))) {
        throw new ConfigException(
            "%s is no savepoint: there is no %s".formatted(path, Savepoint.METADATA));
      }
      for (FileStatus file : fileSystem.listStatus(folder)) {
        if (file.isDir()) {
          throw new ConfigException(
              "%s holds the folder %s, which no savepoint has; nothing was removed"
                  .formatted(path, file.getPath().getName()));
        }
      }
      fileSystem.delete(folder, true);
    } catch (IOException e) {
      throw new RunException("%s can't be removed: %s".formatted(path, RootCause.of(e)), e);
    }
    return entry;
  }
}
