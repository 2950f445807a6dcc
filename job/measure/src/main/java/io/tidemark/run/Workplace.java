package io.tidemark.run;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.cluster.Cluster;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.job.amplify.ReadySeries;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.measure.Time;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Where the jobs of a command run and write: the Flink and the database that it finds or starts.
 * What was started is closed in the reverse order, and what was there before stays.
 */
public final class Workplace implements AutoCloseable {
  /**
   * What a command needs.
   *
   * @param name what messages call the command: "run"
   * @param configs the configurations of its jobs
   * @param cluster the Flink to use; empty for one inside this process
   * @param slotsPerSubtask the task slots that are wanted for each subtask of a job
   * @param retries how often a request to the cluster that finds no one is repeated
   * @param theirs whether the jobs write into a database that was there before
   * @param starter starts the database that all jobs write into; empty if it was there before, or
   *     if the command starts one for each job
   * @param aged the data of which that database gets a copy first
   */
  public record Needs(
      String name,
      List<JobConfig> configs,
      Optional<Cluster> cluster,
      int slotsPerSubtask,
      int retries,
      boolean theirs,
      Optional<OwnedDatabase.Starter> starter,
      Optional<Kept> aged) {
    private FlinkSession flink() {
      if (cluster.isPresent()) {
        return RemoteFlink.connect(cluster.get(), slotsPerSubtask * highest(), retries);
      }
      int port = configs.get(0).metrics().prometheusPort();
      return EmbeddedFlink.start(slotsPerSubtask * subtasksHere(), port);
    }

    private int highest() {
      return configs.stream().mapToInt(JobConfig::parallelism).max().orElseThrow();
    }

    /** Returns the most subtasks that a job has in a Flink inside this process. */
    private int subtasksHere() {
      return configs.stream().anyMatch(config -> config.parallelism() == 0)
          ? Math.max(Runtime.getRuntime().availableProcessors(), highest())
          : highest();
    }

    private Stream<String> lines(Function<JobConfig, List<String>> ofOne) {
      return configs.stream().flatMap(config -> ofOne.apply(config).stream()).distinct();
    }
  }

  /** What a command does between the steps that all of them have in common. */
  public interface Steps {
    /**
     * Checks what the command was given beside its configuration.
     *
     * @param local whether its jobs run on this machine
     */
    default void check(boolean local) {}

    /**
     * Asks whether the jobs may write into a database that was there before.
     *
     * @throws ConfigException if the user does not agree
     */
    void agree();

    /** Takes a cluster that was connected to, whose free slots have not been counted yet. */
    default void connected(FlinkSession cluster) {}

    /** Says in one line what is half done if the process has to be ended; "" if nothing is. */
    default String unfinished() {
      return "";
    }
  }

  private final Steps steps;
  private final Deque<Runnable> closings = new ArrayDeque<>();
  private FlinkSession session;
  private OwnedDatabase database;
  private Duration databaseStart = Duration.ZERO;
  private Interrupts interrupts;

  /** The parallelism that {@code parallelism=0} means in a Flink that was started here; else 0. */
  private int subtasksHere;

  private Workplace(Steps steps) {
    this.steps = steps;
  }

  /**
   * Finds or starts what a command needs.
   *
   * @param note takes what was started, and what else is worth knowing
   * @param warn takes that without which a result would mislead
   * @throws ConfigException if something is known to be wrong before the start, or the user does
   *     not agree
   * @throws RunException if the database or Flink does not start
   */
  public static Workplace open(
      Needs needs, Steps steps, Consumer<String> note, Consumer<String> warn) {
    return open(needs, steps, note, warn, needs::flink);
  }

  /**
   * @param flink connects to the cluster, or starts a Flink in this process
   */
  static Workplace open(
      Needs needs,
      Steps steps,
      Consumer<String> note,
      Consumer<String> warn,
      Supplier<FlinkSession> flink) {
    var place = new Workplace(steps);
    try {
      if (needs.cluster().isEmpty()) {
        check(needs, steps, true);
      }
      if (needs.theirs()) {
        steps.agree();
      }
      needs.lines(Preflight::warnings).forEach(warn);
      if (needs.cluster().isPresent()) {
        place.openFlink(flink);
        steps.connected(place.session);
        needs.configs().forEach(config -> place.session.parallelism(config.parallelism()));
        needs.lines(Preflight::notesOnCluster).forEach(note);
        check(needs, steps, place.session.isLocal());
      }
      needs.starter().ifPresent(starter -> place.startDatabase(starter, needs, note));
      if (needs.cluster().isEmpty()) {
        place.openFlink(flink);
        place.subtasksHere = needs.subtasksHere();
      }
      return place;
    } catch (RuntimeException | Error e) {
      try (place) {
        throw e;
      }
    }
  }

  /** Takes a Flink that someone else closes, whose jobs write into a database that is there. */
  public static Workplace in(FlinkSession session, Steps steps) {
    var place = new Workplace(steps);
    place.session = session;
    steps.check(session.isLocal());
    return place;
  }

  private static void check(Needs needs, Steps steps, boolean local) {
    if (!local && !needs.theirs()) {
      throw new ConfigException(
          "target.urls is not set, and a database started here can't be reached from another machine; name one");
    }
    steps.check(local);
    if (local) {
      needs.configs().forEach(config -> Preflight.check(config, needs.theirs()));
    }
  }

  private void openFlink(Supplier<FlinkSession> flink) {
    session = flink.get();
    closings.push(session::close);
  }

  private void startDatabase(OwnedDatabase.Starter starter, Needs needs, Consumer<String> note) {
    long asked = Time.REAL.nanos();
    database =
        DatabaseOfOurOwn.start(
            Kept.beginning(needs.aged(), starter), OwnedDatabase.Settings.DEFAULT);
    closings.push(database::close);
    databaseStart = Duration.ofNanos(Time.REAL.nanos() - asked);
    note.accept(DatabaseOfOurOwn.note(starter, database.url(), needs.name()));
    needs.aged().map(Kept::note).ifPresent(note);
  }

  /** Returns the Flink that takes the jobs. */
  public FlinkSession session() {
    return session;
  }

  /** Returns the database that was started for all jobs. */
  public Optional<OwnedDatabase> database() {
    return Optional.ofNullable(database);
  }

  /** Returns the time that the start of this database took; zero without one. */
  public Duration databaseStart() {
    return databaseStart;
  }

  /**
   * Returns the signals since it was first asked for them. Until then a signal ends the process at
   * once, because there is no job yet that has to be stopped.
   */
  public Interrupts interrupts() {
    if (interrupts == null) {
      interrupts = new Interrupts(steps::unfinished);
      closings.push(interrupts::close);
    }
    return interrupts;
  }

  /**
   * Returns the configuration of a job that writes into the database that was started, if one was,
   * with a parallelism that there are slots for.
   */
  public JobConfig here(JobConfig config) {
    int wanted = config.parallelism() == 0 ? subtasksHere : config.parallelism();
    JobConfig parallel = config.withParallelism(session.parallelism(wanted));
    return database == null ? parallel : parallel.withTarget(database.target(parallel.target()));
  }

  /**
   * Returns the same as {@link #here}, with what the servers allow a sample to have, and as many
   * series kept ready as fit the heap of a Flink inside this process; where the user set neither.
   *
   * @param explicit the paths of the keys that the user set
   */
  public JobConfig fitted(JobConfig config, Set<String> explicit) {
    JobConfig here = fittingHeap(here(config), explicit);
    return ServersLimits.in(here, explicit, session.reachable(here.target()));
  }

  /**
   * Returns the same with as many series kept ready as fit the heap of a Flink inside this process,
   * where the user set no number.
   *
   * @param config with a parallelism that is known
   * @param explicit the paths of the keys that the user set
   */
  public JobConfig fittingHeap(JobConfig config, Set<String> explicit) {
    return subtasksHere == 0 || explicit.contains("amplify.max-cached-series")
        ? config
        : ReadySeries.in(config, Runtime.getRuntime().maxMemory(), config.parallelism());
  }

  /** Closes what was opened last first; the rest is closed even if something can't be. */
  @Override
  public void close() {
    Runnable last = closings.poll();
    if (last != null) {
      Workplace rest = this;
      try (rest) {
        last.run();
      }
    }
  }
}
