package io.tidemark.job.file;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/**
 * The files and folders that {@code source.file.path} names: several paths separated by commas,
 * whose last part is a name, or a pattern with {@code *}, {@code ?} or {@code [a-z]}. A pattern is
 * resolved once, when the job is submitted. It only matches names that begin with a dot or an
 * underscore if it begins so itself.
 */
final class FilePaths {
  private FilePaths() {}

  /**
   * @throws ConfigException with the first path that can't be read, or the pattern that matches
   *     nothing
   */
  static List<Path> of(FileInput config) {
    var paths = new ArrayList<Path>();
    for (String named : config.paths()) {
      Path path = absolute(named);
      if (FileInput.isPattern(named)) {
        paths.addAll(matching(named, path));
      } else {
        requireReadable(named, path);
        paths.add(path);
      }
    }
    return paths;
  }

  /** Returns the regular files among the paths that are on this machine. */
  static List<Path> localFiles(List<Path> paths) {
    return paths.stream()
        .filter(path -> path.toUri().getScheme().equals("file"))
        .filter(path -> Files.isRegularFile(java.nio.file.Path.of(path.getPath())))
        .toList();
  }

  private static Path absolute(String named) {
    Path path = new Path(named);
    String scheme = path.toUri().getScheme();
    return scheme == null || scheme.equals("file")
        ? new Path(java.nio.file.Path.of(path.getPath()).toAbsolutePath().toUri())
        : path;
  }

  private static void requireReadable(String named, Path path) {
    if (!path.toUri().getScheme().equals("file")) {
      return;
    }
    java.nio.file.Path local = java.nio.file.Path.of(path.getPath());
    if (FileTree.isSpecial(local)) {
      throw new ConfigException(
          "source.file.path=%s is a pipe, a socket or a device, which can't be read again after a failure; name a file or folder"
              .formatted(named));
    }
    if (!Files.isReadable(local)) {
      throw new ConfigException(
          "source.file.path=%s %s; name a file or folder"
              .formatted(named, Files.exists(local) ? "can't be read" : "does not exist"));
    }
  }

  private static List<Path> matching(String named, Path pattern) {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern.getName());
    boolean hidden = FileTree.isHidden(pattern.getName());
    try {
      List<Path> matching =
          Arrays.stream(listed(pattern.getParent()))
              .map(FileStatus::getPath)
              .filter(path -> matcher.matches(java.nio.file.Path.of(path.getName())))
              .filter(path -> hidden || !FileTree.isHidden(path.getName()))
              .sorted(Comparator.comparing(Path::getName))
              .toList();
      if (matching.isEmpty()) {
        throw new ConfigException(
            "source.file.path=%s: nothing in the folder fits the pattern".formatted(named));
      }
      return matching;
    } catch (IOException e) {
      throw new ConfigException(
          "source.file.path=%s: its folder can't be read; only the last part may be a pattern"
              .formatted(named),
          e);
    }
  }

  private static FileStatus[] listed(Path folder) throws IOException {
    FileStatus[] files = folder.getFileSystem().listStatus(folder);
    if (files == null) {
      throw new IOException("no such folder: " + folder);
    }
    return files;
  }
}
