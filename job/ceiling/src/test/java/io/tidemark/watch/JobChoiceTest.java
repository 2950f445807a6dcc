package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.build.Version;
import io.tidemark.cluster.RunningJob;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.PublicSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobChoiceTest {
  private static final String CLUSTER = "http://flink:8081";
  private static final RunningJob OURS = new RunningJob("aa", "tidemark");
  private static final RunningJob SECOND = new RunningJob("bb", "load-b");
  private static final RunningJob OTHER = new RunningJob("cc", "clicks");

  @Test
  void takesTheOnlyOneOfTidemarks() {
    assertThat(choose(List.of(OTHER, OURS), null)).isEqualTo(OURS);
  }

  @Test
  void takesTheOneThatIsNamed() {
    assertThat(choose(List.of(OURS, SECOND), "bb")).isEqualTo(SECOND);
  }

  @Test
  void asksWhichOfSeveral() {
    assertThatThrownBy(() -> choose(List.of(OURS, SECOND, OTHER), null))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "2 jobs of Tidemark's run on http://flink:8081; choose with --job: aa (tidemark), bb (load-b)");
  }

  @Test
  void saysWhatRunsInstead() {
    assertThatThrownBy(() -> choose(List.of(OTHER), null))
        .isInstanceOf(ConfigException.class)
        .hasMessage("no job of Tidemark's runs on http://flink:8081; these do: cc (clicks)");
    assertThatThrownBy(() -> choose(List.of(), "aa"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("--job=aa does not run on http://flink:8081; nothing does");
  }

  @Test
  void refusesAJobThatTellsNothingOfItself() {
    assertThatThrownBy(() -> JobChoice.settings(OTHER, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "job cc (clicks) is none of Tidemark's, or of an older build that can't be watched");
  }

  @Test
  void refusesAJobOfAnotherBuild() {
    var published = new HashMap<>(published());
    published.put("tidemark.version", "0.0.7");

    assertThatThrownBy(() -> JobChoice.settings(OURS, published))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "job aa was started by Tidemark 0.0.7, this is %s; watch it with the same build"
                .formatted(Version.TIDEMARK));
  }

  @Test
  void readsAJobOfThisBuild() {
    assertThat(JobChoice.settings(OURS, published()).m()).isEqualTo(1);
  }

  private static RunningJob choose(List<RunningJob> running, String wanted) {
    return JobChoice.of(
        running,
        Optional.ofNullable(wanted),
        CLUSTER,
        job -> job == OTHER ? Map.of() : published());
  }

  private static Map<String, String> published() {
    var config = ConfigLoader.load(Optional.empty(), List.of()).config();
    return PublicSettings.of(config).toMap();
  }
}
