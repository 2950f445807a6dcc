package io.tidemark.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ViolationsTest {
  private static final String THIS =
      "deploy/cli/src/test/java/io/tidemark/architecture/ViolationsTest.java";

  /** What no rule allows, to be found by its line. */
  static final class Offender {
    Path field;

    String call() {
      return Path.of("").toString();
    }
  }

  @Test
  void haveTheLineOfTheSourceAndNoPackagesOfOurs() {
    JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);
    var rule =
        noClasses().should().dependOnClassesThat().haveFullyQualifiedName(Path.class.getName());
    assertThat(Violations.of(rule, offender, "mend it"))
        .contains(
            new Finding(
                THIS,
                lineOf("Path.of(\"\").toString()"),
                "Method architecture.ViolationsTest$Offender.call() calls method"
                    + " java.nio.file.Path.of(java.lang.String, [Ljava.lang.String;)",
                "mend it"),
            // A field has no line in the class file: the line of the import stands for it.
            new Finding(
                THIS,
                lineOf("import java.nio.file.Path;"),
                "Field architecture.ViolationsTest$Offender.field has type java.nio.file.Path",
                "mend it"));
  }

  private static int lineOf(String text) {
    return Page.read(Repository.root(), Repository.root().resolve(THIS)).lineOf(text);
  }

  @Test
  void areOneForEachArrowOfACycle() {
    assertThat(
            Violations.of(
                """
Cycle detected: Slice a ->
                Slice b ->
                Slice a
  1. Dependencies of Slice a
    - Method <io.tidemark.testing.Repository.root()> calls method <io.tidemark.b.B.b()> in (Repository.java:7)
  2. Dependencies of Slice b
    - Method <io.tidemark.testing.Browser.open()> calls method <io.tidemark.a.A.a()> in (Browser.java:8)
""",
                "turn one around"))
        .extracting(finding -> finding.file() + ":" + finding.line())
        .containsExactly(
            "deploy/testing/src/test/java/io/tidemark/testing/Repository.java:7",
            "deploy/testing/src/test/java/io/tidemark/testing/Browser.java:8");
  }

  @Test
  void areNeverNoneForWantOfAPlace() {
    assertThat(Violations.of("something new", "mend it"))
        .containsExactly(new Finding("pom.xml", 1, "something new", "mend it"));
  }
}
