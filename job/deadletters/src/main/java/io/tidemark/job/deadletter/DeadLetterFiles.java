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
 * Writes dead letters as JSON lines into a folder of any file system that Flink knows. The file is
 * closed before a checkpoint passes, so every letter before a checkpoint is written, even on stores
 * that show a file only once it is closed. Letters that are replayed after a failure are written
 * again (at least once). (Flink's FileSink commits after the checkpoint, and never at the end of a
 * job that takes no checkpoint after its tasks have finished.)
 */
final class DeadLetterFiles {
  static final String SUFFIX = ".jsonl";

  /**
   * A file system with less free space counts as full, because some file systems have larger
   * blocks.
   */
  private static final long NOTHING_FREE = 64 << 10;

  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/");

  private final Path folder;
  private FSDataOutputStream file;

  DeadLetterFiles(String path) {
    this.folder = folder(path);
  }

  /**
   * Returns the folder. A path without a scheme is local, relative to the folder where the job was
   * submitted. As in Flink's own paths, its characters are taken literally, without escapes.
   */
  static Path folder(String path) {
    return SCHEME.matcher(path).lookingAt()
        ? new Path(path)
        : new Path(java.nio.file.Path.of(path).toAbsolutePath().toUri());
  }

  /** Returns the size of all letters in the folder, whoever wrote them; 0 if it can't be listed. */
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
      // A user who may write into the folder may still not be allowed to list it.
      return 0;
    }
    return bytes;
  }

  /** Appends a line; creates the folder if it does not exist. */
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

  /** Closes the file; all appended lines are written when this returns. */
  void closeFile() throws IOException {
    if (file == null) {
      return;
    }
    try (FSDataOutputStream closed = file) {
      file = null;
      closed.sync();
    }
  }

  /**
   * Returns the free space of the file system; {@link Long#MAX_VALUE} if that is not on this
   * machine.
   */
  long freeBytes() {
    try {
      if (folder.getFileSystem().isDistributedFS()) {
        return Long.MAX_VALUE;
      }
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
    var local = new File(folder.getPath());
    // A file system that reports a total of 0 does not know its free space.
    return local.getTotalSpace() == 0 ? Long.MAX_VALUE : local.getUsableSpace();
  }

  /**
   * Tells whether writing failed for lack of space; otherwise something is wrong with the folder.
   */
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
