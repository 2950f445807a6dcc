package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StatusWarningsTest {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Map<String, String> SETTINGS =
      Map.of("max_connections", "100", "innodb_log_file_size", "1024");

  private final StatusWarnings warnings = new StatusWarnings();

  private List<String> of(Map<String, Double> counters) {
    return warnings.of(
        new StatusReading(counters, OptionalDouble.of(0), ABSENT, ABSENT, ABSENT, false), SETTINGS);
  }

  @Test
  void areNoneWhereNothingIsWrong() {
    assertThat(of(Map.of("Threads_connected", 90.0))).isEmpty();
    assertThat(of(Map.of())).isEmpty();
  }

  @Test
  void nameTheSettingOfALogThatIsNearlyFull() {
    assertThat(of(Map.of("Innodb_checkpoint_age", 90.0, "Innodb_checkpoint_max_age", 100.0)))
        .isEmpty();
    assertThat(of(Map.of("Innodb_checkpoint_age", 91.0, "Innodb_checkpoint_max_age", 100.0)))
        .singleElement()
        .asString()
        .contains("91 % full", "innodb_log_file_size=1024");
  }

  @Test
  void nameALimitThatOthersNearlyTook() {
    assertThat(of(Map.of("Threads_connected", 91.0)))
        .singleElement()
        .asString()
        .contains("91 of max_connections=100");
  }

  /** What was counted before the first reading is none of this run's. */
  @Test
  void countFromTheFirstReadingAndAnewAfterARestart() {
    assertThat(of(Map.of("Rocksdb_stall_micros", 5e6))).isEmpty();
    assertThat(of(Map.of("Rocksdb_stall_micros", 7.5e6)))
        .singleElement()
        .asString()
        .contains("2.5 s");
    assertThat(of(Map.of("Rocksdb_stall_micros", 0.0))).isEmpty();
    assertThat(of(Map.of("Rocksdb_stall_micros", 1e6)))
        .singleElement()
        .asString()
        .contains("1.0 s");
  }

  @Test
  void sayWhatIsHidden() {
    var hidden = new StatusReading(Map.of(), ABSENT, ABSENT, ABSENT, ABSENT, false);
    assertThat(warnings.of(hidden, SETTINGS)).singleElement().asString().contains("GRANT PROCESS");
  }
}
