package io.tidemark.benchmarks.measure;

import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A VictoriaMetrics for one contender, frozen with it: what it still has to merge is its own
 * affair.
 */
public final class Database implements AutoCloseable {
  public static final String ROWS = "store.rows";
  static final String CPU = "store.cpu";
  private static final String IGNORED = "store.ignored";

  private final OwnedVictoriaMetrics owned;
  private final OsProcess process;

  private Database(OwnedVictoriaMetrics owned, OsProcess process) {
    this.owned = owned;
    this.process = process;
  }

  public static Database start() {
    var owned = OwnedVictoriaMetrics.start();
    return new Database(owned, new OsProcess(process(owned)));
  }

  /** Its command line names the address; so does that of the shell that guards it, its parent. */
  private static ProcessHandle process(OwnedVictoriaMetrics owned) {
    String address = owned.url().getAuthority();
    return ProcessHandle.current()
        .descendants()
        .filter(child -> child.children().findAny().isEmpty())
        .filter(child -> child.info().arguments().map(all -> names(all, address)).orElse(false))
        .findFirst()
        .orElseThrow();
  }

  private static boolean names(String[] arguments, String address) {
    return Arrays.stream(arguments).anyMatch(argument -> argument.endsWith("=" + address));
  }

  public URI url() {
    return owned.url();
  }

  public void freeze() {
    process.freeze();
  }

  public void resume() {
    process.resume();
  }

  /**
   * Rows inserted. The database makes this page anew when the last is a second old: ask no oftener.
   */
  public Map<String, Double> read() {
    MetricsPage page = page();
    return Map.of(
        ROWS, page.sum("vm_rows_inserted_total").orElseThrow(),
        IGNORED, page.sum("vm_rows_ignored_total").orElse(0),
        CPU, process.cpuSeconds());
  }

  private MetricsPage page() {
    return MetricsPage.get(url().resolve("/metrics")).orElseThrow();
  }

  /**
   * @throws IllegalStateException if it dropped rows that it had accepted
   */
  public static void requireAllStored(List<Window> windows) {
    if (windows.stream().anyMatch(window -> window.growth(IGNORED) > 0)) {
      throw new IllegalStateException(
          "the figures don't count, the database ignored rows (vm_rows_ignored_total)");
    }
  }

  /** Seconds of a counter for each million of rows inserted. */
  static double perMillionRows(Window window, String secondsCounter) {
    return window.growth(secondsCounter) / window.growth(ROWS) * 1e6;
  }

  @Override
  public void close() {
    owned.close();
  }
}
