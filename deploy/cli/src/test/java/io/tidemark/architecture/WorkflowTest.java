package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What a hosted CI runs is what the pages tell people to run. */
class WorkflowTest {
  private static final Path ROOT = Repository.root();

  @Test
  void runsTheCommandsOfThePages() throws IOException {
    Map<String, Map<String, Map<String, Object>>> workflow =
        new Yaml().load(Files.readString(ROOT.resolve(".github/workflows/ci.yml")));
    String pages =
        (Files.readString(ROOT.resolve("README.md"))
                + Files.readString(ROOT.resolve("CONTRIBUTING.md")))
            .replaceAll("\\s+", " ");

    List<String> commands =
        workflow.get("jobs").values().stream()
            .flatMap(job -> steps(job).flatMap(step -> Stream.ofNullable(step.get("run"))))
            .filter(command -> command.startsWith("./tidemark"))
            .toList();

    assertThat(commands).hasSize(2).allSatisfy(command -> assertThat(pages).contains(command));
  }

  private static Stream<Map<String, String>> steps(Map<String, Object> job) {
    @SuppressWarnings("unchecked")
    var steps = (List<Map<String, String>>) job.get("steps");
    return steps.stream();
  }
}
