package io.tidemark.process;

/**
 * A failure while a command runs, which ends the command with exit code 1. The message is one line
 * that says why.
 */
public class RunException extends RuntimeException {
  public RunException(String message) {
    super(message);
  }

  public RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
