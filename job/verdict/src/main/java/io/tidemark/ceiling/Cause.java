package io.tidemark.ceiling;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The causes that a verdict can name, one row each. {@link Resource#what} words a cause in a
 * verdict, and {@link Resource#advice} words its remedy; the causes without a resource bring their
 * own words. Evidence admits causes, the one with the largest expected gain leads, and this order
 * decides between gains that are alike ({@link Attribution}). Each cause has a section in
 * docs/verdicts.md; docs/contributing/adding-a-cause.md says how to add one.
 */
public enum Cause {
  /**
   * This precedes causes whose signs it produces: a database that is short of memory reads its disk
   * again.
   */
  TSDB_MEMORY(
      Resource.MEMORY,
      needs(
              DatabaseFindings::memoryIsShort,
              JobFindings::waitsForAnswers,
              // Only a signal, or a search with fewer series, shows what rows cost that miss every
              // cache.
              DatabaseFindings::memoryLimits)
          .spokenForBy(FlowFindings::amplifierIsHeldUp),
      Resource.IN_FLIGHT,
      Resource.MEMORY),
  TSDB_STORAGE(
      Resource.STORAGE,
      needs(StorageFindings::storageIsSlow, JobFindings::waitsForAnswers)
          .spokenForBy(FlowFindings::amplifierIsHeldUp),
      Resource.IN_FLIGHT,
      Resource.MEMORY),
  TSDB_REJECTING(
      Resource.REFUSALS,
      needs(DatabaseFindings::turnsAway).supportedBy(SlotFindings::notForWantOfSlots)),
  REQUESTS_FAIL(Resource.FAILURES, needs(FailureFindings::requestsFail)),
  TSDB_CONTENTION(
      Resource.LOCKS,
      needs(DatabaseFindings::sessionsWaitForLocks, JobFindings::waitsForAnswers)
          .spokenForBy(FlowFindings::amplifierIsHeldUp)),
  /**
   * This comes before the database's CPU, which queries fill as well as writes. No signal says what
   * else queries cost the writes; a search shows it by pausing its own readers.
   */
  TSDB_READERS(
      Resource.READERS,
      needs(
          DatabaseFindings::isRead, DatabaseFindings::queriesTakeCpu, JobFindings::waitsForAnswers),
      Resource.READERS,
      Resource.DATABASE_CPU,
      Resource.IN_FLIGHT),
  NONE_REACHED(
      new Words("nothing was full", "and nothing was full"),
      needs(JobFindings::highestLoadWritten),
      Thresholds.DOUBLED,
      "raise the load (a higher rate, a larger M or N): all of it was written"),
  HOST_CPU(Resource.HOST, needs(HostFindings::isFilledByBoth), Resource.IN_FLIGHT, Resource.MEMORY),
  JOB_GC(
      Resource.GC,
      needs(JobFindings::collectsMuch, JobFindings::waitsLittle)
          .supportedBy(JobFindings::sourceMayGiveMore)),
  SOURCE(
      Resource.SOURCE,
      needs(
              JobFindings::sourceGivesNoMore,
              JobFindings::boundNotUsedUp,
              JobFindings::answersHoldNothingUp)
          .spokenForBy(FlowFindings::amplifierIsNotHeldUp)),
  JOB_SKEW(
      Resource.HOT_KEY,
      needs(JobFindings::oneSubtaskIsFull, JobFindings::waitsLittle),
      Resource.IN_FLIGHT,
      Resource.JOB_CPU),
  JOB_CPU(
      Resource.JOB_CPU,
      needs(JobFindings::jobIsFull, JobFindings::waitsLittle)
          .supportedBy(JobFindings::atJobCeiling)
          .spokenForBy(FlowFindings::amplifierIsNotHeldUp),
      Resource.IN_FLIGHT,
      Resource.JOB_CPU),
  NETWORK(
      Resource.LINE,
      needs(
              NetworkFindings::mostlySends,
              JobFindings::boundUsedUp,
              JobFindings::clientHasRoom,
              // A database without free CPU leaves the bytes that were sent to it in its sockets.
              NetworkFindings::cpuBehindIsFree,
              NetworkFindings::slotsBehindWereFree)
          .spokenForBy(FlowFindings::amplifierIsHeldUp)),
  TSDB_CPU(
      Resource.DATABASE_CPU,
      needs(DatabaseFindings::cpuIsFull, JobFindings::waitsForAnswers)
          .supportedBy(JobFindings::belowJobCeiling)
          .spokenForBy(FlowFindings::amplifierIsHeldUp, DatabaseFindings::hasTheCoresItReports),
      Resource.DATABASE_CPU,
      Resource.IN_FLIGHT,
      Resource.SLOTS,
      Resource.MEMORY),
  TSDB_SLOTS(
      Resource.SLOTS,
      needs(
              SlotFindings::slotsAreTaken,
              JobFindings::waitsForAnswers,
              DatabaseFindings::memoryIsEnough)
          .supportedBy(SlotFindings::slotsWereTakenAtTheKnee, JobFindings::belowJobCeiling)
          .spokenForBy(FlowFindings::amplifierIsHeldUp, SlotFindings::whatHoldsThemIsShown),
      Resource.SLOTS,
      Resource.IN_FLIGHT,
      Resource.MEMORY),
  JOB_IN_FLIGHT(
      Resource.IN_FLIGHT,
      needs(
              JobFindings::boundUsedUp,
              JobFindings::waitsForAnswers,
              SlotFindings::slotsAreFree,
              DatabaseFindings::cpuIsFree,
              JobFindings::clientHasRoom,
              NetworkFindings::sendsQuickly,
              FailureFindings::fewRequestsFail)
          .supportedBy(JobFindings::moreInFlightMayGain, HostFindings::hostHasRoom)
          .spokenForBy(FlowFindings::amplifierIsHeldUp)),
  GATEWAY(
      Resource.GATEWAY,
      needs(
              SlotFindings::requestsWaitOutside,
              SlotFindings::thoseInsideWorkSideBySide,
              JobFindings::boundUsedUp,
              JobFindings::waitsForAnswers,
              SlotFindings::slotsAreFree,
              DatabaseFindings::cpuIsFree,
              JobFindings::clientHasRoom,
              NetworkFindings::sendsQuickly,
              FailureFindings::fewRequestsFail,
              JobFindings::moreInFlightGainsNothing)
          .supportedBy(HostFindings::hostHasRoom)
          .spokenForBy(FlowFindings::amplifierIsHeldUp)),
  /** This is the answer if no other cause holds, or if it is not known which one does. */
  INCONCLUSIVE(new Words("it can't be told", "and the cause cannot be told"), needs(), 1);

  /** A question about the facts; its answer is yes, no, or that the signal is missing. */
  interface Question extends Function<Facts, Finding> {}

  /**
   * The signs of a cause.
   *
   * @param needed questions that must all hold; the first one that does not rules the cause out.
   *     The deciding question comes first
   * @param supporting questions that also rule the cause out; if one has no answer, only the
   *     confidence is lower
   * @param speaking questions that rule nothing out; if one is missing or does not hold, the
   *     confidence is lower
   */
  record Signs(List<Question> needed, List<Question> supporting, List<Question> speaking) {
    private Signs supportedBy(Question... questions) {
      return new Signs(needed, List.of(questions), speaking);
    }

    private Signs spokenForBy(Question... questions) {
      return new Signs(needed, supporting, List.of(questions));
    }
  }

  private static Signs needs(Question... questions) {
    return new Signs(List.of(questions), List.of(), List.of());
  }

  /**
   * @param headline the words that follow "1.4 M samples/s,"
   */
  private record Words(String what, String headline) {}

  private final Words words;
  private final Resource resource;
  private final Signs signs;
  private final ToDoubleFunction<Facts> gain;
  private final BiFunction<Facts, Double, List<String>> advice;
  private final List<Resource> tries;

  /**
   * @param tries the resources to change in order to prove or disprove the cause, in this order; if
   *     none is given, only the in-flight limit is changed, as it is for every verdict
   */
  Cause(Resource resource, Signs signs, Resource... tries) {
    this.words = new Words(resource.what(), "stopped by " + resource.what());
    this.resource = resource;
    this.signs = signs;
    this.gain = resource::gain;
    this.advice = resource::advice;
    this.tries = tries.length == 0 ? List.of(Resource.IN_FLIGHT) : List.of(tries);
  }

  /** A cause that names no scarce resource. */
  Cause(Words words, Signs signs, double gain, String... advice) {
    this.words = words;
    this.resource = null;
    this.signs = signs;
    this.gain = facts -> gain;
    this.advice = (facts, promised) -> List.of(advice);
    this.tries = List.of(Resource.IN_FLIGHT);
  }

  /** Returns the scarce resource; null if the cause names none. */
  public Resource resource() {
    return resource;
  }

  /** Returns the cause that names this resource. */
  public static Cause of(Resource resource) {
    return Arrays.stream(values())
        .filter(each -> each.resource == resource)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the words that follow "stopped by". */
  public String what() {
    return words.what;
  }

  /** Returns the words that follow "1.4 M samples/s,". */
  public String headline() {
    return words.headline;
  }

  /** Returns what brings the gain, in words that precede "should give about 2.6 M samples/s". */
  public String remedy() {
    return switch (this) {
      case HOST_CPU -> "a host of its own for the database";
      case TSDB_REJECTING -> "lifting that limit";
      case REQUESTS_FAIL -> "repairing that";
      case TSDB_CONTENTION -> "ending the lock waits";
      case TSDB_READERS -> "stopping the queries";
      case GATEWAY -> "a proxy that admits twice as many or half the round trip";
      case JOB_GC -> "halving garbage collection";
      case JOB_SKEW -> "spreading the load over all subtasks";
      default -> "doubling " + words.what;
    };
  }

  Signs signs() {
    return signs;
  }

  /** Returns the factor by which {@link #remedy} should raise the throughput; 1 is no gain. */
  double gain(Facts facts) {
    return gain.applyAsDouble(facts);
  }

  /**
   * Returns the least gain to expect if the signals leave open how large it is.
   *
   * @param gain the most to expect
   */
  public double atLeast(Facts facts, double gain) {
    return resource == null ? gain : resource.atLeast(facts, gain);
  }

  /**
   * Returns what to change, and what that should give.
   *
   * @param gain the gain that the advice promises
   */
  List<String> advice(Facts facts, double gain) {
    return advice.apply(facts, gain);
  }

  /**
   * Returns the resources to change in order to prove or disprove the cause, in this order, as far
   * as they can be changed.
   */
  public List<Resource> tries() {
    return tries;
  }

  /**
   * Tells whether the cause follows only from how full resources are and how long requests take, of
   * which the queueing model knows as much as the rules do. All others are read from what the model
   * does not know, or knows only in part: what was refused, locks, files, memory, garbage, a host
   * that both share.
   */
  public boolean isOfQueues() {
    return switch (this) {
      case JOB_SKEW, JOB_CPU, NETWORK, TSDB_CPU, TSDB_SLOTS, TSDB_READERS, JOB_IN_FLIGHT, GATEWAY ->
          true;
      default -> false;
    };
  }

  /** Tells whether more of the database's cores or slots would raise the ceiling. */
  public boolean isCapacityOfDatabase() {
    return this == TSDB_CPU || this == TSDB_SLOTS;
  }
}
