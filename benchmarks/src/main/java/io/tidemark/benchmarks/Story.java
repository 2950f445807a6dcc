package io.tidemark.benchmarks;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.measure.Benchmark;
import io.tidemark.benchmarks.measure.Effort;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.benchmarks.story.FlinkProcess;
import io.tidemark.benchmarks.story.Gateway;
import io.tidemark.benchmarks.story.Judged;
import io.tidemark.benchmarks.story.Stage;
import io.tidemark.benchmarks.story.StoryJob;
import io.tidemark.benchmarks.story.StoryPage;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.measure.Window;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.watch.Judgement;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Replays the main case at a third of its size, stage by stage: a writer that waits for each
 * answer, an amplifier that allocates a label map for each copy, a database with few insert slots,
 * and the database's CPU. At each stage, the running job is judged as by {@code tidemark watch};
 * the next stage changes one thing.
 */
final class Story implements Benchmark {
  /** A third of the published 21.7 M samples a minute. */
  static final long SOURCE_PER_SECOND = Math.round(21.7e6 / 60 / 3);

  static final List<Integer> M = List.of(6, 12, 20);

  /** One thread amplifies. */
  private static final int PARALLELISM = 1;

  /** Two insert slots for each core, as the published database had, and then five times as many. */
  private static final int FEW_SLOTS = 4;

  private static final int MANY_SLOTS = 20;

  /**
   * For this round trip, a request holds a slot about three times as long as the database computes.
   */
  private static final Duration ROUND_TRIP = Duration.ofMillis(30);

  /**
   * More than twenty times the longest latency, half a second; a window with fewer than twenty
   * latencies is not judged.
   */
  private static final Duration WINDOW = Duration.ofSeconds(12);

  private static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);

  static final List<Stage> STAGES =
      List.of(
          new Stage("as it was", "", StoryJob.LABEL_MAPS, 1, FEW_SLOTS),
          new Stage(
              "asynchronous writer",
              "32 requests in flight instead of 1",
              StoryJob.LABEL_MAPS,
              32,
              FEW_SLOTS),
          new Stage(
              "labels encoded once",
              "Tidemark's amplifier instead of a label map for each copy",
              StoryJob.TIDEMARK,
              32,
              FEW_SLOTS),
          new Stage(
              "more slots",
              "`-maxConcurrentInserts=20` instead of 4",
              StoryJob.TIDEMARK,
              32,
              MANY_SLOTS));

  private record Cell(Stage stage, int m) {
    JobCase job() {
      // Each cell has a day of its own, so that none writes the points of another.
      LocalDate day = FIRST_DAY.plusDays(1L + 10L * STAGES.indexOf(stage) + M.indexOf(m));
      return JobCase.of(
              stage.row(m),
              "source.datagen.rate=" + SOURCE_PER_SECOND,
              "source.datagen.start=" + day + "T00:00:00Z",
              "amplify.m=" + m,
              "parallelism=" + PARALLELISM,
              "write.in-flight=" + stage.inFlight())
          .with(Realism.WITHIN_A_DAY);
    }

    /** Returns the samples per minute that should arrive. */
    double expected() {
      return 60.0 * SOURCE_PER_SECOND * m;
    }
  }

  private static List<Cell> cells(Stage stage) {
    return M.stream().map(m -> new Cell(stage, m)).toList();
  }

  @Override
  public List<JobCase> jobs() {
    return STAGES.stream().flatMap(stage -> cells(stage).stream()).map(Cell::job).toList();
  }

  @Override
  public Effort effort() {
    return new Effort(Duration.ofSeconds(8), Duration.ZERO, WINDOW, 1);
  }

  @Override
  public String method(Plan plan) {
    return "A source of %d samples/s. Each row: one window of %d s after %d s of warm-up, judged by the code of `tidemark watch`."
        .formatted(SOURCE_PER_SECOND, WINDOW.toSeconds(), plan.effort().warmUp().toSeconds());
  }

  @Override
  public List<Row> run(Plan plan) {
    var rows = new ArrayList<Row>();
    OwnedProcess folder = OwnedProcess.folder("dead-letters");
    try (var database = OwnedVictoriaMetrics.start(STAGES.get(0).database());
        var gateway = Gateway.to(database.url(), ROUND_TRIP);
        var flink = FlinkProcess.start(PARALLELISM, "-Xmx2g")) {
      String[] target = {
        "target.urls=" + gateway.url(),
        "target.metrics-urls=" + database.url(),
        "dead-letter.path=" + folder.folder().toUri()
      };
      int slots = FEW_SLOTS;
      for (Stage stage : STAGES) {
        if (stage.slots() != slots) {
          slots = stage.slots();
          database.restart(stage.database());
        }
        for (Cell cell : plan.select(cells(stage), each -> each.job().name())) {
          plan.progress().accept(cell.job().name());
          rows.add(row(cell, judged(plan, flink, cell.job().with(target), stage.job())));
        }
      }
    } finally {
      folder.close();
    }
    return rows;
  }

  private static Judgement judged(Plan plan, FlinkProcess flink, JobCase job, StoryJob story) {
    flink.submit(story, ConfigLoader.load(Optional.empty(), job.settings()).config());
    Poll.pause(plan.effort().warmUp());
    Judgement judgement = Judged.next(flink, WINDOW);
    flink.cancel();
    return judgement;
  }

  private static Row row(Cell cell, Judgement judgement) {
    Window window = judgement.window();
    double actual = 60 * window.throughput().samplesPerSecond();
    var figures = new LinkedHashMap<String, Figure>();
    Figure.put(figures, "expected", "samples/min", NEITHER, cell.expected());
    Figure.put(figures, "actual", "samples/min", HIGHER, actual);
    Figure.put(figures, "efficiency", "%", HIGHER, 100 * actual / cell.expected());
    Figure.put(figures, "latency p50", "ms", LOWER, window.requests().p50Millis());
    if (window.database() != null) {
      Figure.put(figures, "slots taken", "on average", NEITHER, slots(window));
      Figure.put(figures, "database CPU", "%", NEITHER, percent(window.database().cpuShare()));
    }
    Figure.put(figures, "job CPU", "cores", NEITHER, window.job().cpuCores());
    return new Row(cell.stage().row(cell.m()), figures, words(judgement));
  }

  private static Double slots(Window window) {
    return window.database().slotsInUse();
  }

  private static Double percent(Double share) {
    return share == null ? null : 100 * share;
  }

  private static Map<String, String> words(Judgement judgement) {
    var words = new LinkedHashMap<String, String>();
    words.put(StoryPage.CAUSE, judgement.cause().name());
    words.put(StoryPage.CONFIDENCE, judgement.confidence().name().toLowerCase(Locale.ROOT));
    judgement.evidence().stream()
        .findFirst()
        .ifPresent(
            finding -> words.put(StoryPage.BECAUSE, finding.signal() + ": " + finding.value()));
    judgement.advice().stream().findFirst().ifPresent(text -> words.put(StoryPage.ADVICE, text));
    return words;
  }

  @Override
  public void publish(Path root, ResultFile result) {
    StoryPage.of(result, STAGES, M).writeInto(root.resolve("docs/story.md"));
  }
}
