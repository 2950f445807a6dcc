package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServersLimitsTest {
  private static final SampleLimits FOUND =
      new SampleLimits(40, 128, 16_384, Duration.ofDays(9), Duration.ofDays(9));

  private record Probe(boolean answers) implements CapacityProbe {
    @Override
    public TsdbSignals read() throws IOException {
      if (!answers) {
        throw new IOException("nobody there");
      }
      return TsdbSignals.NONE;
    }

    @Override
    public void close() {}
  }

  private static JobConfig.Limits limits(boolean answers, String... settings) {
    var loaded = ConfigLoader.load(Optional.empty(), List.of(settings));
    return ServersLimits.in(
            loaded.config(), loaded.explicit(), new Probe(answers), signals -> FOUND)
        .limits();
  }

  @Test
  void areThoseOfTheServersButForWhatTheUserSet() {
    Duration nine = Duration.ofDays(9);

    assertThat(limits(true)).isEqualTo(new JobConfig.Limits(40, 128, 16_384, nine, nine));
    assertThat(limits(true, "limits.labels=12", "limits.label-value-bytes=1KiB"))
        .isEqualTo(new JobConfig.Limits(12, 128, 1024, nine, nine));
    assertThat(limits(true, "limits.future=1h", "limits.retention=7d"))
        .isEqualTo(new JobConfig.Limits(40, 128, 16_384, Duration.ofHours(1), Duration.ofDays(7)));
  }

  @Test
  void stayAsTheyAreWhereNobodyAnswers() {
    assertThat(limits(false))
        .isEqualTo(ConfigLoader.load(Optional.empty(), List.of()).config().limits());
  }
}
