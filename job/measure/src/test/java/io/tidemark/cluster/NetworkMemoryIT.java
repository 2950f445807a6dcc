package io.tidemark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.run.Totals;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Flink starts no job that it has too few network buffers for. */
class NetworkMemoryIT {
  /** Fewer writers than amplifiers are joined all to all. */
  @Test
  void aJobOf32SlotsRunsIn160Mebibytes() {
    assertThat(EmbeddedFlink.networkBytes(32) >> 20).isLessThanOrEqualTo(160);
    try (var flink = EmbeddedFlink.start(32, 0)) {
      var job = flink.submit(config(32, 31), Start.FRESH);

      assertThat(new Totals(job.result().totals()).acked()).isEqualTo(100_000);
    }
  }

  private static JobConfig config(int parallelism, int inFlight) {
    return ConfigLoader.load(
            Optional.empty(),
            List.of(
                "target.type=null",
                "source.datagen.samples=100000",
                "source.datagen.series=1000",
                "parallelism=" + parallelism,
                "write.in-flight=" + inFlight))
        .config();
  }
}
