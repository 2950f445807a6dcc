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
 * Finds the files that paths stand for, each once, under the first of its names. A folder stands
 * for all files below it, in the order of their names, except those whose names begin with a dot or
 * an underscore. Paths that were named themselves always count. Links are followed. A broken link,
 * a pipe or a socket counts as a file, so that its reader reports that it can't be read.
 */
final class FileTree {
  private final List<FileStatus> files = new ArrayList<>();
  private final Set<URI> met = new HashSet<>();

  private FileTree() {}

  /**
   * @param paths paths of files and folders
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

  /** Returns an identity that is the same for all names of a file. */
  private static URI itself(Path path) {
    if (!isLocal(path)) {
      return path.toUri().normalize();
    }
    java.nio.file.Path local = java.nio.file.Path.of(path.getPath());
    try {
      return local.toRealPath().toUri();
    } catch (IOException e) {
      // The path is a broken link.
      return local.toAbsolutePath().normalize().toUri();
    }
  }

  /** Lists a folder. Flink's own listing of a local folder fails if it contains a broken link. */
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

  /** Tells whether a path exists, but is neither a folder nor a regular file. */
  static boolean isSpecial(java.nio.file.Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }
}
