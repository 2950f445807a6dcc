package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RrdcachedOptionsTest {
  private static final TargetConfig DEFAULTS = TargetConfig.of("rrdcached");

  @Test
  void makesFilesOfAMinuteByDefault() {
    assertThat(RrdcachedOptions.of(DEFAULTS).creation(1_700_000_040))
        .isEqualTo("-s 60 -b 1699999980 -O DS:value:GAUGE:600:U:U RRA:AVERAGE:0.5:1:1440");
    assertThat(new Rrdcached().timestamps(DEFAULTS).step()).isEqualTo(60_000);
  }

  @Test
  void makesFilesAsTheyAreConfigured() {
    RrdcachedOptions options =
        RrdcachedOptions.of(
            DEFAULTS
                .withOption("step", "PT5S")
                .withOption("heartbeat", "PT20S")
                .withOption("archives", "RRA:LAST:0.5:1:10  RRA:MAX:0.5:12:24"));
    assertThat(options.creation(105))
        .isEqualTo("-s 5 -b 100 -O DS:value:GAUGE:20:U:U RRA:LAST:0.5:1:10 RRA:MAX:0.5:12:24");
    assertThat(options.function()).isEqualTo("LAST");
  }

  @ParameterizedTest
  @CsvSource({
    "folder, ../etc",
    "folder, /tidemark",
    "folder, ''",
    "folder, a b",
    "step, PT0S",
    "step, PT0.5S",
    "heartbeat, PT30S",
    "heartbeat, PT60.001S",
    "archives, ''",
    "archives, RRA:AVERAGE:0.5:5:100",
    "archives, RRA:AVERAGE:0.5:1:100 DS:x:GAUGE:1:U:U",
    "archives, RRA:HWPREDICT:1440:0.1:0.0035:288"
  })
  void refusesWhatCanNotBe(String name, String value) {
    var options = new TreeMap<String, String>();
    options.put(name, value);
    assertThat(RrdcachedOptions.problems(options)).containsOnlyKeys(name);
  }

  /** As RRDtool does: {@code heartbeat >= interval} is a value, and what is later unknown. */
  @Test
  void keepsWhatComesWithinTheHeartbeat() {
    RrdcachedOptions tenMinutes = RrdcachedOptions.of(DEFAULTS);
    assertThat(tenMinutes.problemOfGap(Duration.ofSeconds(600))).isEmpty();
    assertThat(tenMinutes.problemOfGap(Duration.ofSeconds(601)))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("target.heartbeat=600s", "target.step=60s"));
  }

  @Test
  void hasDefaultsWithoutProblems() {
    assertThat(RrdcachedOptions.problems(new TreeMap<>())).isEmpty();
  }
}
