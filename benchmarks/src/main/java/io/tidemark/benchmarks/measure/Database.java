package io.tidemark.benchmarks.measure;

import io.tidemark.process.LinuxProcess;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ScrapedPage;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * A VictoriaMetrics for one contender, which is frozen with it, so that its merges affect no other.
 */
public record Database(OwnedVictoriaMetrics owned) implements AutoCloseable {
  public static final String ROWS = "store.rows";
  static final String CPU = "store.cpu";
  private static final String IGNORED = "store.ignored";

  public static Database start() {
    return new Database(OwnedVictoriaMetrics.start());
  }

  public URI url() {
    return owned.url();
  }

  public LinuxProcess process() {
    return owned.process();
  }

  /** Returns the counters. The database renews this page at most once a second. */
  public Map<String, Double> read() {
    ScrapedPage page = ScrapedPage.required(url().resolve("/metrics"));
    return Map.of(
        ROWS, page.required("vm_rows_inserted_total"),
        IGNORED, page.sum("vm_rows_ignored_total").orElse(0),
        CPU, owned.process().cpuSeconds().orElseThrow());
  }

  /**
   * @throws IllegalStateException if the database dropped rows that it had accepted
   */
  public static void requireAllStored(List<ContenderWindow> windows) {
    if (windows.stream().anyMatch(window -> window.growth(IGNORED) > 0)) {
      throw new IllegalStateException(
          "the figures don't count, the database ignored rows (vm_rows_ignored_total)");
    }
  }

  /** Returns the seconds of a counter per million rows inserted. */
  static double perMillionRows(ContenderWindow window, String secondsCounter) {
    return window.growth(secondsCounter) / window.growth(ROWS) * 1e6;
  }

  @Override
  public void close() {
    owned.close();
  }
}
