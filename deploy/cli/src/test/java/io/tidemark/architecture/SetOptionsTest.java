package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.check.Page;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SetOptionsTest {
  private static Stream<SetOptions> of(String text) {
    return SetOptions.of(Page.of("a.md", text)).stream();
  }

  @Test
  void areThoseOfCommandsInBlocksAndInText() {
    assertThat(
            of("""
            Text, then `./tidemark ab --set-a amplify.m=1 --set-b
            amplify.m=2`.
            ```
            ./tidemark run --set 'target.urls=[http://a b]' \\
              --set parallelism=2   # a comment
            ```
            """)
                .map(SetOptions::toString))
        .containsExactly(
            "SetOptions[line=1, options=[amplify.m=1, amplify.m=2]]",
            "SetOptions[line=4, options=[target.urls=[http://a b], parallelism=2]]");
  }

  @Test
  void placeholdersAreNone() {
    assertThat(of("`--set path.to.key=value`, `--set target.type=NAME`, after `--set`")).isEmpty();
  }

  @Test
  void aWrongKeyOrValueIsAProblem() {
    assertThat(of("`--set write.in-fligth=1 --set amplify.m=many`").flatMap(SetOptions::problems))
        .containsExactly(
            "unknown key write.in-fligth; did you mean write.in-flight?",
            "amplify.m=many: expected a whole number up to 2147483647");
  }

  @Test
  void aKeyOfADatabaseNeedsItsType() {
    assertThat(of("`--set target.type=rocksdb --set target.value-bytes=9405`"))
        .flatMap(command -> command.problems().toList())
        .isEmpty();
    assertThat(of("`--set target.value-bytes=9405`").flatMap(SetOptions::problems))
        .singleElement()
        .asString()
        .startsWith("target.value-bytes is a key of target.type=rocksdb, not of");
  }
}
