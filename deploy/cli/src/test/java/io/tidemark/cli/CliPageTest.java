package io.tidemark.cli;

import io.tidemark.testing.WrittenPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/cli.md says of every command, option and exit code what the program itself says. */
class CliPageTest {
  @Test
  void thePageIsOfTheCommandsAsTheyAre() throws IOException {
    WrittenPage.assertIs("docs/cli.md", CliPage.of(Main.commandLine()), CliPageTest.class);
  }
}
