package io.tidemark.benchmarks.measure;

import static io.tidemark.benchmarks.result.Figure.Better.HIGHER;
import static io.tidemark.benchmarks.result.Figure.Better.LOWER;
import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.result.Figure;
import java.util.List;
import java.util.Map;

/** The figures of a job's windows, and names of figures that other contenders have as well. */
public final class JobFigures {
  public static final String THROUGHPUT = "throughput";
  public static final String CPU = "job CPU";
  public static final String STORED = "stored";
  public static final String STORE_CPU = "database CPU";
  public static final String CPU_UNIT = "s per million samples";

  private JobFigures() {}

  static Map<String, Figure> of(Recording recording, List<ContenderWindow> windows) {
    Figures figures = throughputAndCpu(windows, "cpu");
    figures.add("wire", "bytes/sample", LOWER, window -> window.perSample(JobProcess.SENT_BYTES));
    figures.add("allocation", "bytes/s", NEITHER, w -> recording.allocatedBytes(w) / w.seconds());
    figures.add(
        "allocation per sample",
        "bytes",
        LOWER,
        window -> recording.allocatedBytes(window) / window.samples());
    if (figures.counts("cpu.gc")) {
      figures.add("GC share of CPU", "%", NEITHER, w -> 100 * w.growth("cpu.gc") / w.growth("cpu"));
    }
    if (recording.hasCollections()) {
      figures.add("heap after GC", "bytes", LOWER, recording::heapAfterGcBytes);
    }
    addStore(figures);
    // These figures show where the CPU time of one sample goes.
    for (String group : windows.get(0).growthOf("cpu.").keySet()) {
      figures.add(group, Figure.NANOS, NEITHER, w -> w.perSample("cpu." + group) * 1e9);
    }
    return figures.all();
  }

  /**
   * @param cpuCounter name of the counter of CPU seconds
   */
  public static Figures throughputAndCpu(List<ContenderWindow> windows, String cpuCounter) {
    return new Figures(windows)
        .add(THROUGHPUT, "samples/s", HIGHER, ContenderWindow::samplesPerSecond)
        .add(CPU, CPU_UNIT, LOWER, window -> window.perSample(cpuCounter) * 1e6);
  }

  /** Adds the figures of the contender's database, if it has one. */
  public static void addStore(Figures figures) {
    if (!figures.counts(Database.ROWS)) {
      return;
    }
    figures.add(STORED, "rows/s", HIGHER, window -> window.perSecond(Database.ROWS));
    figures.add(
        STORE_CPU, CPU_UNIT, LOWER, window -> Database.perMillionRows(window, Database.CPU));
  }
}
