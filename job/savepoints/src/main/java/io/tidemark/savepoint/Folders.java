package io.tidemark.savepoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Access to folders of savepoints on any file system that Flink knows. */
final class Folders {
  /**
   * The deepest level that is searched. A savepoint is in a subfolder of the folder that the user
   * named; that of a comparison is one level deeper.
   */
  private static final int DEEPEST = 3;

  private Folders() {}

  /** Returns a path; one without a scheme is local. */
  static Path path(String path) {
    return path.contains(":/")
        ? new Path(path)
        : new Path(java.nio.file.Path.of(path).toAbsolutePath().normalize().toUri().toString());
  }

  static byte[] read(Path file) throws IOException {
    try (var in = file.getFileSystem().open(file)) {
      return in.readAllBytes();
    } catch (FileNotFoundException e) {
      throw new FileNotFoundException("there is no %s".formatted(file));
    }
  }

  static void write(Path file, byte[] content) throws IOException {
    try (FSDataOutputStream out =
        file.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE)) {
      out.write(content);
    }
  }

  static boolean exists(Path file) throws IOException {
    return file.getFileSystem().exists(file);
  }

  /** Returns the folders at or below this one that contain a file of this name. */
  static List<Path> holding(Path folder, String file) throws IOException {
    var found = new ArrayList<Path>();
    search(folder, file, 0, found);
    return found;
  }

  private static void search(Path folder, String file, int depth, List<Path> found)
      throws IOException {
    FileStatus[] entries = folder.getFileSystem().listStatus(folder);
    if (entries == null) {
      throw new FileNotFoundException("there is no folder %s".formatted(folder));
    }
    for (FileStatus entry : entries) {
      if (!entry.isDir() && entry.getPath().getName().equals(file)) {
        found.add(folder);
        return;
      }
    }
    for (FileStatus entry : entries) {
      if (entry.isDir() && depth < DEEPEST) {
        search(entry.getPath(), file, depth + 1, found);
      }
    }
  }
}
