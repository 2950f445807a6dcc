package io.tidemark.process;

/** Failed while running; the message is one line that says why. Ends a command with exit code 1. */
public class RunException extends RuntimeException {
  public RunException(String message) {
    super(message);
  }

  public RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
