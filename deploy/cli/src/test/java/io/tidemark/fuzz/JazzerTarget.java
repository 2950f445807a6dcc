package io.tidemark.fuzz;

import java.nio.file.Path;

/** What Jazzer calls, in a JVM of its own: for the subject that {@link Subjects#named} has. */
public final class JazzerTarget {
  /** For files that subjects read. */
  static final String FOLDER = "tidemark.fuzz-folder";

  private static Trials trials;

  private JazzerTarget() {}

  public static void fuzzerInitialize() throws Exception {
    trials = new Trials(Subjects.named(Path.of(System.getProperty(FOLDER))).get(0));
    trials.begin();
  }

  public static void fuzzerTestOneInput(byte[] input) {
    trials.feed(input);
  }
}
