package io.tidemark.job.deadletter;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Dead letters as JSON lines in a folder of any file system that Flink knows. At least once: the
 * file is closed before a checkpoint passes, so none passes an unwritten letter, also on stores
 * that show a file only when it is closed; what is replayed after a failure is written again.
 * (Flink's FileSink commits after the checkpoint, and never at the end of a job that takes none
 * after its tasks have finished.)
 */
final class DeadLetterFiles {
  static final String SUFFIX = ".jsonl";

  /** Below that a file system is full: what it has left is less than a block of some. */
  private static final long NOTHING_FREE = 64 << 10;

  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/");

  private final Path folder;
  private FSDataOutputStream file;

  DeadLetterFiles(String path) {
    this.folder = folder(path);
  }

  /**
   * A path without a scheme is local, and means the folder the job was submitted from. Characters
   * are those of the name, as in Flink's own paths: none is an escape.
   */
  static Path folder(String path) {
    return SCHEME.matcher(path).lookingAt()
        ? new Path(path)
        : new Path(java.nio.file.Path.of(path).toAbsolutePath().toUri());
  }

  /** Of all letters in the folder, whoever wrote them; 0 where it can't be listed. */
  long heldBytes() {
    long bytes = 0;
    try {
      FileStatus[] files = folder.getFileSystem().listStatus(folder);
      if (files != null) {
        for (FileStatus status : files) {
          bytes += status.getPath().getName().endsWith(SUFFIX) ? status.getLen() : 0;
        }
      }
    } catch (FileNotFoundException e) {
      return 0;
    } catch (IOException e) {
      // Who may write there need not be one who may look.
      return 0;
    }
    return bytes;
  }

  /** Makes the folder where it is not there. */
  void append(byte[] line) throws IOException {
    open();
    file.write(line);
  }

  void open() throws IOException {
    if (file == null) {
      String name = Instant.now().toString().replace(':', '-') + "-" + UUID.randomUUID() + SUFFIX;
      file =
          folder.getFileSystem().create(new Path(folder, name), FileSystem.WriteMode.NO_OVERWRITE);
    }
  }

  /** All that was appended is written when this returns. */
  void closeFile() throws IOException {
    if (file == null) {
      return;
    }
    try (FSDataOutputStream closed = file) {
      file = null;
      closed.sync();
    }
  }

  /** Of the file system, {@link Long#MAX_VALUE} of one that is not this machine's. */
  long freeBytes() {
    try {
      if (folder.getFileSystem().isDistributedFS()) {
        return Long.MAX_VALUE;
      }
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
    var local = new File(folder.getPath());
    // Of one that does not say anything, nothing is known.
    return local.getTotalSpace() == 0 ? Long.MAX_VALUE : local.getUsableSpace();
  }

  /** Whether writing failed because there is no room; else something is wrong with the folder. */
  boolean isFull(IOException failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("no space left")
        || message.contains("quota exceeded")
        || freeBytes() < NOTHING_FREE;
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
