package io.tidemark.benchmarks.measure;

import io.tidemark.experiment.OwnedVictoriaMetrics;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;

/**
 * A VictoriaMetrics for one contender, frozen with it: what it still has to merge is its own
 * affair.
 */
public final class Database implements AutoCloseable {
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

  public OsProcess process() {
    return process;
  }

  /**
   * Rows inserted. The database makes this page anew when the last is a second old: ask no oftener.
   */
  public Map<String, Double> read() {
    MetricsPage page = page();
    return Map.of(
        "store.rows", page.sum("vm_rows_inserted_total").orElseThrow(),
        "store.ignored", page.sum("vm_rows_ignored_total").orElse(0),
        "store.cpu", process.cpuSeconds());
  }

  private MetricsPage page() {
    return MetricsPage.get(url().resolve("/metrics")).orElseThrow();
  }

  @Override
  public void close() {
    owned.close();
  }
}
