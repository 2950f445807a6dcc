package io.tidemark.groundtruth;

import java.util.List;

/**
 * A bottleneck and what Tidemark should say of it.
 *
 * @param options of the command, beside those of its environment
 * @param isShort whether every build runs it: a busy host does not hide it
 */
public record Scenario(
    String name,
    Mode mode,
    Environment.Setup setup,
    List<String> options,
    Expected expected,
    boolean isShort) {
  enum Mode {
    /** {@code tidemark ceiling} in a process of its own. */
    CEILING,
    /** {@code tidemark run} on a session cluster, which {@code tidemark watch} looks at. */
    WATCH
  }

  static Scenario ceiling(String name, Environment.Setup setup, Expected expected) {
    return new Scenario(name, Mode.CEILING, setup, List.of(), expected, false);
  }

  static Scenario watch(String name, Environment.Setup setup, Expected expected) {
    return new Scenario(name, Mode.WATCH, setup, List.of(), expected, false);
  }

  Scenario withOptions(String... options) {
    return new Scenario(name, mode, setup, List.of(options), expected, isShort);
  }

  Scenario alsoInShort() {
    return new Scenario(name, mode, setup, options, expected, true);
  }

  @Override
  public String toString() {
    return name;
  }
}
