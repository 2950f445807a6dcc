package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import io.tidemark.model.Doubling;
import io.tidemark.sink.Concept;
import io.tidemark.sink.http.PageFormat.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What may stop writes, in the words of who runs senders and a database: one row each. */
enum Limit {
  DATABASE_CPU(
      Cause.TSDB_CPU,
      "the database's CPU",
      "more cores for %s, or more nodes beside it",
      Set.of(Doubling.DATABASE_CPU),
      null,
      Reading.CPU,
      Reading.CPU_WAITS),
  MEMORY(
      Cause.TSDB_MEMORY,
      "the database's memory",
      "more memory for the database, or fewer series: look at what creates new ones",
      Set.of(Doubling.MEMORY),
      null,
      Reading.SLOW_ROWS,
      Reading.IO_STALLS),
  SLOTS(
      Cause.TSDB_SLOTS,
      "the database's insert slots",
      "more insert slots for %s, if it has the memory: each holds a whole request",
      Set.of(Doubling.SLOTS),
      Concept.INSERT_SLOTS,
      Reading.SLOTS,
      Reading.NO_SLOT_FREE,
      Reading.CPU),
  STORAGE(
      Cause.TSDB_STORAGE,
      "the database's storage, or the link to it",
      "look at %s: its disk, its network, its CPU",
      Set.of(Doubling.STORAGE),
      Concept.STORAGE_LINKS,
      Reading.LINK,
      Reading.STORAGE,
      Reading.IO_STALLS),
  LOCK(
      Cause.TSDB_CONTENTION,
      "something in the database that serves one request at a time",
      "a profile of the database under load shows what its requests wait for",
      Set.of(Doubling.LOCK),
      Concept.LOCKS,
      Reading.CPU,
      Reading.SLOTS),
  LINE(
      Cause.NETWORK,
      "the network between senders and database",
      "measure the bandwidth between senders and database; more of it, or better compression",
      Set.of(Doubling.LINE),
      null,
      Reading.SLOTS),
  GATEWAY(
      Cause.GATEWAY,
      "something between senders and database, or its distance",
      "look at what stands between: a proxy's limit on connections, a round trip",
      Set.of(Doubling.ADMISSION, Doubling.DELAY),
      null,
      Reading.SLOTS),
  REFUSALS(
      Cause.TSDB_REJECTING,
      "whoever turns requests away",
      "raise the limit that answers 429 or 503, or send less",
      Set.of(Doubling.REFUSALS),
      null),
  FAILURES(
      Cause.REQUESTS_FAIL,
      "requests that fail",
      "look at what answers the senders, and at their logs",
      Set.of(Doubling.FAILURES),
      null),
  SENDER_CPU(
      Cause.JOB_CPU,
      "the senders' CPU",
      "more cores for %s, or more senders",
      Set.of(Doubling.JOB),
      null),
  SENDER_BOUND(
      Cause.JOB_IN_FLIGHT,
      "the senders' bound on requests in flight",
      "let %s have more requests in flight",
      Set.of(Doubling.IN_FLIGHT),
      null,
      Reading.SLOTS);

  /** What is sent is what limits: nothing else does. */
  static final Set<Doubling> SOURCE = Set.of(Doubling.SOURCE);

  /** Readers and whatever else uses the database's cores. */
  static final Set<Doubling> OTHERS = Set.of(Doubling.OTHERS);

  private final Cause cause;
  private final String what;
  private final String advice;
  private final Set<Doubling> remedies;
  private final Concept concept;
  private final List<Reading> readings;

  /**
   * @param advice with a place for the process that is meant
   * @param remedies of which twice as much has to gain; any of these
   * @param concept of which the database's module knows how to have more; null for none
   * @param readings that speak for it or against
   */
  Limit(
      Cause cause,
      String what,
      String advice,
      Set<Doubling> remedies,
      Concept concept,
      Reading... readings) {
    this.cause = cause;
    this.what = what;
    this.advice = advice;
    this.remedies = remedies;
    this.concept = concept;
    this.readings = List.of(readings);
  }

  static Optional<Limit> of(Cause cause) {
    return Arrays.stream(values()).filter(each -> each.cause == cause).findFirst();
  }

  Cause cause() {
    return cause;
  }

  /** In words that fit after "stopped by". */
  String what() {
    return what;
  }

  Set<Doubling> remedies() {
    return remedies;
  }

  Optional<Concept> concept() {
    return Optional.ofNullable(concept);
  }

  List<Reading> readings() {
    return readings;
  }

  /**
   * @param process that is meant
   */
  String advice(String process) {
    return advice.formatted(process);
  }

  /** Whether it is of who sends, and not of the database. */
  boolean isOfSender() {
    return this == SENDER_CPU || this == SENDER_BOUND;
  }
}
