package io.tidemark.job.config;

/**
 * Thrown for bad usage or configuration, with one line that says what to change. It ends a command
 * with exit code 2.
 */
public final class ConfigException extends RuntimeException {
  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
