package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlinkVersionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"2.2.1", "2.2.0", "2.3.0", "2.3.7", "2.3-SNAPSHOT", "2.2.1-vendor-4"})
  void takesAnyPatchOfATestedMinorVersion(String version) {
    assertThatCode(() -> FlinkVersions.require("--cluster", version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.20.5", "2.1.3", "2.0.0", "2.4.0", "2.22.0", "22.2.1", "3.2.1", "<unknown>", ""})
  void refusesEveryOtherInOneLineThatNamesTheVersions(String version) {
    assertThatThrownBy(() -> FlinkVersions.require("--cluster", version))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "--cluster is Flink %s, where this Tidemark was never tested; ".formatted(version)
                + "it runs on 2.2.x (tested: 2.2.1) and 2.3.x (tested: 2.3.0)");
  }

  @Test
  void submitsOnlyToTheMinorVersionOfTheBuild() {
    assertThatCode(() -> FlinkVersions.requireSubmittable("--cluster", "2.2.0"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> FlinkVersions.requireSubmittable("--cluster", "2.3.0"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "--cluster is Flink 2.3.0, and jobs are submitted from here to 2.2.x only; "
                + "use its own client: flink run tidemark-job.jar");
    assertThatThrownBy(() -> FlinkVersions.requireSubmittable("--cluster", "2.1.3"))
        .hasMessageStartingWith("--cluster is Flink 2.1.3, where this Tidemark was never tested");
  }

  @Test
  void theBuildIsOfTheFirstAndTheTestsFetchTheNewest() throws IOException {
    String pom = Files.readString(Repository.root().resolve("pom.xml"));
    assertThat(pom)
        .contains("<flink.version>" + FlinkVersions.TESTED.get(0) + "</flink.version>")
        .contains(
            "<flink.newest.version>"
                + FlinkVersions.TESTED.get(FlinkVersions.TESTED.size() - 1)
                + "</flink.newest.version>");
    assertThat(EnvironmentInformation.getVersion()).isEqualTo(FlinkVersions.TESTED.get(0));
  }

  /** Flink's client prints the message of this exception alone; of any other, the stack. */
  @Test
  void flinkRunEndsWithTheMessageAlone() {
    assertThatThrownBy(() -> TidemarkJob.main("1.20.5", new String[0]))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessageStartingWith("this is Flink 1.20.5, where this Tidemark was never tested");
    assertThatThrownBy(() -> TidemarkJob.main(new String[] {"--set", "amplify.m=none"}))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessageContaining("amplify.m");
  }
}
