package io.tidemark.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.job.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportLoadsTest {
  private static final String RUN =
      """
      {"seconds": 40, "samplesPerSecond": 1000, "samplesAcked": 80000, "bytesSent": 1600000,
       "series": {"active": 500, "newPerMinute": 30},
       "store": {"cpuSeconds": 8, "residentBytes": 1000000, "diskBytes": 90000}}
      """;

  /** It was continued: 40,000 of the 80,000 samples are this run's. */
  @Test
  void aRunGivesItsLoad() {
    assertThat(read(RUN))
        .containsExactly(new Observed("r", 40, 40_000, 500.0, 520.0, 8.0, 1e6, 9e4, 800_000.0));
  }

  @Test
  void whatARunDoesNotSayIsNull() {
    Observed bare =
        read("""
                {"seconds": 40, "samplesPerSecond": 1000, "samplesAcked": 80000, "bytesSent": 1, "later": {}}
                """)
            .get(0);

    assertThat(bare.series()).isNull();
    assertThat(bare.newSeries()).isNull();
    assertThat(bare.cpuSeconds()).isNull();
    assertThat(bare.diskBytes()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'\"seconds\": 40', '\"seconds\": 0', seconds",
    "'\"seconds\": 40', '\"seconds\": -40', seconds",
    "'\"seconds\": 40', '\"seconds\": \"40s\"', seconds",
    "'\"seconds\": 40, ', '', seconds",
    "'\"cpuSeconds\": 8', '\"cpuSeconds\": -8', cpuSeconds",
    "'\"cpuSeconds\": 8', '\"cpuSeconds\": \"8\"', cpuSeconds",
    "'\"residentBytes\": 1000000', '\"residentBytes\": 1e300', residentBytes",
    "'\"active\": 500', '\"active\": [500]', active",
  })
  void whatCannotBeIsRefused(String is, String wrong, String field) {
    assertThat(RUN).contains(is);
    assertThatThrownBy(() -> read(RUN.replace(is, wrong)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(field);
  }

  @Test
  void aSearchGivesItsPlateauAsOneLoad() {
    List<Observed> loads =
        read(search(step("sweep", 100, ""), step("verify", 1000, ""), step("verify", 3000, "")));

    assertThat(loads)
        .containsExactly(new Observed("r", 20, 40_000, 8_000.0, 400.0, 40.0, 5e6, null, 2_000.0));
  }

  @Test
  void eachStepOfARampIsALoad() {
    assertThat(
            read(
                search(
                    step("ramp", 100, ""),
                    step("ramp", 200, "\"a restart\""),
                    step("ramp", 400, ""))))
        .extracting(Observed::samplesPerSecond)
        .containsExactly(100.0, 400.0);
  }

  @Test
  void eachCarriedNumberOfSeriesIsALoad() {
    assertThat(
            read(
                """
                {"steps": [], "series": {"rows": [
                  {"series": 10, "newPerMinute": 0, "samplesPerSecond": 5, "cpuCores": 0.1, "residentBytes": 7, "carried": true},
                  {"series": 20, "newPerMinute": 60, "samplesPerSecond": 5, "carried": false}]}}
                """))
        .containsExactly(new Observed("r", 1, 5, 10.0, 0.0, 0.1, 7.0, null, null));
  }

  @Test
  void aComparisonGivesTheValidRunsOfOneSide() {
    String report =
        """
        {"measures": [], "runs": [
          {"arm": "A", "seconds": 10, "samplesPerSecond": 1000, "storeCpuSecondsPerMillionSamples": 2, "invalid": []},
          {"arm": "A", "seconds": 10, "samplesPerSecond": 1000, "invalid": ["restarted"]},
          {"arm": "B", "seconds": 10, "samplesPerSecond": 500, "invalid": []}]}
        """;

    assertThat(read(report))
        .containsExactly(new Observed("r", 10, 10_000, null, null, 0.02, null, null, null));
    assertThat(ReportLoads.of("r", json(report), "B")).hasSize(1);
  }

  @Test
  void anythingElseIsNoReport() {
    for (String other : List.of("{}", "[]", "3", "{\"steps\": []}", "{\"measures\": []}")) {
      assertThatThrownBy(() -> read(other)).as(other).isInstanceOf(ConfigException.class);
    }
  }

  private static String search(String... steps) {
    return """
        {"configuration": {"source.datagen.series": "4000", "amplify.n": "2"},
         "steps": [%s]}
        """
        .formatted(String.join(",", steps));
  }

  private static String step(String phase, double rate, String invalid) {
    return """
        {"phase": "%s", "window": {"seconds": 10, "invalid": [%s],
         "throughput": {"samplesPerSecond": %s, "sentBytesPerSecond": 100},
         "database": {"cpuCoresUsed": 2, "residentBytes": 5000000, "newSeriesShare": 0.01}}}
        """
        .formatted(phase, invalid, rate);
  }

  private static List<Observed> read(String json) {
    return ReportLoads.of("r", json(json), "A");
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
