package io.tidemark.job;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say where a command's configuration comes from. */
public class ConfigOptions {
  private static final String VARIABLE = "TIDEMARK_CONFIG";

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description =
          "Configuration file (YAML), - for standard input; default what TIDEMARK_CONFIG names."
              + " Every key and its default: tidemark config")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set one key, e.g. amplify.m=6; repeatable, wins over the file.")
  private List<String> settings = new ArrayList<>();

  /**
   * @throws ConfigException with one line for each problem
   */
  public final ConfigLoader.Loaded load() {
    ConfigLoader.Loaded loaded = ConfigLoader.load(texts(), settings);
    ConfigLoader.requireJars(loaded.config().target().type());
    return loaded;
  }

  private List<ConfigLoader.Text> texts() {
    return file().map(each -> ConfigLoader.read(each, namedBy())).stream().toList();
  }

  public final Optional<Path> file() {
    return given()
        .or(
            () ->
                Optional.ofNullable(System.getenv(VARIABLE))
                    .filter(named -> !named.isBlank())
                    .map(Path::of));
  }

  /** Returns the file that the option names, whatever the variable says. */
  protected final Optional<Path> given() {
    return Optional.ofNullable(file);
  }

  /** Returns what named the {@link #file}, for messages. */
  protected final String namedBy() {
    return given().isPresent() ? "--config" : VARIABLE;
  }

  protected final List<String> settings() {
    return settings;
  }
}
