package io.tidemark.groundtruth;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.MeasuredBound;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each bottleneck that is put there on purpose is named. By default only those that a busy host
 * does not hide; all of them need a host with nothing else on it, for on a busy one the right
 * answer is another:
 *
 * <pre>./tidemark test -pl deploy/cli -am -Dit.test=GroundTruthIT -Dtidemark.ground-truth=all</pre>
 *
 * Instead of {@code all}, parts of names, with commas between, run those that have one. The table
 * and what each printed are in {@code target/ground-truth}.
 */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/ceiling")
@Tag("guards:job/verdict")
@Tag("guards:job/measure")
@Tag("guards:job/simulated")
class GroundTruthIT {
  private static final String WHICH = System.getProperty("tidemark.ground-truth", "short");
  private static final Path FOLDER = Path.of("target", "ground-truth");
  private static final List<GroundTruth.Outcome> OUTCOMES = new ArrayList<>();

  static Stream<Scenario> scenarios() {
    return Scenarios.all().stream()
        .filter(
            scenario ->
                switch (WHICH) {
                  case "all" -> true;
                  case "short" -> scenario.isShort();
                  default -> Stream.of(WHICH.split(",")).anyMatch(scenario.name()::contains);
                });
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void namesTheBottleneck(Scenario scenario) throws Exception {
    GroundTruth.Outcome outcome = GroundTruth.of(scenario);
    OUTCOMES.add(outcome);
    Files.writeString(
        Files.createDirectories(FOLDER).resolve(scenario.name().replace(' ', '-') + ".json"),
        outcome.result().toPrettyString());
    MeasuredBound.check(() -> assertThat(outcome.problems()).isEmpty());
  }

  @AfterAll
  static void print() throws Exception {
    String table = GroundTruth.table(OUTCOMES);
    Files.writeString(Files.createDirectories(FOLDER).resolve("table.md"), table);
    System.out.println(table);
  }
}
