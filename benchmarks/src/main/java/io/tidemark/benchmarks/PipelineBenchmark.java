package io.tidemark.benchmarks;

import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.measure.JobRow;
import io.tidemark.benchmarks.measure.NullServerProcess;
import io.tidemark.benchmarks.result.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The whole job to a null HTTP server in a process of its own: what the instrument can do. */
final class PipelineBenchmark implements Benchmark {
  @Override
  public List<Row> run(Plan plan) {
    try (var server = NullServerProcess.start()) {
      var starts = new LinkedHashMap<String, Supplier<JobProcess>>();
      for (int parallelism : new int[] {1, 2}) {
        var setup = plan.job().with("target.urls=" + server.url(), "parallelism=" + parallelism);
        starts.put(
            "datagen, parallelism " + parallelism, () -> JobProcess.start(setup, Optional.empty()));
      }
      var rows = new ArrayList<>(JobRow.measure(plan.effort(), starts));
      rows.add(rows.get(1).ratio("parallelism 2 ÷ 1", JobRow.THROUGHPUT, rows.get(0)));
      return rows;
    }
  }
}
