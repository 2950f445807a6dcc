package io.tidemark.cli;

import io.tidemark.job.config.ConfigException;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Whether the user agrees to what is about to be done to a database that is not ours. */
final class Consent {
  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask before writing to a database that Tidemark did not start.")
  private boolean given;

  private final Function<String, String> asked;

  Consent() {
    this(Consent::ask);
  }

  /**
   * @param asked answers a question; null where nobody can
   */
  Consent(Function<String, String> asked) {
    this.asked = asked;
  }

  /**
   * Says what will be done, and asks on a terminal.
   *
   * @throws ConfigException if the answer is no, or nobody can be asked and {@code --yes} is not
   *     given
   */
  void to(PrintWriter err, String what) {
    err.println(what);
    err.flush();
    if (given) {
      return;
    }
    String answer = asked.apply("Go on? [y/N] ");
    if (answer == null) {
      throw new ConfigException("nobody can be asked here; if that is what you want, add --yes");
    }
    if (!answer.strip().toLowerCase(Locale.ROOT).startsWith("y")) {
      throw new ConfigException("not begun, as you wish; nothing was written");
    }
  }

  private static String ask(String question) {
    Console terminal = System.console();
    return terminal == null ? null : terminal.readLine(question);
  }
}
