package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said and asked before a database that is not ours is written to. */
class ConsentTest {
  @TempDir Path folder;

  private final StringWriter err = new StringWriter();
  private final PrintWriter printer = new PrintWriter(err);

  @Test
  void goesOnAfterAYes() {
    var asked = new ArrayList<String>();
    var consent =
        new Consent(
            question -> {
              asked.add(question);
              return "yes";
            });

    assertThatCode(() -> consent.to(printer, "This saturates it.")).doesNotThrowAnyException();
    assertThat(err.toString()).contains("This saturates it.");
    assertThat(asked).containsExactly("Go on? [y/N] ");
  }

  @Test
  void anythingElseIsANo() {
    for (String answer : List.of("", "n", "no", "maybe")) {
      assertThatThrownBy(() -> new Consent(question -> answer).to(printer, "This saturates it."))
          .hasMessageContaining("nothing was written");
    }
  }

  @Test
  void isNotAskedForWhereItWasGiven() {
    var consent =
        new Consent(
            question -> {
              throw new AssertionError("asked: " + question);
            });
    new CommandLine(new Anything(consent)).parseArgs("--yes");

    consent.to(printer, "This saturates it.");

    assertThat(err.toString()).contains("This saturates it.");
  }

  @CommandLine.Command
  private record Anything(@CommandLine.Mixin Consent consent) {}

  /** No terminal here: it says what it would do, and ends before it starts anything. */
  @Test
  void aSearchAndAComparisonWantAYesWhereNobodyCanBeAsked() throws Exception {
    try (var listens = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "target.urls=[http://127.0.0.1:%d]".formatted(listens.getLocalPort());

      assertThat(execute("ceiling", "--set", url)).isEqualTo(2);
      assertThat(err.toString())
          .contains("This saturates http://127.0.0.1:" + listens.getLocalPort() + " for up to 3m")
          .contains("20.0 k new series, and about 180 M samples")
          .containsPattern("tidemark clean --run tidemark-\\d{8}-\\d{6}")
          .contains("add --yes");
      err.getBuffer().setLength(0);

      assertThat(execute("ab", "--aa", "--set", url, "--out", folder.resolve("ab").toString()))
          .isEqualTo(2);
      assertThat(err.toString())
          .contains("540 k new series")
          .containsPattern("with the label tidemark_run=ab-\\d{8}-\\d{6}_[a-z0-9]{5}-…")
          .contains("add --yes");
    }
  }

  @Test
  void onlyWhatTidemarkNamedIsCleaned() {
    assertThat(execute("clean", "--run", ".*", "--set", "target.urls=[http://127.0.0.1:1]"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--run=.*: not the name of a run");
  }

  private int execute(String... arguments) {
    return Main.execute(new PrintWriter(new StringWriter()), printer, arguments);
  }
}
