package io.tidemark.job.file;

import io.tidemark.job.config.ConfigException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Makes the splits that subtasks read. Large files that are neither compressed nor a capture are
 * split into parts of {@code partBytes}, of which the last may be up to twice as long; other files
 * stay whole. Lines may cross the bounds of parts, see {@link FileLines}.
 *
 * @param partBytes size of a part; 0 for whole files only
 */
record FileParts(long partBytes) implements FileEnumerator, Serializable {
  /**
   * Size of a part that takes a second or less to read, because a restore reads again up to one
   * part.
   */
  static final long PART_BYTES = 64L << 20;

  static final long WHOLE_FILES = 0;

  @Override
  public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits)
      throws IOException {
    var splits = new ArrayList<FileSourceSplit>();
    for (FileSourceSplit file : files(paths)) {
      boolean large = partBytes > 0 && file.fileSize() >= 2 * partBytes;
      splits.addAll(large && holdsLines(file.path()) ? parts(file) : List.of(file));
    }
    return splits;
  }

  /**
   * Returns all files. A missing file fails the job for good, because it would be missing after a
   * restart, too.
   */
  private static Collection<FileSourceSplit> files(Path[] paths) throws IOException {
    try {
      var splits = new ArrayList<FileSourceSplit>();
      for (FileStatus file : FileTree.files(List.of(paths))) {
        splits.add(whole(file, splits.size()));
      }
      return splits;
    } catch (FileNotFoundException e) {
      throw new SuppressRestartsException(
          new ConfigException("source.file.path: there is no such file: " + e.getMessage(), e));
    }
  }

  private static FileSourceSplit whole(FileStatus file, int number) {
    return new FileSourceSplit(
        "%010d".formatted(number),
        file.getPath(),
        0,
        file.getLen(),
        file.getModificationTime(),
        file.getLen());
  }

  private static boolean holdsLines(Path path) throws IOException {
    try (var file = UnpackedFile.open(path)) {
      return !file.isPacked() && !CaptureFile.isOne(file);
    } catch (UnpackedFile.NotGiven e) {
      throw e.why();
    } catch (IOException e) {
      // The file is broken; its reader will report where.
      return false;
    }
  }

  private List<FileSourceSplit> parts(FileSourceSplit file) {
    var parts = new ArrayList<FileSourceSplit>();
    long count = file.fileSize() / partBytes;
    for (long i = 0; i < count; i++) {
      long from = i * partBytes;
      long to = i + 1 == count ? file.fileSize() : from + partBytes;
      parts.add(
          new FileSourceSplit(
              file.splitId() + "-" + i,
              file.path(),
              from,
              to - from,
              file.fileModificationTime(),
              file.fileSize(),
              file.hostnames()));
    }
    return parts;
  }

  /**
   * Tells whether a split is a part of a file. In savepoints from before there were parts, all
   * splits are whole files.
   */
  static boolean isPart(FileSourceSplit split) {
    return split.length() < split.fileSize();
  }
}
