package io.tidemark.console;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.selector.BasicContextSelector;

/**
 * Sets where log messages, most of them Flink's, go: to standard error with {@code -v}, warnings to
 * a file with {@code --out}. Otherwise they go nowhere, because they would break the line of
 * progress, and Tidemark itself reports what matters.
 */
public final class Logging {
  private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %c{1} %msg%n%throwable";

  private Logging() {}

  public static void configure(boolean verbose, Optional<Path> folder) {
    // One context serves all class loaders. Otherwise Flink's RPC, which has a class loader of its
    // own, would log errors to standard output.
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
