package io.tidemark.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the logs are as Maven 3.8, its compiler plugin 3.14 and Spotless 2.44 print them. */
class MavenLogTest {
  @TempDir Path root;

  @BeforeEach
  void aModule() throws IOException {
    Files.writeString(root.resolve("pom.xml"), "<module>job/a b</module>");
    Files.createDirectories(root.resolve("job/a b"));
    Files.writeString(
        root.resolve("job/a b/pom.xml"),
        "<artifactId>parent</artifactId></parent>\n<artifactId>tidemark-a</artifactId>");
  }

  private MavenLog log(String text) {
    var lines = text.replace("ROOT", root.toString()).lines().toList();
    return new MavenLog(root, new Modules(root), lines);
  }

  private Iterable<String> findings(String text) {
    return log(text).findings().stream().map(Finding::toString).toList();
  }

  @Test
  void ofASuccessfulBuildThereAreNone() {
    assertThat(
            findings(
                """
[WARNING] ROOT/job/a b/src/A.java:[3,4] [removal] b() is to be removed
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0 <<< FAILURE! -- in io.tidemark.ATest
[INFO] BUILD SUCCESS
"""))
        .isEmpty();
  }

  @Test
  void errorsOfTheCompilerHaveTheirLineAndSymbolOnce() {
    assertThat(
            findings(
                """
[ERROR] COMPILATION ERROR :
[ERROR] ROOT/job/a b/src/A.java:[3,14] cannot find symbol
  symbol:   class B
  location: class io.tidemark.A
[INFO] 1 error
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile (default-compile) on project tidemark-a: Compilation failure
[ERROR] ROOT/job/a b/src/A.java:[3,14] cannot find symbol
[ERROR]   symbol:   class B
[ERROR]   location: class io.tidemark.A
[ERROR] -> [Help 1]
"""))
        .containsExactly(
            "job/a b/src/A.java:3: does not compile: cannot find symbol, symbol: class B, location:"
                + " class io.tidemark.A; mend it: what needs it was not checked");
  }

  @Test
  void warningsAreErrorsWhereTheCompilerSaysSo() {
    assertThat(
            findings(
                """
                [WARNING] ROOT/job/a b/src/A.java:[3,4] [unchecked] unchecked call
                [ERROR] COMPILATION ERROR :
                [ERROR] error: warnings found and -Werror specified
                """))
        .containsExactly(
            "job/a b/src/A.java:3: does not compile: [unchecked] unchecked call; mend it: what"
                + " needs it was not checked");
  }

  @Test
  void filesThatAreNotFormattedHaveTheLineOfTheirFirstDifference() {
    assertThat(
            findings(
                """
[ERROR] Failed to execute goal com.diffplug.spotless:spotless-maven-plugin:2.44.5:check (default-cli) on project tidemark-a: The following files had format violations:
[ERROR]     src/main/java/A.java
[ERROR]         @@ -10,7 +10,7 @@
[ERROR]          class·A·{
[ERROR]         -·int·a;
[ERROR]         +··int·a;
[ERROR]     src/main/java/B.java
[ERROR]         @@ -1,2 +1,1 @@
[ERROR]         -·
[ERROR] Violations also present in:
[ERROR]     src/main/java/C.java
[ERROR] Run 'mvn spotless:apply' to fix these violations.
[ERROR] -> [Help 1]
"""))
        .containsExactly(
            "job/a b/src/main/java/A.java:11: is not formatted; run ./tidemark check --fix",
            "job/a b/src/main/java/B.java:1: is not formatted; run ./tidemark check --fix",
            "job/a b/src/main/java/C.java:1: is not formatted; run ./tidemark check --fix");
  }

  @Test
  void whatCannotBeReadIsOneFindingOfBoth() {
    assertThat(
            findings(
                """
[ERROR] ROOT/job/a b/src/A.java:[26,3] enum constant expected here
[ERROR] Failed to execute goal com.diffplug.spotless:spotless-maven-plugin:2.44.5:check (default-cli) on project tidemark-a: Unable to check file ROOT/job/a b/src/A.java: com.google.googlejavaformat.java.FormatterException: 26:3: error: enum constant expected here -> [Help 1]
"""))
        .containsExactly(
            "job/a b/src/A.java:26: does not compile: enum constant expected here; mend it: what"
                + " needs it was not checked");
  }

  @Test
  void whateverElseFailsIsAFindingToo() {
    assertThat(
            findings(
                "[ERROR] Failed to execute goal on project tidemark-a: Could not resolve"
                    + " dependencies for project x -> [Help 1]"))
        .singleElement()
        .asString()
        .startsWith("job/a b/pom.xml:1: Maven failed: Could not resolve dependencies");
  }

  @Test
  void theReasonOfABuildWithoutAModuleIsThePlaceInItsDescription() {
    assertThat(
            log("[FATAL] Non-parseable POM ROOT/job/a b/pom.xml: end tag @ line 5, column 3")
                .reason())
        .get()
        .asString()
        .startsWith("job/a b/pom.xml:5: Maven failed: Non-parseable POM");
    assertThat(log("[ERROR] No goal").reason())
        .get()
        .asString()
        .startsWith("pom.xml:1: Maven failed: No goal;");
    assertThat(log("Killed").reason()).isEmpty();
  }
}
