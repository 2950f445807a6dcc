package io.tidemark.cluster;

/** The job ended by failing; the message is why, in one line. */
public final class JobFailedException extends RuntimeException {
  JobFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
