package io.tidemark.benchmarks.cases;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.ContenderWindow;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.JobProcess;
import io.tidemark.benchmarks.measure.Reading;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Poll;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.opentsdb.OwnedOpenTsdb;
import io.tidemark.testing.ScrapedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Measures what it costs to track which series were received: by an OpenTSDB, for each point or
 * through a cache, and by Tidemark's records, with and without a database.
 */
public final class CaseTracking implements Benchmark {
  private static final Tsdb KIND = Tsdb.byType("opentsdb", CaseTracking.class.getClassLoader());
  private static final String META = "tsd.core.meta.";
  private static final String TRACKING = META + "enable_tsuid_tracking";
  private static final String METRIC =
      "flink_taskmanager_job_task_operator_tidemark_last_received_";
  private static final String BYTES = "memory";

  /** The effort for one OpenTSDB, which is restarted for each case. */
  private static final Effort WITH_SERVER =
      new Effort(Duration.ofSeconds(30), Duration.ZERO, Duration.ofSeconds(20), 3);

  /** The case's load at full speed, with series that are all created during the warm-up. */
  private static final String[] LOAD = {
    "amplify.m=1",
    "source.datagen.shape=grid",
    "source.datagen.grid.metrics=20",
    "source.datagen.grid.tag-keys=1",
    "source.datagen.grid.tag-values=100",
    "source.datagen.interval=15s",
    "write.batch-samples=1000",
    "parallelism=1"
  };

  private static final String BASELINE = "baseline";
  private static final String OURS = "ours, ";
  private static final String CACHED = OURS + "cached";
  private static final String NOTHING = "to nothing, ";

  /**
   * @param server settings of the TSD
   * @param mode mode of Tidemark's records
   */
  private record Case(String name, Map<String, String> server, String mode) {
    Settings settings() {
      return Settings.arguments(
          server.entrySet().stream()
              .map(each -> each.getKey() + "=" + each.getValue())
              .toArray(String[]::new));
    }
  }

  private static final List<Case> TABLE =
      List.of(
          new Case(BASELINE, Map.of(), "off"),
          new Case("the server, tracking", Map.of(TRACKING, "true"), "off"),
          new Case("the server, through a cache", MetaCachePlugin.SETTINGS, "off"),
          new Case(
              "the server, incrementing",
              Map.of(
                  TRACKING,
                  "true",
                  META + "enable_realtime_ts",
                  "true",
                  META + "enable_tsuid_incrementing",
                  "true"),
              "off"),
          new Case(OURS + "each", Map.of(), "each"),
          new Case(OURS + "incrementing", Map.of(), "incrementing"),
          new Case(CACHED, Map.of(), "cached"));

  /** Jobs without OpenTSDB; a smoke run takes the last one. */
  private static final List<JobCase> ALONE =
      List.of(alone("off"), alone("each"), alone("incrementing"), alone("cached"));

  private static JobCase alone(String mode) {
    return JobCase.of(NOTHING + mode, "amplify.m=1", "parallelism=1", "last-received.mode=" + mode);
  }

  private record Run(
      double rate, double jobCpu, double databaseCpu, double databaseCores, double bytes) {}

  @Override
  public List<JobCase> jobs() {
    return ALONE;
  }

  @Override
  public Effort effort() {
    return WITH_SERVER;
  }

  @Override
  public String method(Plan plan) {
    return "Rows with a server: 2,000 series of the generator's grid as fast as they are taken, %s s after %s s of warm-up, %d round(s), each into an OpenTSDB and HBase of its own, in turn with the others, on the cores that the job runs on. The server's cache is a plug-in, one write for each series and hour. Rows to nothing: 20,000 series into a server that throws away. %s"
        .formatted(
            plan.effort().window().toSeconds(),
            plan.effort().warmUp().toSeconds(),
            plan.effort().rounds(),
            alone(plan).effort().describe());
  }

  private static Plan alone(Plan plan) {
    Effort asked = plan.effort();
    return plan.smoke()
        ? plan
        : plan.withEffort(Effort.FULL.withWindow(asked.window()).withRounds(asked.rounds()));
  }

  @Override
  public List<Row> run(Plan plan) {
    var rows = new ArrayList<Row>();
    var runs = new LinkedHashMap<String, List<Run>>();
    for (int round = 1; !plan.smoke() && round <= plan.effort().rounds(); round++) {
      for (Case each : plan.select(TABLE, Case::name)) {
        plan.progress().accept("round %d: %s".formatted(round, each.name()));
        runs.computeIfAbsent(each.name(), first -> new ArrayList<>()).add(run(plan, each));
      }
    }
    runs.forEach((name, all) -> rows.add(row(name, all)));
    rows.addAll(alone(plan).toNullServer(ALONE));
    var all = new ArrayList<>(rows);
    for (Case each : TABLE.subList(1, TABLE.size())) {
      String ratio = "%s ÷ %s".formatted(each.name(), BASELINE);
      Row.ratio(ratio, JobFigures.THROUGHPUT, rows, each.name(), BASELINE).ifPresent(all::add);
    }
    String off = NOTHING + "off";
    for (JobCase each : ALONE.subList(1, ALONE.size())) {
      Row.ratio("%s ÷ off".formatted(each.name()), JobFigures.CPU, rows, each.name(), off)
          .ifPresent(all::add);
    }
    return all;
  }

  private static Run run(Plan plan, Case each) {
    boolean plugged = each.server() == MetaCachePlugin.SETTINGS;
    try (var database = OwnedOpenTsdb.start(plugged ? Settings.DEFAULT : each.settings())) {
      if (plugged) {
        Path jars = Path.of(System.getenv("TIDEMARK_OPENTSDB"));
        MetaCachePlugin.install(database.folder().resolve("conf"), jars);
        database.restart(each.settings());
      }
      TargetConfig target = database.target(TargetConfig.of(KIND.type()));
      try (var probe = KIND.probe(target);
          var job = JobProcess.start(plan.root(), job(each, target))) {
        return measure(plan.effort(), each, job, probe);
      }
    }
  }

  private static JobCase job(Case each, TargetConfig target) {
    return JobCase.of(each.name(), LOAD)
        .with(
            "target.type=" + KIND.type(),
            "target.urls=" + target.urls().get(0),
            "target.max-tags=" + target.options().get("max-tags"),
            "last-received.mode=" + each.mode());
  }

  private static Run measure(Effort effort, Case each, JobProcess job, CapacityProbe probe) {
    Poll.pause(effort.warmUp());
    double cpuBefore = cpuSeconds(probe);
    Reading from = job.read();
    Poll.pause(effort.window());
    Reading to = job.read();
    double cpu = cpuSeconds(probe) - cpuBefore;
    double bytes = each.mode().equals("cached") ? bytesPerSeries(job) : 0;
    var window = new ContenderWindow(from, to);
    job.stop();
    // This call checks that nothing was refused or lost.
    job.figures(List.of(window));
    return new Run(
        window.samplesPerSecond(),
        window.perSample("cpu") * 1e6,
        cpu / window.samples() * 1e6,
        cpu / window.seconds(),
        bytes);
  }

  private static double cpuSeconds(CapacityProbe probe) {
    try {
      return probe.read().nodes().get(0).cpu().seconds().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double bytesPerSeries(JobProcess job) {
    ScrapedPage page = ScrapedPage.required(job.metrics());
    return page.required(METRIC + "bytes") / page.required(METRIC + "series");
  }

  private static Row row(String name, List<Run> runs) {
    var figures = new LinkedHashMap<String, Figure>();
    figures.put(JobFigures.THROUGHPUT, Figure.of("samples/s", HIGHER, values(runs, Run::rate)));
    figures.put("database at work", Figure.of("cores", NEITHER, values(runs, Run::databaseCores)));
    figures.put(
        JobFigures.STORE_CPU,
        Figure.of(JobFigures.CPU_UNIT, LOWER, values(runs, Run::databaseCpu)));
    figures.put(JobFigures.CPU, Figure.of(JobFigures.CPU_UNIT, LOWER, values(runs, Run::jobCpu)));
    if (name.equals(CACHED)) {
      figures.put(BYTES, Figure.of("bytes a series", LOWER, values(runs, Run::bytes)));
    }
    return new Row(name, figures);
  }

  private static List<Double> values(List<Run> runs, Function<Run, Double> value) {
    return runs.stream().map(value).toList();
  }
}
