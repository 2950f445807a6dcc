package io.tidemark.job.file;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileStatus;

/**
 * The files below a folder, by name, as Flink's file source finds them: in folders, too, but for
 * what begins with a point or an underscore. A link that leads nowhere, a pipe or a socket is among
 * them: who reads it says that it can't be read.
 */
final class FileTree {
  private FileTree() {}

  /**
   * @param path of a folder, or of a file
   */
  static List<FileStatus> files(Path path) throws IOException {
    var files = new ArrayList<FileStatus>();
    add(path.getFileSystem().getFileStatus(path), files);
    return files;
  }

  private static void add(FileStatus status, List<FileStatus> files) throws IOException {
    if (!status.isDir()) {
      files.add(status);
      return;
    }
    List<FileStatus> children =
        children(status.getPath()).stream()
            .filter(child -> !child.getPath().getName().matches("[._].*"))
            .sorted(Comparator.comparing(child -> child.getPath().getName()))
            .toList();
    for (FileStatus child : children) {
      add(child, files);
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
