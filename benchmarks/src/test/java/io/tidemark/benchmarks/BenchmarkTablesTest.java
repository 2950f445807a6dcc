package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a smoke run leaves out is looked at here: every job of every table. */
class BenchmarkTablesTest {
  private static Stream<JobCase> jobs() {
    return Main.BENCHMARKS.values().stream().flatMap(benchmark -> benchmark.jobs().stream());
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void everyJobIsAValidConfiguration(JobCase job) {
    assertThatCode(() -> config(job)).doesNotThrowAnyException();
  }

  @Test
  void rowsOfABenchmarkHaveDifferentNames() {
    Main.BENCHMARKS.forEach(
        (name, benchmark) ->
            assertThat(benchmark.jobs().stream().map(JobCase::name))
                .as(name)
                .doesNotHaveDuplicates());
  }

  /** The published case: 21.7 M source samples a minute (shared/reference/cases.md). */
  @Test
  void theMainCaseIsPacedAsItWas() {
    assertThat(new Mxn().jobs())
        .allSatisfy(
            job ->
                assertThat(config(job).source().datagen().rate() * 60.0 / 21.7e6)
                    .isBetween(0.9999, 1.0001));
  }

  @Test
  void theStoryIsTheMainCaseAtAThird() {
    assertThat(new Story().jobs())
        .allSatisfy(
            job ->
                assertThat(3 * 60.0 * config(job).source().datagen().rate() / 21.7e6)
                    .isBetween(0.9999, 1.0001));
  }

  @Test
  void noTwoRowsOfTheStoryWriteTheSameDay() {
    assertThat(new Story().jobs().stream().map(job -> config(job).source().datagen().start()))
        .doesNotHaveDuplicates();
  }

  @Test
  void labelsAreWhatTheRowsSay() {
    for (JobCase job : jobs().filter(each -> each.name().endsWith(" labels")).toList()) {
      int named = Integer.parseInt(job.name().split(" ")[0]);
      // A series of the grid has its name, an instance and a tag.
      assertThat(3 + config(job).target().extraLabels().size()).isEqualTo(named);
    }
  }

  private static JobConfig config(JobCase job) {
    return ConfigLoader.load(Optional.empty(), job.settings()).config();
  }

  @Test
  void aSmokeRunTakesTheLastOfATable() {
    assertThat(plan(true, "").select(List.of("a", "b"), name -> name)).containsExactly("b");
    assertThat(plan(true, "").select(List.of(), Object::toString)).isEmpty();
  }

  @Test
  void onlyRowsWithTheTextAreMeasured() {
    assertThat(plan(false, "b").select(List.of("ab", "cb", "c"), name -> name))
        .containsExactly("ab", "cb");
  }

  private static Benchmark.Plan plan(boolean smoke, String only) {
    return new Benchmark.Plan(null, null, smoke, row -> row.contains(only), line -> {});
  }
}
