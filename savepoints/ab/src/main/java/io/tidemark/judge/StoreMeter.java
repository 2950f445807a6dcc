package io.tidemark.judge;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.ProcessResources;
import io.tidemark.run.Quiet;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measures the resources that a database started by Tidemark uses for one run. Used by one thread.
 */
public final class StoreMeter {
  /** Time for the merge of all files, which does not count as CPU time of the run. */
  static final Duration MERGED_WITHIN = Duration.ofSeconds(60);

  private final OwnedDatabase database;
  private final LinuxProcess process;
  private final boolean merge;
  private final TargetConfig page;
  private final Double bytesBefore;
  private final OptionalDouble before;

  /**
   * Begins to measure.
   *
   * @param merge whether to measure the growth of the files, for which the database merges them at
   *     the end. They have to be merged at the beginning as well, see {@link #settle}
   * @param page target whose metrics page reports the size of the data; null to count all files
   */
  public StoreMeter(OwnedDatabase database, boolean merge, TargetConfig page) {
    this.database = database;
    this.merge = merge;
    this.page = page;
    this.process = database.process();
    this.bytesBefore = merge ? diskBytes() : null;
    this.before = process.cpuSeconds();
  }

  /**
   * Lets a database end its work and merge its files, so that a copy of them has no work left. This
   * makes two databases with different histories comparable by what a run adds.
   */
  public static void settle(OwnedDatabase database) {
    Quiet.await(database, Quiet.WITHIN);
    if (database.mergeAll()) {
      Quiet.await(database, MERGED_WITHIN);
    }
  }

  /**
   * Waits until the database's work has ended, or too much time has passed, and returns the cost.
   */
  public StoreCost end() {
    OptionalDouble resident = new ProcessResources(process.pid()).residentBytes();
    long begin = System.nanoTime();
    boolean quiet = Quiet.await(database, Quiet.WITHIN);
    OptionalDouble after = process.cpuSeconds();
    boolean merged = merge && database.mergeAll();
    if (merged) {
      quiet &= Quiet.await(database, MERGED_WITHIN);
    }
    Double disk = merge && quiet ? diskBytes() : null;
    return new StoreCost(
        before.isPresent() && after.isPresent() ? after.getAsDouble() - before.getAsDouble() : null,
        resident.isPresent() ? resident.getAsDouble() : null,
        disk == null || bytesBefore == null ? null : Double.valueOf(disk - bytesBefore),
        (System.nanoTime() - begin) / 1e9,
        quiet,
        merged);
  }

  private Double diskBytes() {
    OptionalDouble said = page == null ? OptionalDouble.empty() : saidBytes(page);
    long found = Quiet.bytes(database);
    return said.isPresent() ? Double.valueOf(said.getAsDouble()) : found < 0 ? null : found * 1.0;
  }

  /**
   * Returns the size of the data that the database reports, without caches; empty if it reports
   * none.
   */
  private static OptionalDouble saidBytes(TargetConfig target) {
    try (CapacityProbe probe =
        Tsdb.byType(target.type(), StoreMeter.class.getClassLoader()).probe(target)) {
      List<OptionalDouble> all =
          probe.read().nodes().stream().map(TsdbNode::storage).map(s -> s.diskBytes()).toList();
      return all.isEmpty() || all.stream().anyMatch(OptionalDouble::isEmpty)
          ? OptionalDouble.empty()
          : OptionalDouble.of(all.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }
}
