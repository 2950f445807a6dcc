package io.tidemark.sink.rrdcached;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import java.util.Arrays;

/**
 * The errors with which the daemon answers a command that it did not carry out. They are a table:
 * the first row whose words the answer contains counts (RRDtool 1.7 and 1.8, src/rrd_daemon.c,
 * src/rrd_create.c).
 */
enum DaemonError {
  /**
   * The sample is not later than the last one of its series: it was stored before, or it comes too
   * late.
   */
  LATE("illegal attempt to update", ResponseClass.REJECT, "late", ""),
  /** The series comes for the first time. */
  NO_FILE("No such file", ResponseClass.RETRY, "no file", ""),
  /** Another writer has made the file first. */
  FILE_EXISTS("File exists", ResponseClass.RETRY, "file exists", ""),
  NO_FOLDERS(
      "to recursively create",
      ResponseClass.FATAL,
      "no folder",
      "start rrdcached with -R, so that it makes folders"),
  NOT_ALLOWED(
      "Permission denied",
      ResponseClass.FATAL,
      "permission denied",
      "let the socket take UPDATE, CREATE, BATCH and FETCHBIN (-P), and rrdcached write to its folder (-b)"),
  UNKNOWN_COMMAND(
      "Unknown command", ResponseClass.FATAL, "unknown command", "it takes rrdcached 1.7 or later"),
  WRONG_PLACE(
      "Can't use", ResponseClass.FATAL, "unknown command", "it takes rrdcached 1.7 or later"),
  USAGE("Usage:", ResponseClass.FATAL, "usage", "look at target.archives"),
  DISK_FULL(
      "No space left", ResponseClass.RETRY, "disk full", "make room below rrdcached's folder"),
  QUOTA("quota exceeded", ResponseClass.RETRY, "disk full", "make room below rrdcached's folder"),
  READ_ONLY("Read-only file system", ResponseClass.RETRY, "read-only", ""),
  NO_TEMPORARY_FILE(
      "Cannot create temporary file",
      ResponseClass.RETRY,
      "no temporary file",
      "let rrdcached write to its folder, and see that there is room"),
  NO_MEMORY("malloc failed", ResponseClass.THROTTLED, "out of memory", ""),
  NO_MEMORY_TO_COPY("strdup failed", ResponseClass.THROTTLED, "out of memory", ""),
  OUT_OF_MEMORY("Cannot allocate memory", ResponseClass.THROTTLED, "out of memory", ""),
  OTHER("", ResponseClass.REJECT, "RRD error", "");

  private final String words;
  private final Failure failure;

  DaemonError(String words, ResponseClass outcome, String code, String remedy) {
    this.words = words;
    this.failure = new Failure(outcome, code, remedy);
  }

  static DaemonError of(String message) {
    return Arrays.stream(values())
        .filter(answer -> message.contains(answer.words))
        .findFirst()
        .orElseThrow();
  }

  Failure failure() {
    return failure;
  }
}
