package io.tidemark.console;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.selector.BasicContextSelector;

/**
 * Where Flink's own words go: to standard error with {@code -v}, its warnings to a file with {@code
 * --out}, else nowhere, because they would tear the progress line and what matters is said anyway.
 */
public final class Logging {
  private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %c{1} %msg%n%throwable";

  private Logging() {}

  public static void configure(boolean verbose, Optional<Path> folder) {
    // One for all class loaders: Flink's RPC has its own, whose errors would go to standard output.
    System.setProperty("log4j2.contextSelector", BasicContextSelector.class.getName());
    var builder = ConfigurationBuilderFactory.newConfigurationBuilder();
    builder.setStatusLevel(Level.OFF);
    var layout = builder.newLayout("PatternLayout").addAttribute("pattern", PATTERN);
    var root =
        builder.newRootLogger(verbose ? Level.INFO : folder.isPresent() ? Level.WARN : Level.OFF);
    if (verbose) {
      builder.add(
          builder
              .newAppender("console", "Console")
              .addAttribute("target", "SYSTEM_ERR")
              .add(layout));
      root.add(builder.newAppenderRef("console"));
    }
    folder.ifPresent(
        to -> {
          builder.add(
              builder
                  .newAppender("file", "File")
                  .addAttribute("fileName", to.resolve("tidemark.log").toString())
                  .addAttribute("append", false)
                  .add(layout));
          root.add(builder.newAppenderRef("file"));
        });
    Configurator.reconfigure(builder.add(root).build());
  }
}
