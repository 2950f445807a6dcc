package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Docker would build without a word. */
class DockerfilesTest {
  private static final String JOB = "Dockerfile";
  private static final String CLI = "cli.Dockerfile";

  @ParameterizedTest
  @ValueSource(strings = {JOB, CLI})
  void isOfTheBuildsVersionAndNotRoot(String name) throws IOException {
    String file = read("deploy/image/" + name);

    assertThat(file).contains(":" + version()).contains("USER 9999:9999");
    assertThat(file.lines().filter(line -> line.startsWith("FROM ")))
        .singleElement()
        .asString()
        .matches("FROM [\\w-]+:[\\w.-]*\\d[\\w.-]*");
  }

  @Test
  void theJobsIsOnTheFlinkThatItWasBuiltWith() throws IOException {
    String flink = first("<flink.version>(.*?)</flink.version>", read("pom.xml"));

    assertThat(read("deploy/image/" + JOB)).contains("FROM flink:" + flink + "-java17");
  }

  /** Maven has no plugin of every patch release; of another minor version it would not load. */
  @Test
  void theS3PluginIsOfTheJobsFlink() throws IOException {
    String pom = read("pom.xml");
    String minor = first("<flink.version>(\\d+\\.\\d+\\.)", pom);

    assertThat(first("<flink-s3.version>(.*?)</flink-s3.version>", pom)).startsWith(minor);
    assertThat(read("deploy/image/build"))
        .contains("s3_plugin_version=$(pom_property flink-s3.version)")
        .contains("s3_plugin=$FLINK_HOME/opt/flink-s3-fs-hadoop-$flink_version.jar");
  }

  /** As the other way to make an image starts it. */
  @Test
  void theCommandLinesStartsTheLauncherOfTheRelease() throws IOException {
    assertThat(read("deploy/image/" + CLI))
        .contains("ARG VERSION=" + version())
        .contains("deploy/release/target/tidemark-$VERSION.tar.gz")
        .contains("ENTRYPOINT [\"/opt/tidemark/tidemark\"]");
    // All else of the project stays out of what Docker is sent.
    assertThat(read(".dockerignore").lines().filter(line -> !line.startsWith("#")))
        .containsExactly(
            "*", "!job/target/tidemark-*.jar", "!deploy/release/target/tidemark-*.tar.gz");
    assertThat(read("deploy/image/" + JOB)).contains(" job/target/tidemark-*.jar ");
    assertThat(read("deploy/image/build")).contains("\"$out\" /opt/tidemark/tidemark /tmp ");
  }

  private static String version() throws IOException {
    return first("\n  <version>(.*?)</version>", read("pom.xml"));
  }

  private static String first(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }

  private static String read(String path) throws IOException {
    return Files.readString(Repository.root().resolve(path));
  }
}
