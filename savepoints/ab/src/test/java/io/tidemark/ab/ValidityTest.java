package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.Part;
import io.tidemark.run.MeasuredJob;
import io.tidemark.run.RunResult;
import io.tidemark.statistics.Cusum;
import io.tidemark.statistics.LittleCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each reason alone makes a run unfit, and is said in words. */
class ValidityTest {
  /** 100 batches/s of 0.04 s each keep 4 in flight. */
  private static final LittleCheck LITTLE = new LittleCheck(4, 100, 0.04, 8);

  private static final MeasuredJob.Ended DONE = ended(List.of(), false, 0, Map.of());

  @Test
  void aRunWithNothingAgainstItIsValid() {
    assertThat(problems(DONE, part(LITTLE, even()), Optional.empty())).isEmpty();
  }

  @Test
  void aRestart() {
    assertThat(problems(ended(List.of("lost a TaskManager"), false, 0, Map.of())))
        .containsExactly("the job was restarted: lost a TaskManager");
  }

  @Test
  void anEndBeforeTheRangesEnd() {
    assertThat(problems(ended(List.of(), true, 0, Map.of())))
        .containsExactly("the end of the range was not reached in time");
  }

  @Test
  void samplesThatAreLost() {
    assertThat(problems(ended(List.of(), false, 7, Map.of())))
        .containsExactly("7 amplified samples were not accounted for");
  }

  @Test
  void samplesThatTheDatabaseAcceptedAndDropped() {
    assertThat(problems(ended(List.of(), false, 0, Map.of("too far ahead", 3L))))
        .containsExactly("the database accepted rows and did not store them: {too far ahead=3}");
  }

  /** Among many that were stored. */
  @Test
  void samplesThatTheDatabaseRefused() {
    RunResult result = result(0, 3, Map.of("rejected-out-of-bounds", "HTTP 400: out of bounds"));
    assertThat(problems(new MeasuredJob.Ended(result, List.of(), false, 0, Optional.empty())))
        .containsExactly(
            "the database refused 3 of 1003 samples, which are not stored: {rejected-out-of-bounds=HTTP 400: out of bounds}");
  }

  @Test
  void anotherDatabase() {
    assertThat(problems(DONE, part(LITTLE, even()), Optional.of("it was restarted")))
        .containsExactly("it was restarted");
  }

  @Test
  void writersThatNobodyWatched() {
    assertThat(problems(DONE, Optional.empty(), Optional.empty()))
        .containsExactly("the writers were not observed while the range was written");
  }

  /** 100 batches/s of 0.044 s are 4.4 in flight, 10 % more than 4. */
  @Test
  void littlesLaw() {
    assertThat(problems(DONE, part(new LittleCheck(4, 100, 0.044, 8), even()), Optional.empty()))
        .containsExactly("mean in-flight is not rate × latency (Little's law): off by 10 %");
  }

  /** 0.04 s × 20 latencies need 0.8 s. */
  @Test
  void tooFewLatencies() {
    assertThat(problems(DONE, part(new LittleCheck(4, 100, 0.04, 0.79), even()), Optional.empty()))
        .containsExactly("too short: 0.8 s, mean latency 0.04 s; take a longer --run-time");
  }

  @Test
  void aRateThatDrifts() {
    var rates = even();
    Arrays.fill(rates, 40, 80, 500);

    assertThat(problems(DONE, part(LITTLE, rates), Optional.empty()))
        .singleElement()
        .asString()
        .startsWith("the rate drifts: cumulative sum ");
  }

  @Test
  void tooFewRatesSayNothingOfADrift() {
    double[] rates = Arrays.copyOf(even(), Cusum.MIN_OBSERVATIONS - 1);

    assertThat(problems(DONE, part(LITTLE, rates), Optional.empty())).isEmpty();
  }

  private static List<String> problems(MeasuredJob.Ended job) {
    return problems(job, part(LITTLE, even()), Optional.empty());
  }

  private static List<String> problems(
      MeasuredJob.Ended job, Optional<Part> part, Optional<String> database) {
    return Validity.problems(new Validity.Observed(job, part, database, 0));
  }

  private static Optional<Part> part(LittleCheck little, double[] rates) {
    return Optional.of(
        new Part(little.windowSeconds(), 8_000, rates, little, 1, Optional.of(50.0)));
  }

  private static double[] even() {
    var rates = new double[80];
    Arrays.fill(rates, 1_000);
    return rates;
  }

  private static MeasuredJob.Ended ended(
      List<String> failures, boolean stopped, long pending, Map<String, Long> ignored) {
    var store = new RunResult.Store("1.79.5", 1.0, null, null, ignored);
    RunResult result = result(pending, 0, store, Map.of());
    return new MeasuredJob.Ended(result, failures, stopped, 0, Optional.empty());
  }

  private static RunResult result(long pending, long refused, Map<String, String> firstRefused) {
    var store = new RunResult.Store("1.79.5", 1.0, null, null, Map.of());
    return result(pending, refused, store, firstRefused);
  }

  private static RunResult result(
      long pending, long refused, RunResult.Store store, Map<String, String> firstRefused) {
    var series = new RunResult.Series(0, null, null);
    var letters = new RunResult.DeadLetters(0, 0, 0, 0);
    return new RunResult(
        0,
        0,
        0,
        0,
        1_000,
        refused,
        pending,
        letters,
        0,
        series,
        0,
        0,
        0,
        0,
        0,
        0,
        null,
        0,
        null,
        null,
        null,
        firstRefused,
        1,
        1,
        "time",
        1,
        4,
        "",
        store,
        null,
        false,
        null,
        null,
        "",
        "",
        null,
        null);
  }
}
