package io.tidemark.ceiling;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What stops the traffic from growing: one row each. Evidence admits a cause, the largest gain to
 * expect leads, and the order decides between gains that are alike ({@link Attribution}). Each has
 * a section in docs/verdicts.md; docs/contributing/adding-a-cause.md says how to add one.
 */
public enum Cause {
  /** Before what it makes look true: what it has no room for it reads again from its disk. */
  TSDB_MEMORY(
      Resource.MEMORY,
      needs(
              DatabaseFindings::memoryIsShort,
              JobFindings::waitsForAnswers,
              // What rows in no cache cost, no signal tells: only fewer series show it.
              DatabaseFindings::waitsForMemory)
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
   * Its sign alone names it nowhere: only a search that pauses the readers shows what they cost.
   */
  TSDB_READERS(
      Resource.READERS,
      needs(DatabaseFindings::isRead, DatabaseFindings::readersWerePaused),
      Resource.READERS),
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
              // One that has no CPU left for it leaves what was sent in its sockets.
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
  /** What is left where no other holds, or where it is not known which. */
  INCONCLUSIVE(new Words("it can't be told", "and the cause can't be told"), needs(), 1);

  /** A question about the facts; its answer is yes, no, or that the signal is missing. */
  interface Question extends Function<Facts, Finding> {}

  /**
   * What a cause is recognized by.
   *
   * @param needed must all hold; the first that does not rules the cause out. That which decides is
   *     first
   * @param supporting rule the cause out as well; but where one is missing, only the confidence is
   *     lower
   * @param speaking rule nothing out; where one does not hold, or is missing, the confidence is
   *     lower
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
   * @param headline fits after "1.4 M samples/s,"
   */
  private record Words(String what, String headline) {}

  private final Words words;
  private final Resource resource;
  private final Signs signs;
  private final ToDoubleFunction<Facts> gain;
  private final BiFunction<Facts, Double, List<String>> advice;
  private final List<Resource> tries;

  /**
   * @param tries what is changed to prove or disprove it, in this order; none: only the bound in
   *     flight, which every other verdict is tried against
   */
  Cause(Resource resource, Signs signs, Resource... tries) {
    this.words = new Words(resource.what(), "stopped by " + resource.what());
    this.resource = resource;
    this.signs = signs;
    this.gain = resource::gain;
    this.advice = resource::advice;
    this.tries = tries.length == 0 ? List.of(Resource.IN_FLIGHT) : List.of(tries);
  }

  /** One that names nothing of which there is too little. */
  Cause(Words words, Signs signs, double gain, String... advice) {
    this.words = words;
    this.resource = null;
    this.signs = signs;
    this.gain = facts -> gain;
    this.advice = (facts, promised) -> List.of(advice);
    this.tries = List.of(Resource.IN_FLIGHT);
  }

  /** Of what there is too little; null if it names nothing. */
  public Resource resource() {
    return resource;
  }

  /** That which names it. */
  public static Cause of(Resource resource) {
    return Arrays.stream(values())
        .filter(each -> each.resource == resource)
        .findFirst()
        .orElseThrow();
  }

  /** In words that fit after "stopped by". */
  public String what() {
    return words.what;
  }

  /** In words that fit after "1.4 M samples/s,". */
  public String headline() {
    return words.headline;
  }

  /** What its gain is of, in words that fit before "should give about 2.6 M samples/s". */
  public String remedy() {
    return switch (this) {
      case HOST_CPU -> "a host each for job and database";
      case TSDB_REJECTING, REQUESTS_FAIL, TSDB_CONTENTION, TSDB_READERS, GATEWAY -> "removing that";
      case JOB_GC -> "halving it";
      case JOB_SKEW -> "spreading its keys";
      default -> "doubling " + words.what;
    };
  }

  Signs signs() {
    return signs;
  }

  /** How many times the throughput to expect of its {@link #remedy}; 1 is nothing. */
  double gain(Facts facts) {
    return gain.applyAsDouble(facts);
  }

  /**
   * The least to expect, where signals leave open how much.
   *
   * @param gain the most to expect
   */
  public double atLeast(Facts facts, double gain) {
    return resource == null ? gain : resource.atLeast(facts, gain);
  }

  /**
   * What to change, and what that should give.
   *
   * @param gain what it promises
   */
  List<String> advice(Facts facts, double gain) {
    return advice.apply(facts, gain);
  }

  /** What is changed to prove or disprove it, in this order, as far as it can be. */
  public List<Resource> tries() {
    return tries;
  }

  /** Whether more of the database's cores or slots would raise the ceiling. */
  public boolean isCapacityOfDatabase() {
    return this == TSDB_CPU || this == TSDB_SLOTS;
  }
}
