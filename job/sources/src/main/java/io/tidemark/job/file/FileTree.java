package io.tidemark.job.file;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileStatus;

/**
 * The files that paths stand for, each once, by the first of its names: a file, and of a folder
 * what is below it, by name, but for what begins with a point or an underscore and is not named
 * itself. Links are followed; one that leads nowhere, a pipe or a socket is among the files: who
 * reads it says that it can't be read.
 */
final class FileTree {
  private final List<FileStatus> files = new ArrayList<>();
  private final Set<URI> met = new HashSet<>();

  private FileTree() {}

  /**
   * @param paths of files and folders
   */
  static List<FileStatus> files(Iterable<Path> paths) throws IOException {
    var tree = new FileTree();
    for (Path path : paths) {
      tree.add(path.getFileSystem().getFileStatus(path));
    }
    return tree.files;
  }

  private void add(FileStatus status) throws IOException {
    if (!met.add(itself(status.getPath()))) {
      return;
    }
    if (!status.isDir()) {
      files.add(status);
      return;
    }
    List<FileStatus> children =
        children(status.getPath()).stream()
            .filter(child -> !isHidden(child.getPath().getName()))
            .sorted(Comparator.comparing(child -> child.getPath().getName()))
            .toList();
    for (FileStatus child : children) {
      add(child);
    }
  }

  static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  /** The same for all names of a file. */
  private static URI itself(Path path) {
    if (!isLocal(path)) {
      return path.toUri().normalize();
    }
    java.nio.file.Path local = java.nio.file.Path.of(path.getPath());
    try {
      return local.toRealPath().toUri();
    } catch (IOException e) {
      // A link that leads nowhere.
      return local.toAbsolutePath().normalize().toUri();
    }
  }

  /** Flink's own list of a local folder fails for a link in it that leads nowhere. */
  private static List<FileStatus> children(Path folder) throws IOException {
    FileSystem system = folder.getFileSystem();
    if (!isLocal(folder)) {
      return List.of(system.listStatus(folder));
    }
    try (Stream<java.nio.file.Path> found = Files.list(java.nio.file.Path.of(folder.getPath()))) {
      return found.<FileStatus>map(file -> new LocalFileStatus(file.toFile(), system)).toList();
    }
  }

  static boolean isLocal(Path path) {
    String scheme = path.toUri().getScheme();
    return scheme == null || scheme.equals("file");
  }

  /** There, and neither a folder nor a file whose bytes lie somewhere. */
  static boolean isSpecial(java.nio.file.Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }
}
