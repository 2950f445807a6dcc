package io.tidemark.console;

import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.ConfigLoader.Loaded;
import io.tidemark.job.config.ConfigLoader.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The options for the configurations of a comparison's two sides: the shared part, and what each
 * side sets over it.
 */
public final class SideOptions extends ConfigOptions {
  @Option(
      names = {"-a", "--config-a"},
      paramLabel = "FILE",
      description = "Configuration of side A, over that of both; it also makes the savepoint.")
  private Path fileA;

  @Option(
      names = {"-b", "--config-b"},
      paramLabel = "FILE",
      description = "Configuration of side B, over that of both; default: that of A.")
  private Path fileB;

  @Option(names = "--set-a", paramLabel = "KEY=VALUE", description = "Set one key on side A.")
  private List<String> settingsA = new ArrayList<>();

  @Option(names = "--set-b", paramLabel = "KEY=VALUE", description = "Set one key on side B.")
  private List<String> settingsB = new ArrayList<>();

  /** The files that were read. Both sides may name the same pipe, which can be read only once. */
  private final Map<Path, Text> read = new HashMap<>();

  public boolean areGiven() {
    return given().isPresent()
        || fileA != null
        || bHasItsOwn()
        || Stream.of(settings(), settingsA).anyMatch(list -> !list.isEmpty());
  }

  public boolean bHasItsOwn() {
    return fileB != null || !settingsB.isEmpty();
  }

  /**
   * @throws ConfigException with one line for each problem
   */
  public Loaded ofA() {
    return load(filesOfA(), settingsA);
  }

  /**
   * Returns the configuration of B. If B has no file of its own, its settings are applied over
   * those of A.
   */
  public Loaded ofB() {
    return fileB == null
        ? load(filesOfA(), joined(settingsA, settingsB))
        : load(filesOf(given(), fileB, "--config-b"), settingsB);
  }

  /**
   * Returns the files of A. The file that the environment names counts only if the command line
   * names none, so that it is not mixed with the files of the command line.
   */
  private List<Text> filesOfA() {
    return filesOf(fileA == null && fileB == null ? file() : given(), fileA, "--config-a");
  }

  private List<Text> filesOf(Optional<Path> both, Path own, String ownOption) {
    return Stream.concat(
            both.stream().map(file -> text(file, namedBy())),
            Stream.ofNullable(own).map(file -> text(file, ownOption)))
        .toList();
  }

  private Text text(Path file, String namedBy) {
    return read.computeIfAbsent(file, each -> ConfigLoader.read(each, namedBy));
  }

  private Loaded load(List<Text> files, List<String> own) {
    Loaded loaded = ConfigLoader.load(files, joined(settings(), own));
    ConfigLoader.requireJars(loaded.config().target().type());
    return loaded;
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
