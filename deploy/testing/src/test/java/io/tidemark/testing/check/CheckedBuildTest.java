package io.tidemark.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedBuildTest {
  private static final String SOURCE = "job/a/src/test/java/io/tidemark/ATest.java";
  private static final String FAILURE =
      """
<testsuite><testcase name="passes" classname="io.tidemark.ATest"/>
<testcase name="fails" classname="io.tidemark.ATest"><%1$s message="%2$s" type="java.lang.AssertionError">
%2$s
	at org.assertj.core.Assertions.fail(Assertions.java:12)
	at io.tidemark.ATest.lambda$fails$0(ATest.java:17)
	at io.tidemark.ATest.fails(ATest.java:21)
</%1$s></testcase></testsuite>
""";

  @TempDir Path root;
  private Path folder;

  @BeforeEach
  void aModuleWithATest() throws IOException {
    Files.writeString(root.resolve("pom.xml"), "<module>job/a</module>");
    Files.createDirectories(root.resolve(SOURCE).getParent());
    Files.writeString(root.resolve(SOURCE), "class ATest {}");
    Files.writeString(
        root.resolve("job/a/pom.xml"), "</parent><artifactId>tidemark-a</artifactId>");
    folder = Files.createDirectories(root.resolve(".tidemark/check"));
    Files.createFile(folder.resolve("started"));
    Files.writeString(folder.resolve("classes"), "io.tidemark.ATest\n");
    Files.writeString(folder.resolve("keys"), "key job/a\n");
    maven("build", 0, "[INFO] BUILD SUCCESS");
  }

  private void maven(String name, int status, String log) throws IOException {
    Files.writeString(folder.resolve(name + ".log"), log);
    Files.writeString(folder.resolve(name + ".status"), status + "\n");
  }

  private Path report(String xml) throws IOException {
    Path reports = Files.createDirectories(root.resolve("job/a/target/surefire-reports"));
    return Files.writeString(reports.resolve("TEST-io.tidemark.ATest.xml"), xml);
  }

  private List<String> findings() throws IOException {
    return new CheckedBuild(root, folder).findings().stream().map(Finding::toString).toList();
  }

  @Test
  void aBuildWhoseTestsRanAndPassedHasNone() throws IOException {
    report("<testsuite><testcase name='passes' classname='io.tidemark.ATest'/></testsuite>");
    assertThat(findings()).isEmpty();
    assertThat(folder.resolve("not-run")).isEmptyFile();
    assertThat(new PassedModules(root, folder).has("job/a", "key")).isTrue();
  }

  @Test
  void aFailedTestHasTheLineThatFailed() throws IOException {
    report(FAILURE.formatted("failure", "Expected: 1 but was: 2"));
    assertThat(findings())
        .containsExactly(
            SOURCE
                + ":17: ATest.fails failed: Expected: 1 but was: 2; alone: mvn -pl job/a -am test"
                + " -Dtest=ATest -Dsurefire.failIfNoSpecifiedTests=false");
  }

  @Test
  void anErrorIsOneAsWell() throws IOException {
    report(FAILURE.formatted("error", "/ by zero"));
    assertThat(findings())
        .singleElement()
        .asString()
        .contains(":17: ATest.fails failed: / by zero");
    assertThat(new PassedModules(root, folder).has("job/a", "key")).isFalse();
  }

  @Test
  void findingsInTheMessageOfATestStandForIt() throws IOException {
    var wrong = new Finding("pom.xml", 1, "is wrong", "mend it");
    report(FAILURE.formatted("failure", "2 findings\n%s\n%s".formatted(wrong, wrong)));
    assertThat(findings()).containsExactly(wrong.toString());
  }

  @Test
  void aTestThatDidNotRunIsOneThoughTheBuildSaysSuccess() throws IOException {
    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith(SOURCE + ":1: io.tidemark.ATest did not run;");
  }

  @Test
  void theReportOfAnEarlierRunDoesNotCount() throws IOException {
    Path old =
        report("<testsuite><testcase name='passes' classname='io.tidemark.ATest'/></testsuite>");
    Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
    assertThat(findings()).singleElement().asString().contains("did not run");
    assertThat(new PassedModules(root, folder).has("job/a", "key")).isFalse();
  }

  @Test
  void testsThatCouldNotRunAreNotFindingsOfTheirOwn() throws IOException {
    maven("build", 1, "[ERROR] %s/job/a/src/A.java:[3,1] ';' expected".formatted(root));
    assertThat(findings())
        .containsExactly(
            "job/a/src/A.java:3: does not compile: ';' expected; mend it: what needs it was not"
                + " checked");
    assertThat(folder.resolve("not-run")).hasContent("io.tidemark.ATest");
  }

  @Test
  void aBuildThatFailedForNoReasonKnownHereIsOne() throws IOException {
    report("<testsuite><testcase name='passes' classname='io.tidemark.ATest'/></testsuite>");
    maven("format", 1, "Killed");
    assertThat(findings())
        .containsExactly(
            "pom.xml:1: Maven failed without a word that is known here; read"
                + " .tidemark/check/format.log");
  }
}
