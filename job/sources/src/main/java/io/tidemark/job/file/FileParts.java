package io.tidemark.job.file;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import org.apache.flink.core.fs.Path;

/**
 * The splits that subtasks read: files, and of large ones that are neither packed nor a capture
 * parts of {@code partBytes}, the last one up to twice as long. Lines may cross their bounds: see
 * {@link FileLines}.
 *
 * @param partBytes 0 for whole files only
 */
record FileParts(long partBytes) implements FileEnumerator, Serializable {
  /** Read in a second or less: what a restore passes over again at most. */
  static final long PART_BYTES = 64L << 20;

  static final long WHOLE_FILES = 0;

  @Override
  public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits)
      throws IOException {
    var splits = new ArrayList<FileSourceSplit>();
    for (FileSourceSplit file :
        new NonSplittingRecursiveEnumerator().enumerateSplits(paths, minDesiredSplits)) {
      boolean large = partBytes > 0 && file.fileSize() >= 2 * partBytes;
      splits.addAll(large && holdsLines(file.path()) ? parts(file) : List.of(file));
    }
    return splits;
  }

  private static boolean holdsLines(Path path) throws IOException {
    try (var file = UnpackedFile.open(path)) {
      return !file.isPacked() && !CaptureFile.isOne(file);
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

  /** Of savepoints from before there were parts, too: their splits are whole files. */
  static boolean isPart(FileSourceSplit split) {
    return split.length() < split.fileSize();
  }
}
