package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deployment.ProjectCopy.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code deploy/release/release} refuses, and where it writes a version. */
@Tag("guards:deploy/release")
class ReleaseScriptIT {
  @TempDir private static Path folder;
  private static ProjectCopy copy;
  private static String first;
  private static String version;

  @BeforeAll
  static void copy() throws Exception {
    copy = ProjectCopy.in(folder.resolve("copy"));
    first = copy.git("rev-parse", "HEAD");
    version = ProjectCopy.version();
  }

  @BeforeEach
  void reset() throws Exception {
    copy.reset(first);
  }

  private void assertRefused(Answer answer, String... because) {
    assertThat(answer.exitCode()).as(answer.errors()).isEqualTo(2);
    assertThat(answer.errors()).contains(because);
    assertThat(copy.root().resolve("deploy/release/target")).as("nothing was made").doesNotExist();
  }

  private void setVersion(String to) throws Exception {
    Answer answer = copy.release("--set-version", to);
    assertThat(answer.exitCode()).as(answer.errors()).isZero();
    copy.commit("As " + to);
  }

  /** How many lines name it, but for those of tests. */
  private long lines(String named) throws Exception {
    String root = copy.root().toString();
    var command = List.of("git", "-C", root, "grep", "-hF", named, "--", "*pom.xml", "deploy");
    var found =
        copy.answer(
            Stream.concat(command.stream(), Stream.of("docs", ":!*/src/*")).toList(), Map.of());
    return found.output().lines().count();
  }

  @Test
  void aReleaseHasAVersionThatIsNoSnapshot() throws Exception {
    assertRefused(copy.release(), "name the version", "--set-version VERSION");
    assertRefused(copy.release(version + "-SNAPSHOT"), "can't be released");
    assertRefused(copy.release("latest"), "can't be released");
    assertRefused(copy.release(version, "--force"), "unknown argument: --force");
    assertRefused(copy.release("--set-version", "1.0"), "1.0 is no version");
  }

  @Test
  void itIsOfACommit() throws Exception {
    setVersion(version);
    Files.writeString(copy.root().resolve("notes.txt"), "mine");

    assertRefused(copy.release(version), "this is in none", "notes.txt");
  }

  @Test
  void itIsOfTheSourcesVersion() throws Exception {
    setVersion("9.9.9");

    assertRefused(
        copy.release(version), "the sources are of 9.9.9", "release --set-version " + version);
  }

  @Test
  void itIsInTheChangelog() throws Exception {
    setVersion("9.9.9");

    assertRefused(copy.release("9.9.9"), "CHANGELOG.md has no section \"## 9.9.9 - DATE\"");
  }

  /** It is said before anything is built. */
  @Test
  void publishingNeedsEachPlaceAndKey() throws Exception {
    setVersion(version);

    assertRefused(
        copy.release(version, "--publish"),
        "TIDEMARK_RELEASE_IMAGES",
        "TIDEMARK_RELEASE_CHARTS",
        "TIDEMARK_RELEASE_ARCHIVES",
        "TIDEMARK_RELEASE_GPG_KEY",
        "TIDEMARK_RELEASE_COSIGN_KEY");
  }

  /** Chart and image are both called tidemark. */
  @Test
  void aChartDoesNotTakeTheImagesPlace() throws Exception {
    setVersion(version);
    Map<String, String> places =
        Map.of(
            "TIDEMARK_RELEASE_IMAGES", "registry.example/team",
            "TIDEMARK_RELEASE_CHARTS", "oci://registry.example/team",
            "TIDEMARK_RELEASE_ARCHIVES", "files.example:releases",
            "TIDEMARK_RELEASE_GPG_KEY", "A",
            "TIDEMARK_RELEASE_COSIGN_KEY", "B");

    assertRefused(
        copy.release(List.of(), places, version, "--publish"),
        "TIDEMARK_RELEASE_CHARTS names the place of the images");
  }

  @Test
  void theVersionIsWrittenWhereverTheSourcesNameTheirs() throws Exception {
    setVersion("9.8.7-SNAPSHOT");
    long named = lines("9.8.7-SNAPSHOT");
    assertThat(named).isGreaterThan(50);
    assertThat(lines(Chart.about("appVersion").toString())).isZero();

    setVersion("9.9.9");

    assertThat(lines("9.9.9")).as("and the chart's own").isEqualTo(named + 1);
    assertThat(copy.read("pom.xml")).contains("<version>9.9.9</version>\n  <packaging>pom");
    assertThat(copy.read("deploy/helm/tidemark/Chart.yaml"))
        .contains("\nversion: 9.9.9\n", "\nappVersion: 9.9.9\n");
    assertThat(copy.read("deploy/kubernetes/base/flink.yaml")).contains("image: tidemark:9.9.9\n");
    assertThat(copy.read("deploy/image/cli.Dockerfile")).contains("ARG VERSION=9.9.9\n");
  }

  /** Since when something is there does not change with the next release. */
  @Test
  void aReleaseThatAPageSpeaksOfKeepsItsNumber() throws Exception {
    setVersion("9.9.9");
    Path page = copy.root().resolve("docs/faq.md");
    String speaks = "Since 9.9.9, with Flink 9.9.9 and `version: 9.9.9`.";
    Files.writeString(page, speaks + "\nRun tidemark:9.9.9, or tidemark-cli:9.9.9.\n");
    copy.commit("A page");

    setVersion("10.0.0-SNAPSHOT");

    assertThat(page)
        .hasContent(speaks + "\nRun tidemark:10.0.0-SNAPSHOT, or tidemark-cli:10.0.0-SNAPSHOT.\n");
    assertThat(copy.git("diff", "--name-only", "HEAD~1")).contains("docs/kubernetes.md", "pom.xml");
  }

  /** As the sources were before, so that no other number was taken for the version. */
  @Test
  void theNextSnapshotChangesOnlyWhatTheReleaseChanged() throws Exception {
    String snapshot = Chart.about("appVersion").toString();

    setVersion(version);
    setVersion("9.9.9-SNAPSHOT");
    setVersion(snapshot);

    assertThat(copy.git("diff", "--name-only", first).lines()).isSubsetOf("CHANGELOG.md");
    assertThat(copy.read("CHANGELOG.md"))
        .containsPattern("\n## " + version.replace(".", "\\.") + " - \\d{4}-\\d\\d-\\d\\d\n");
  }
}
