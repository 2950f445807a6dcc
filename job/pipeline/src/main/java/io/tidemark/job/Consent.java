package io.tidemark.job;

import io.tidemark.job.config.ConfigException;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Option;

/**
 * Whether the user agrees to what is about to be done to a database or a Kafka that is not ours. It
 * is the same for every command, and for {@code flink run}: {@code --yes} agrees, and for load
 * {@code target.accept-load}, or the answer of who sits at a terminal. Nothing else is a yes.
 */
public final class Consent {
  @Option(
      names = {"-y", "--yes"},
      description =
          "Do not ask before writing to, or deleting from, your database or Kafka, or before running your hooks (of `ceiling --worst`).")
  private boolean given;

  private final Function<String, String> asked;

  public Consent() {
    this(Consent::ask);
  }

  /**
   * @param asked returns the answer to a question; null if nobody can be asked
   */
  Consent(Function<String, String> asked) {
    this.asked = asked;
  }

  /**
   * Says what will be written, and asks on a terminal unless the configuration has the answer.
   *
   * @throws ConfigException in one line if the answer is no, or nobody can be asked and none was
   *     given
   */
  public void to(PrintWriter err, ForeignLoad load) {
    if (load.isAny()) {
      to(err, load.text(), load.isAccepted(), "--yes or target.accept-load=true");
    }
  }

  /** Does the same for what is no load on a database; a configuration can't agree to that. */
  public void to(PrintWriter err, String what) {
    to(err, what, false, "--yes");
  }

  private void to(PrintWriter err, String what, boolean accepted, String remedy) {
    if (given || accepted) {
      say(err, what);
      return;
    }
    String answer = asked.apply(what + System.lineSeparator() + "Go on? [y/N] ");
    if (answer == null) {
      throw new ConfigException(
          "%s Without a terminal Tidemark cannot ask; to agree, add %s".formatted(what, remedy));
    }
    if (!answer.strip().toLowerCase(Locale.ROOT).startsWith("y")) {
      throw new ConfigException("stopped at your request; nothing was written or deleted");
    }
  }

  private static void say(PrintWriter err, String what) {
    err.println(what);
    err.flush();
  }

  @SuppressWarnings("SystemConsoleNull") // isTerminal checks it
  private static String ask(String question) {
    Console terminal = System.console();
    return terminal == null || !isTerminal(terminal) ? null : terminal.readLine("%s", question);
  }

  /** Asks the console, because from Java 22 on there may be one without a terminal. */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
