package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import io.tidemark.model.Doubling;
import io.tidemark.proof.PosteriorCauses;
import io.tidemark.sink.Concept;
import io.tidemark.sink.http.PageFormat.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The causes that {@code diagnose} can name, in words for people who run senders and a database.
 */
enum Limit {
  DATABASE_CPU(
      Cause.TSDB_CPU,
      "the database's CPU",
      "give %s more cores (with a CPU quota: raise the quota), or add nodes",
      null,
      Reading.CPU,
      Reading.CPU_WAITS),
  READERS(
      Cause.TSDB_READERS,
      "queries, which take the database's CPU",
      "fewer or cheaper queries to %s, or a replica for them; stop them for a while to be sure",
      null,
      Reading.CPU,
      Reading.QUERIES),
  MEMORY(
      Cause.TSDB_MEMORY,
      "the database's memory",
      "more memory for the database, or fewer series: look at what creates new ones",
      null,
      Reading.SLOW_ROWS,
      Reading.IO_STALLS),
  SLOTS(
      Cause.TSDB_SLOTS,
      "the database's insert slots",
      "more insert slots for %s, if it has the memory: each holds a whole request",
      Concept.INSERT_SLOTS,
      Reading.SLOTS,
      Reading.NO_SLOT_FREE,
      Reading.CPU),
  STORAGE(
      Cause.TSDB_STORAGE,
      "the database's storage, or the link to it",
      "look at %s: its disk, its network, its CPU",
      Concept.STORAGE_LINKS,
      Reading.LINK,
      Reading.STORAGE,
      Reading.IO_STALLS),
  LOCK(
      Cause.TSDB_CONTENTION,
      "waits for a lock or a single thread in the database",
      "a profile of the database under load shows what its requests wait for",
      Concept.LOCKS,
      Reading.CPU,
      Reading.SLOTS),
  LINE(
      Cause.NETWORK,
      "the network between senders and database",
      "measure the bandwidth between senders and database; more of it, or better compression",
      null,
      Reading.SLOTS),
  GATEWAY(
      Cause.GATEWAY,
      "a proxy or the distance between senders and database",
      "look at what stands between: a proxy's limit on connections, a round trip",
      null,
      Reading.SLOTS),
  REFUSALS(
      Cause.TSDB_REJECTING,
      "whoever turns requests away",
      "raise the limit that answers 429 or 503, or send less",
      null),
  FAILURES(
      Cause.REQUESTS_FAIL,
      "requests that fail",
      "look at what answers the senders, and at their logs",
      null),
  SENDER_CPU(Cause.JOB_CPU, "the senders' CPU", "more cores for %s, or more senders", null),
  SENDER_BOUND(
      Cause.JOB_IN_FLIGHT,
      "the senders' in-flight limit",
      "let %s have more requests in flight",
      null,
      Reading.SLOTS);

  /** The change that gains if nothing but the load that is sent limits the throughput. */
  static final Set<Doubling> SOURCE = PosteriorCauses.remedies(Cause.SOURCE);

  /**
   * The change that removes other work from the database's cores, also queries if their number is
   * not known.
   */
  static final Set<Doubling> OTHERS = Set.of(Doubling.OTHERS);

  private final Cause cause;
  private final String what;
  private final String advice;
  private final Concept concept;
  private final List<Reading> readings;

  /**
   * @param advice what to do, with a place for the process that is meant
   * @param concept the concept for which the database's module has a remedy; null for none
   * @param readings the readings that speak for or against the limit
   */
  Limit(Cause cause, String what, String advice, Concept concept, Reading... readings) {
    this.cause = cause;
    this.what = what;
    this.advice = advice;
    this.concept = concept;
    this.readings = List.of(readings);
  }

  static Optional<Limit> of(Cause cause) {
    return Arrays.stream(values()).filter(each -> each.cause == cause).findFirst();
  }

  Cause cause() {
    return cause;
  }

  /** Returns the words that follow "stopped by". */
  String what() {
    return what;
  }

  /** Returns the changes of the network that may be its remedy; one of them is enough. */
  Set<Doubling> remedies() {
    return PosteriorCauses.remedies(cause);
  }

  Optional<Concept> concept() {
    return Optional.ofNullable(concept);
  }

  List<Reading> readings() {
    return readings;
  }

  /**
   * @param process the process that is meant
   */
  String advice(String process) {
    return advice.formatted(process);
  }

  /** Returns what its gain is for, in words that precede "should give 1.3 times today's rate". */
  String change() {
    return switch (this) {
      case DATABASE_CPU -> "doubling the database's cores";
      case READERS -> "stopping the queries";
      case MEMORY -> "enough memory for the database";
      case SLOTS -> "doubling the database's insert slots";
      case STORAGE -> "storage that is twice as fast";
      case LOCK -> "halving these waits in the database";
      case LINE -> "doubling the bandwidth";
      case GATEWAY -> "a proxy that admits twice as many, or half the round trip";
      case REFUSALS -> "an end of the refusals";
      case FAILURES -> "an end of the failures";
      case SENDER_CPU -> "doubling the senders' cores";
      case SENDER_BOUND -> "doubling the senders' in-flight limit";
    };
  }

  /** Tells whether it is a limit of the senders, and not of the database. */
  boolean isOfSender() {
    return this == SENDER_CPU || this == SENDER_BOUND;
  }
}
