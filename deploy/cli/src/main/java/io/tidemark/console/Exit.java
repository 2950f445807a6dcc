package io.tidemark.console;

/** The exit codes of all commands; the help lists them. */
public enum Exit {
  DONE(0),
  FAILED(1),
  BAD_USAGE(2),
  /** Measured, but inconclusive. */
  INCONCLUSIVE(3),
  /** A limit that the user set is surely exceeded. */
  BEYOND_LIMIT(4),
  INTERRUPTED(130);

  private final int code;

  Exit(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
