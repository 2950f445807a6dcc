package io.tidemark.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SideOptionsTest {
  @Command
  private static final class Comparison {
    @Mixin private SideOptions sides;
  }

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(folder.resolve("both.yaml"), "amplify: {m: 2, n: 20}");
    Files.writeString(folder.resolve("a.yaml"), "amplify: {m: 3}");
    Files.writeString(folder.resolve("b.yaml"), "amplify: {m: 4}");
  }

  /** By m and n: 1 and 1 where nobody sets them. */
  @ParameterizedTest
  @CsvSource({
    "'', 1x1, 1x1",
    "--set amplify.m=5, 5x1, 5x1",
    "-c both.yaml, 2x20, 2x20",
    "--config both.yaml --set-b amplify.m=6, 2x20, 6x20",
    "-c both.yaml --set-a amplify.m=6, 6x20, 6x20",
    "-c both.yaml -a a.yaml, 3x20, 3x20",
    "-c both.yaml -b b.yaml, 2x20, 4x20",
    "-c both.yaml --config-a a.yaml --config-b b.yaml, 3x20, 4x20",
    "-c both.yaml -a a.yaml -b b.yaml --set amplify.n=7, 3x7, 4x7",
    "-a a.yaml, 3x1, 3x1",
    "-a a.yaml -b b.yaml --set-a amplify.n=7, 3x7, 4x1",
    "-b b.yaml, 1x1, 4x1",
  })
  void eachSideIsWhatBothHaveAndOverThatItsOwn(String arguments, String a, String b) {
    SideOptions sides = parsed(arguments);

    assertThat(shown(sides.ofA().config())).isEqualTo(a);
    assertThat(shown(sides.ofB().config())).isEqualTo(b);
    assertThat(sides.areGiven()).isEqualTo(!arguments.isEmpty());
  }

  @Test
  void aPipeIsReadOnceForBothSides() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("amplify: {m: 9}".getBytes(StandardCharsets.UTF_8)));
    try {
      SideOptions sides = parsed("-c -");

      assertThat(shown(sides.ofA().config())).isEqualTo("9x1");
      assertThat(shown(sides.ofB().config())).isEqualTo("9x1");
    } finally {
      System.setIn(before);
    }
  }

  private SideOptions parsed(String arguments) {
    var comparison = new Comparison();
    List<String> words = new ArrayList<>(List.of(arguments.split(" ")));
    words.removeIf(String::isEmpty);
    words.replaceAll(word -> word.endsWith(".yaml") ? folder.resolve(word).toString() : word);
    new CommandLine(comparison).parseArgs(words.toArray(String[]::new));
    return comparison.sides;
  }

  private static String shown(JobConfig config) {
    return "%dx%.0f".formatted(config.amplify().m(), config.amplify().n());
  }
}
