package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.WrittenPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/cli.md says of every command, option and exit code what the program itself says. */
class CliPageTest {
  @Test
  void thePageIsOfTheCommandsAsTheyAre() throws IOException {
    WrittenPage.assertIs("docs/cli.md", CliPage.of(Main.commandLine()), CliPageTest.class);
  }

  /** What a help text sets as code itself ends where it says. */
  @Test
  void noCodeIsInsideOfCode() {
    assertThat(CliPage.of(Main.commandLine()))
        .contains("your hooks (of `ceiling --worst`)")
        .doesNotContain("``");
  }
}
