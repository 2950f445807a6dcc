package io.tidemark.search;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.cluster.Cluster;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.search.worst.Event;
import io.tidemark.series.ValueMode;
import io.tidemark.slo.Objective;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a search is asked for.
 *
 * @param cluster the cluster to use; empty for a Flink inside this process
 * @param maxInFlight the most requests in flight that are tried
 * @param from a savepoint that every job of the search starts from
 * @param asked when the user asked for it, from which its time counts
 * @param prove whether every change that speaks for or against the cause is made, as often as it
 *     takes; otherwise only the one that the cause names, and that of its strongest rival
 * @param acrossMidnight whether its generated time comes to another UTC day once, at the ceiling
 * @param slo the objectives of a search for a safe rate; null for other searches
 * @param aged a kept database; one that Tidemark starts begins with a copy of it
 */
public record CeilingPlan(
    ConfigLoader.Loaded loaded,
    Optional<Cluster> cluster,
    By by,
    Duration maxDuration,
    int maxInFlight,
    Optional<String> from,
    Instant asked,
    boolean prove,
    boolean acrossMidnight,
    Slo slo,
    Optional<Kept> aged) {
  /** Makes the plan of a search whose database begins empty. */
  public CeilingPlan(
      ConfigLoader.Loaded loaded,
      Optional<Cluster> cluster,
      By by,
      Duration maxDuration,
      int maxInFlight,
      Optional<String> from,
      Instant asked,
      boolean prove,
      boolean acrossMidnight,
      Slo slo) {
    this(
        loaded,
        cluster,
        by,
        maxDuration,
        maxInFlight,
        from,
        asked,
        prove,
        acrossMidnight,
        slo,
        Optional.empty());
  }

  /** Makes the plan of a search that stays within a day. */
  public CeilingPlan(
      ConfigLoader.Loaded loaded,
      Optional<Cluster> cluster,
      By by,
      Duration maxDuration,
      int maxInFlight,
      Optional<String> from,
      Instant asked,
      boolean prove) {
    this(loaded, cluster, by, maxDuration, maxInFlight, from, asked, prove, false, null);
  }

  /**
   * @throws ConfigException if this configuration does not allow what is asked for
   */
  public CeilingPlan {
    boolean generated =
        loaded.config().source().type() == JobConfig.SourceType.DATAGEN && from.isEmpty();
    if (acrossMidnight && !(generated && by == By.IN_FLIGHT)) {
      throw new ConfigException(
          "--across-midnight needs generated time (source.type=datagen, no --from) and --by in-flight");
    }
    if (by == By.QUERIES && loaded.config().queries().isEmpty()) {
      throw new ConfigException(
          "--by queries needs something to ask: set queries.expressions, queries.file or queries.top");
    }
    if ((by == By.SLO) != (slo != null)) {
      throw new IllegalArgumentException(
          "by=%s, slo=%s: one goes with the other".formatted(by, slo));
    }
    if (by == By.SLO
        && (!generated || loaded.config().amplify().value() == ValueMode.INTERPOLATE)) {
      throw new ConfigException(
          "--slo needs to know when each sample was due: source.type=datagen, no --from, and another amplify.value than interpolate");
    }
  }

  /**
   * Returns the same plan, continuing a past; the search's time counts from now on.
   *
   * @param past the kept database
   */
  public CeilingPlan after(Kept past, Instant now) {
    return new CeilingPlan(
        past.continuedBy(loaded),
        cluster,
        by,
        maxDuration,
        maxInFlight,
        from,
        now,
        prove,
        acrossMidnight,
        slo,
        Optional.of(past));
  }

  /**
   * What a safe rate must keep.
   *
   * @param hold how long a rate is held
   * @param keepsLinger whether the user has set how long a batch waits to be filled
   * @param worst the events during which it must keep the objectives, too
   */
  public record Slo(
      List<Objective> objectives, Duration hold, boolean keepsLinger, List<Event> worst) {}

  /** Tells whether generated time comes to another UTC day again and again. */
  boolean comesToOtherDays() {
    return slo != null && slo.worst().stream().anyMatch(Event::isMidnight);
  }

  /** A search takes at most this long. */
  public static final Duration LONGEST = Duration.ofHours(6);

  /** What the search raises. */
  public enum By {
    IN_FLIGHT,
    M,
    RATE,
    BATCH,
    /** The series that are alive at a time, at a fixed rate. */
    SERIES,
    /** The series that are replaced by new ones a minute, at a fixed rate. */
    CHURN,
    /** The queries that are asked a second beside the writes, at a fixed rate of samples. */
    QUERIES,
    /** The rate, as long as it keeps its objectives. */
    SLO;

    /** Tells whether the search raises the series and not the load. */
    boolean isOfSeries() {
      return this == SERIES || this == CHURN;
    }
  }
}
