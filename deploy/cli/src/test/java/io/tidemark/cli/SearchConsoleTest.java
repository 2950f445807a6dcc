package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SearchConsoleTest {
  private static final String ERASE = "\r\u001b[K";
  private static final Duration NOW = Duration.ofSeconds(65);
  private static final Duration MAX = Duration.ofMinutes(4);

  private static final String CLEAR = "\u001b[K";

  private final StringWriter err = new StringWriter();

  @Test
  void aTerminalShowsWhatRunsNowInOneLineThatGoesAgain() {
    SearchConsole console = console(new Terminal(80, 24), false);

    console.step("4 requests in flight", "best so far 91 k samples/s", NOW, MAX);
    console.measured("in flight 4");
    console.step("8 requests in flight", "", NOW, MAX);
    console.ended();

    assertThat(err.toString())
        .isEqualTo(
            "\r1:05 of at most 4:00  4 requests in flight  (best so far 91 k samples/s)"
                + CLEAR
                + ERASE
                + "in flight 4\n\r1:05 of at most 4:00  8 requests in flight"
                + CLEAR
                + ERASE);
  }

  /** A line that breaks could not be erased. */
  @Test
  void isNoWiderThanTheTerminal() {
    console(new Terminal(30, 24), false).step("8 requests in flight", "", NOW, MAX);

    assertThat(err.toString()).isEqualTo("\r1:05 of at most 4:00  8 reque" + CLEAR);
  }

  @Test
  void aPipeGetsWholeLinesAndWhatRunsNowEveryTenSeconds() {
    SearchConsole console = console(Terminal.NONE, false);

    console.step("4 requests in flight", "", NOW, MAX);
    console.measured("in flight 4");
    console.step("8 requests in flight", "", NOW.plusSeconds(9), MAX);
    console.step("16 requests in flight", "", NOW.plusSeconds(10), MAX);
    console.ended();

    assertThat(err.toString())
        .isEqualTo(
            """
            1:05 of at most 4:00  4 requests in flight
            in flight 4
            1:15 of at most 4:00  16 requests in flight
            """);
  }

  @Test
  void quietSaysWarningsOnly() {
    SearchConsole console = console(new Terminal(80, 24), true);

    console.step("4 requests in flight", "", NOW, MAX);
    console.measured("in flight 4");
    console.note("no time is left");
    console.warn("metrics can't be read");

    assertThat(err.toString()).isEqualTo("warning: metrics can't be read\n");
  }

  private SearchConsole console(Terminal terminal, boolean quiet) {
    return new SearchConsole(new PrintWriter(err), quiet, terminal);
  }
}
