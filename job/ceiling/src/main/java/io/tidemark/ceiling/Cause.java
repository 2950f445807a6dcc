package io.tidemark.ceiling;

import static io.tidemark.ceiling.Change.FEWER_CORES;
import static io.tidemark.ceiling.Change.MORE_INSERT_SLOTS;
import static io.tidemark.ceiling.Change.MORE_IN_FLIGHT;
import static io.tidemark.ceiling.Change.MORE_PARALLELISM;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What stops the traffic from growing: one row each. Evidence admits a cause, the largest gain to
 * expect leads, and the order decides between gains that are alike ({@link Attribution}). Each has
 * a section in docs/verdicts.md; docs/adding-a-cause.md says how to add one.
 */
public enum Cause {
  TSDB_STORAGE(
      stoppedBy("the database's storage"),
      needs(StorageFindings::storageIsSlow, JobFindings::waitsForAnswers),
      supportedBy(),
      spokenForBy(FlowFindings::amplifierIsHeldUp),
      Gains::storage,
      Advice::storage,
      tries(MORE_IN_FLIGHT)),
  TSDB_REJECTING(
      stoppedBy("the database, which turns away or drops what it is sent"),
      needs(DatabaseFindings::turnsAway),
      supportedBy(SlotFindings::notForWantOfSlots),
      spokenForBy(),
      Gains::rejecting,
      Advice::rejecting,
      tries(MORE_IN_FLIGHT)),
  TSDB_CONTENTION(
      stoppedBy("sessions of the database that wait for each other"),
      needs(DatabaseFindings::sessionsWaitForLocks, JobFindings::waitsForAnswers),
      supportedBy(),
      spokenForBy(FlowFindings::amplifierIsHeldUp),
      Gains::doubled,
      Advice::contention,
      tries(MORE_IN_FLIGHT)),
  NONE_REACHED(
      new Words("nothing was full", "and nothing was full"),
      needs(JobFindings::highestLoadWritten),
      supportedBy(),
      spokenForBy(),
      Gains::doubled,
      Advice::noneReached,
      tries(MORE_IN_FLIGHT)),
  HOST_CPU(
      stoppedBy("the CPU of the host that job and database share"),
      needs(HostFindings::isFilledByBoth),
      supportedBy(),
      spokenForBy(),
      Gains::apart,
      Advice::host,
      tries(MORE_IN_FLIGHT)),
  JOB_GC(
      stoppedBy("the job's garbage collection"),
      needs(JobFindings::collectsMuch, JobFindings::waitsLittle),
      supportedBy(JobFindings::sourceMayGiveMore),
      spokenForBy(),
      Gains::garbage,
      Advice::garbage,
      tries(MORE_IN_FLIGHT)),
  SOURCE(
      stoppedBy("the source"),
      needs(
          JobFindings::sourceGivesNoMore,
          JobFindings::boundNotUsedUp,
          JobFindings::answersHoldNothingUp),
      supportedBy(),
      spokenForBy(FlowFindings::amplifierIsNotHeldUp),
      Gains::doubled,
      Advice::source,
      tries(MORE_IN_FLIGHT)),
  JOB_SKEW(
      stoppedBy("one subtask of the job"),
      needs(JobFindings::oneSubtaskIsFull, JobFindings::waitsLittle),
      supportedBy(),
      spokenForBy(),
      Gains::skew,
      Advice::skew,
      tries(MORE_IN_FLIGHT, MORE_PARALLELISM)),
  JOB_CPU(
      stoppedBy("the job's CPU"),
      needs(JobFindings::jobIsFull, JobFindings::waitsLittle),
      supportedBy(JobFindings::atJobCeiling),
      spokenForBy(FlowFindings::amplifierIsNotHeldUp),
      Gains::jobCpu,
      Advice::jobCpu,
      tries(MORE_IN_FLIGHT, MORE_PARALLELISM)),
  NETWORK(
      stoppedBy("the network between job and database"),
      needs(
          NetworkFindings::mostlySends,
          JobFindings::boundUsedUp,
          JobFindings::clientHasRoom,
          // One that has no CPU left for it leaves what was sent in its sockets.
          NetworkFindings::cpuBehindIsFree,
          NetworkFindings::slotsBehindWereFree),
      supportedBy(),
      spokenForBy(FlowFindings::amplifierIsHeldUp),
      Gains::network,
      Advice::network,
      tries(MORE_IN_FLIGHT)),
  TSDB_CPU(
      stoppedBy("the database's CPU"),
      needs(DatabaseFindings::cpuIsFull, JobFindings::waitsForAnswers),
      supportedBy(JobFindings::belowJobCeiling),
      spokenForBy(FlowFindings::amplifierIsHeldUp, DatabaseFindings::hasTheCoresItReports),
      Gains::databaseCpu,
      Advice::databaseCpu,
      tries(FEWER_CORES, MORE_IN_FLIGHT, MORE_INSERT_SLOTS)),
  TSDB_SLOTS(
      stoppedBy("the database's insert slots"),
      needs(
          SlotFindings::slotsAreTaken,
          JobFindings::waitsForAnswers,
          SlotFindings::slotsWereTakenAtTheKnee),
      supportedBy(JobFindings::belowJobCeiling),
      spokenForBy(FlowFindings::amplifierIsHeldUp),
      Gains::slots,
      Advice::slots,
      tries(MORE_INSERT_SLOTS, MORE_IN_FLIGHT)),
  JOB_IN_FLIGHT(
      stoppedBy("the job's bound on requests in flight"),
      needs(
          JobFindings::boundUsedUp,
          JobFindings::waitsForAnswers,
          SlotFindings::slotsAreFree,
          DatabaseFindings::cpuIsFree,
          JobFindings::clientHasRoom,
          NetworkFindings::sendsQuickly),
      supportedBy(JobFindings::moreInFlightGains, HostFindings::hostHasRoom),
      spokenForBy(FlowFindings::amplifierIsHeldUp),
      Gains::moreInFlight,
      Advice::inFlight,
      tries(MORE_IN_FLIGHT)),
  GATEWAY(
      stoppedBy("something between job and database"),
      needs(
          SlotFindings::requestsWaitOutside,
          SlotFindings::thoseInsideWorkSideBySide,
          JobFindings::boundUsedUp,
          JobFindings::waitsForAnswers,
          SlotFindings::slotsAreFree,
          DatabaseFindings::cpuIsFree,
          JobFindings::clientHasRoom,
          NetworkFindings::sendsQuickly,
          JobFindings::moreInFlightGainsNothing),
      supportedBy(HostFindings::hostHasRoom),
      spokenForBy(FlowFindings::amplifierIsHeldUp),
      Gains::gateway,
      Advice::gateway,
      tries(MORE_IN_FLIGHT)),
  /** What is left where no other holds, or where it is not known which. */
  INCONCLUSIVE(
      new Words("it can't be told", "and the cause can't be told"),
      needs(),
      supportedBy(),
      spokenForBy(),
      facts -> 1,
      Advice::none,
      tries(MORE_IN_FLIGHT));

  /** A question about the facts; its answer is yes, no, or that the signal is missing. */
  interface Question extends Function<Facts, Finding> {}

  /**
   * @param headline fits after "1.4 M samples/s,"
   */
  private record Words(String what, String headline) {}

  private final Words words;
  private final List<Question> needs;
  private final List<Question> supports;
  private final List<Question> speaks;
  private final ToDoubleFunction<Facts> gain;
  private final Function<Facts, List<String>> advice;
  private final List<Change> changes;

  Cause(
      Words words,
      List<Question> needs,
      List<Question> supports,
      List<Question> speaks,
      ToDoubleFunction<Facts> gain,
      Function<Facts, List<String>> advice,
      List<Change> changes) {
    this.words = words;
    this.needs = needs;
    this.supports = supports;
    this.speaks = speaks;
    this.gain = gain;
    this.advice = advice;
    this.changes = changes;
  }

  /** In words that fit after "stopped by". */
  public String what() {
    return words.what;
  }

  /** In words that fit after "1.4 M samples/s,". */
  public String headline() {
    return words.headline;
  }

  /** Must all hold; the first that does not rules the cause out. That which decides is first. */
  List<Question> needed() {
    return needs;
  }

  /** Rule the cause out as well; but where one is missing, only the confidence is lower. */
  List<Question> supporting() {
    return supports;
  }

  /** Rule nothing out; where one does not hold, or is missing, the confidence is lower. */
  List<Question> speaking() {
    return speaks;
  }

  /** How many times the throughput to expect of twice what is named; 1 is nothing. */
  double gain(Facts facts) {
    return Math.max(1, gain.applyAsDouble(facts));
  }

  /** What to change, and what that should give. */
  List<String> advice(Facts facts) {
    return advice.apply(facts);
  }

  /** What is changed to prove or disprove it, in this order, as far as it can be. */
  public List<Change> changes() {
    return changes;
  }

  /** Whether more of the database's cores or slots would raise the ceiling. */
  public boolean isCapacityOfDatabase() {
    return this == TSDB_CPU || this == TSDB_SLOTS;
  }

  private static Words stoppedBy(String what) {
    return new Words(what, "stopped by " + what);
  }

  private static List<Question> needs(Question... questions) {
    return List.of(questions);
  }

  private static List<Question> supportedBy(Question... questions) {
    return List.of(questions);
  }

  private static List<Question> spokenForBy(Question... questions) {
    return List.of(questions);
  }

  private static List<Change> tries(Change... changes) {
    return List.of(changes);
  }
}
