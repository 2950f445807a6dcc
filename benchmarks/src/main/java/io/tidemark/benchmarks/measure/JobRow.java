package io.tidemark.benchmarks.measure;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Figure.Better;
import io.tidemark.benchmarks.result.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What the windows of a job say, as a row of figures. */
public final class JobRow {
  public static final String THROUGHPUT = "throughput";
  public static final String JOB_CPU = "job CPU";
  public static final String STORE_CPU = "database CPU";
  private static final String ACKED = "samples_acked_total";

  private final List<Window> windows;
  private final Map<String, Figure> figures = new LinkedHashMap<>();

  private JobRow(List<Window> windows) {
    this.windows = windows;
  }

  /**
   * Measures jobs in turn, ends them and closes them.
   *
   * @param starts by the names of the rows
   */
  public static List<Row> measure(Effort effort, Map<String, Supplier<JobProcess>> starts) {
    var measured = Alternation.run(effort, List.copyOf(starts.values()));
    var names = List.copyOf(starts.keySet());
    var rows = new ArrayList<Row>();
    try {
      measured.forEach(each -> each.contender().beginEnd());
      for (int i = 0; i < names.size(); i++) {
        JobProcess job = measured.get(i).contender();
        job.awaitEnd();
        rows.add(new Row(names.get(i), new JobRow(measured.get(i).windows()).of(job)));
      }
    } finally {
      measured.forEach(each -> each.contender().close());
    }
    return rows;
  }

  private Map<String, Figure> of(JobProcess job) {
    add(THROUGHPUT, "samples/s", HIGHER, window -> window.perSecond(ACKED));
    add(JOB_CPU, "s per million samples", LOWER, window -> perSample(window, "cpu") * 1e6);
    add("wire", "bytes/sample", LOWER, window -> perSample(window, "sent_bytes_total"));
    add("allocation", "bytes/s", NEITHER, w -> job.allocatedBytes(w) / w.seconds());
    add("allocation per sample", "bytes", LOWER, w -> job.allocatedBytes(w) / w.growth(ACKED));
    if (counts("cpu.gc")) {
      add("GC share of CPU", "%", NEITHER, w -> 100 * w.growth("cpu.gc") / w.growth("cpu"));
    }
    job.peakHeapBytes().ifPresent(peak -> add("peak heap after GC", "bytes", LOWER, w -> peak));
    if (counts("store.rows")) {
      add("stored", "rows/s", HIGHER, window -> window.perSecond("store.rows"));
      add(STORE_CPU, "s per million samples", LOWER, JobRow::storeCpuPerMillion);
    }
    windows.get(0).growthOf("cpu.").keySet().forEach(this::nanos);
    return figures;
  }

  /** Where the time of one sample goes. */
  private void nanos(String group) {
    add(group, Figure.NANOS, NEITHER, window -> perSample(window, "cpu." + group) * 1e9);
  }

  private boolean counts(String counter) {
    return windows.get(0).to().counters().containsKey(counter);
  }

  static double storeCpuPerMillion(Window window) {
    return window.growth("store.cpu") / window.growth("store.rows") * 1e6;
  }

  private static double perSample(Window window, String counter) {
    return window.growth(counter) / window.growth(ACKED);
  }

  private void add(
      String name, String unit, Better better, ToDoubleFunction<Window> figureOfWindow) {
    var values = windows.stream().mapToDouble(figureOfWindow).boxed().toList();
    figures.put(name, Figure.of(unit, better, values));
  }
}
