package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.Database;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Finds out which compressions the database accepts, by sending a sample, because not every version
 * reports them.
 */
final class Compressions {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private Compressions() {}

  static boolean hasZstd() {
    var victoriaMetrics = Tsdb.byType("victoriametrics", Compressions.class.getClassLoader());
    try (var database = Database.start()) {
      var target =
          TargetConfig.of(victoriaMetrics.type(), database.url()).withOption("compression", "zstd");
      var amplification =
          new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);
      var sample = new Sample(Labels.of(Map.of("__name__", "zstd_taken")), 0, 1);
      var payload = victoriaMetrics.format(target, amplification).encode(List.of(sample));
      try (var client = victoriaMetrics.client(target, new ClientOptions(1, TIMEOUT, "zstd"))) {
        return client.write(payload).join().outcome() == ResponseClass.OK;
      }
    }
  }
}
