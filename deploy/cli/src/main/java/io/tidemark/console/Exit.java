package io.tidemark.console;

/** The exit codes of all commands; the help lists them. */
public enum Exit {
  DONE(0),
  FAILED(1),
  BAD_USAGE(2),
  /** The command measured, but has no conclusive result. */
  INCONCLUSIVE(3),
  /** A measured value surely exceeds a limit that the user set. */
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
