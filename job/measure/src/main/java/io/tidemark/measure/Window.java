package io.tidemark.measure;

import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.readers.Reads;
import io.tidemark.statistics.Estimate;
import java.util.List;
import java.util.stream.Stream;

/**
 * All signals of one step, as means over its measured part. A signal that was not measured is null,
 * never zero. Shares are 0 to 1; cores are CPU seconds per second.
 *
 * @param seconds the duration of the measured part
 * @param warmUpSeconds the part of the step before it, which is left out
 * @param host the host that the job runs on; null if there are several, or if it is unknown
 * @param database the database's signals; null if none were read
 * @param marks what makes the window doubtful, e.g. that the throughput drifts
 * @param invalid why this window must not be used; empty if it may be
 * @param reads what Tidemark's readers did meanwhile; null if there were none
 */
public record Window(
    Load load,
    double seconds,
    double warmUpSeconds,
    Throughput throughput,
    Requests requests,
    InFlight inFlight,
    List<Task> tasks,
    Job job,
    Host host,
    Database database,
    List<String> marks,
    List<String> invalid,
    Reads reads) {

  static final String LITTLE = "Little's law is off by";
  static final String AWAY = "the database could not be reached for a part of it";
  static final String RESTARTED = "the database was restarted";

  /** A share from here up counts as all, because shares are not computed exactly. */
  private static final double ALL = 1 - 1e-6;

  public Window {
    tasks = List.copyOf(tasks);
    marks = List.copyOf(marks);
    invalid = List.copyOf(invalid);
  }

  public boolean valid() {
    return invalid.isEmpty();
  }

  /**
   * Returns why the window must not be used, without the reasons that an outage of the database
   * explains: that it went away and came back, and that answers came much later than usual.
   */
  public List<String> invalidBeyondOutage() {
    return invalid.stream()
        .filter(why -> Stream.of(LITTLE, AWAY, RESTARTED).noneMatch(why::startsWith))
        .toList();
  }

  /** Tells whether the database could not be reached for a part of it, or came back in it. */
  public boolean wasDown() {
    return invalid.stream().anyMatch(why -> Stream.of(AWAY, RESTARTED).anyMatch(why::startsWith));
  }

  /** Tells whether nothing was acknowledged, and every request that ended had failed. */
  public boolean failsAll() {
    return throughput.samplesPerSecond() == 0 && requests.lostShare() > ALL;
  }

  /** Returns the same window, not to be used for these reasons. */
  public Window because(List<String> invalid) {
    return with(throughput, database, invalid, reads);
  }

  /**
   * Returns the same window with the database seen from a node that takes writes, if it was read.
   */
  public Window at(String node) {
    return database == null
        ? this
        : database.busiest().writers().stream()
            .filter(each -> each.name().equals(node))
            .findFirst()
            .map(each -> with(throughput, database.at(each), invalid, reads))
            .orElse(this);
  }

  private Window with(Throughput throughput, Database database, List<String> invalid, Reads reads) {
    return new Window(
        load,
        seconds,
        warmUpSeconds,
        throughput,
        requests,
        inFlight,
        tasks,
        job,
        host,
        database,
        marks,
        invalid,
        reads);
  }

  /** Returns the same window with these readers beside it. */
  public Window with(Reads beside) {
    return with(
        throughput,
        database == null ? null : database.beside(beside.askedPerSecond()),
        invalid,
        beside);
  }

  /** Returns the same window with another estimate of its samples per second. */
  public Window with(Estimate throughput) {
    return with(this.throughput.with(throughput), database, invalid, reads);
  }

  /** Returns the task of this name, or null. */
  public Task task(String name) {
    return tasks.stream().filter(task -> task.name().equals(name)).findFirst().orElse(null);
  }
}
