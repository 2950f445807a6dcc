package io.tidemark.benchmarks.measure;

import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.sink.http.NullServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The measurement of one command. */
public interface Benchmark {
  List<Row> run(Plan plan);

  /** Returns all jobs that the benchmark measures, including those that a smoke run leaves out. */
  List<JobCase> jobs();

  /** Returns the effort, unless it is a smoke run. */
  default Effort effort() {
    return Effort.FULL;
  }

  /** Writes a complete result to places other than the folder of results. */
  default void publish(Path root, ResultFile result) {}

  /** Returns how the figures are measured, in a few sentences. */
  default String method(Plan plan) {
    return plan.effort().describe();
  }

  /**
   * @param root folder of the repository
   * @param smoke whether to run only the last row of each table, to see that it works
   * @param rows tells which rows to measure, by name
   * @param progress gets lines about the progress
   */
  record Plan(
      Path root, Effort effort, boolean smoke, Predicate<String> rows, Consumer<String> progress) {
    private static final int CAPTURED_SAMPLES = 200_000;
    private static final int SMOKE_CAPTURED_SAMPLES = 20_000;

    public Plan withEffort(Effort other) {
      return new Plan(root, other, smoke, rows, progress);
    }

    public Alternation alternation() {
      return new Alternation(effort, progress);
    }

    /** Returns the rows of a table that are to be measured. */
    public <T> List<T> select(List<T> table, Function<T, String> name) {
      var chosen = table.stream().filter(each -> rows.test(name.apply(each))).toList();
      return smoke && !chosen.isEmpty() ? chosen.subList(chosen.size() - 1, chosen.size()) : chosen;
    }

    /** Returns the first bodies that the job sends. */
    public CapturedBodies capture(JobCase job) {
      progress.accept("capturing what is sent: " + job.name());
      int sourceSamples = smoke ? SMOKE_CAPTURED_SAMPLES : CAPTURED_SAMPLES;
      return CapturedBodies.of(root, job.with("source.datagen.samples=" + sourceSamples));
    }

    /** Measures jobs in turn, all to a null HTTP server in a separate process. */
    public List<Row> toNullServer(List<JobCase> table) {
      try (var server = NullServer.startProcess()) {
        return inTurn(
            table, job -> JobProcess.start(root, job.with("target.urls=" + server.url())));
      }
    }

    /** Measures jobs in turn, each to a VictoriaMetrics of its own. */
    public List<Row> toDatabases(List<JobCase> table) {
      return inTurn(table, job -> JobProcess.startWithDatabase(root, job));
    }

    public List<Row> inTurn(List<JobCase> table, Function<JobCase, JobProcess> start) {
      var starts = new LinkedHashMap<String, Supplier<JobProcess>>();
      select(table, JobCase::name).forEach(job -> starts.put(job.name(), () -> start.apply(job)));
      return alternation().rows(starts);
    }
  }

  static <T> List<T> join(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
