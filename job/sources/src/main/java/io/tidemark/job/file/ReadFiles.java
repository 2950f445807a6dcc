package io.tidemark.job.file;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;

/**
 * Reads the records of {@code source.file} without a job: one file after the other, those of a
 * folder in the order of their names. Not thread-safe.
 */
public final class ReadFiles implements AutoCloseable {
  private final FileInput config;
  private final List<FileStatus> files;
  private int begun;
  private RecordReader current;

  private ReadFiles(FileInput config, List<FileStatus> files) {
    this.config = config;
    this.files = files;
  }

  /**
   * @throws ConfigException if a file is missing
   */
  public static ReadFiles open(FileInput config) throws IOException {
    return new ReadFiles(config, FileTree.files(FilePaths.of(config)));
  }

  /** Returns the next record, or null at the end of the last file. */
  public SourceRecord next() throws IOException {
    while (true) {
      if (current == null) {
        if (begun == files.size()) {
          return null;
        }
        FileStatus file = files.get(begun++);
        current =
            RecordReader.open(
                file.getPath(),
                file.getLen(),
                config.format().maxLineBytes(),
                config.format().isBinary());
      }
      SourceRecord record = current.next();
      if (record != null) {
        return record;
      }
      close();
    }
  }

  /** Returns the size of all files on disk. */
  public long totalBytes() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  /** Returns the share of the files' bytes that has been read, from 0 to 1. */
  public double share() {
    long total = totalBytes();
    long read = current == null ? 0 : current.fileBytesRead();
    int done = current == null ? begun : begun - 1;
    for (FileStatus file : files.subList(0, done)) {
      read += file.getLen();
    }
    return total == 0 ? 1 : (double) read / total;
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
