package io.tidemark.cli;

/** How a command ends; the help of {@link Main} says it to the user. */
enum Exit {
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

  int code() {
    return code;
  }
}
