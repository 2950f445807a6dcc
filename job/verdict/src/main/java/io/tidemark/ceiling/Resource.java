package io.tidemark.ceiling;

import static io.tidemark.ceiling.Thresholds.DOUBLED;

import io.tidemark.queues.Demands;
import io.tidemark.queues.Demands.Database;
import io.tidemark.queues.Demands.Host;
import io.tidemark.queues.Demands.Job;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The resources of which there may be too little. Each constant has its words in a verdict ({@link
 * #what}), the model with twice of it, the gain that this promises, advice, and the side on which a
 * search changes it. {@link Cause} says by which signs a scarce resource is recognized.
 */
public enum Resource {
  STORAGE(
      new Words("the database's storage", "the database's link to storage"),
      database(d -> d.withStorage(d.seconds().storage() / DOUBLED)),
      Advice::storage,
      Resource::ofStorage,
      Side.NONE),
  REFUSALS(
      new Words("the database refusing or dropping writes"),
      letIn(),
      Advice::rejecting,
      Resource::ofRefusals,
      Side.NONE),
  /** It gains what failing requests cost. */
  FAILURES(
      new Words("requests that fail on their way to the database"),
      UnaryOperator.identity(),
      Advice::failing,
      (facts, modelled) -> FailureFindings.gain(facts),
      Side.NONE),
  LOCKS(
      new Words("waits for a lock in the database"),
      UnaryOperator.identity(),
      Advice::contention,
      Resource::unknown,
      Side.NONE),
  /** Its model has half of the garbage. */
  GC(new Words("the job's garbage collection"), Resource::halfTheGarbage, Advice::garbage),
  SOURCE(
      new Words("the source"),
      job(j -> j.withAsked(DOUBLED * j.asked())),
      Advice::source,
      Resource::unknown,
      Side.NONE),
  /** Its model gives each subtask as much to do as the mean. */
  HOT_KEY(
      new Words("one overloaded subtask of the job"),
      job(j -> j.withSeconds(j.threadSeconds() / Math.min(DOUBLED, j.skew()), j.cpuSeconds())),
      Advice::skew),
  /** Its model has twice the threads, and cores for them. */
  JOB_CPU(
      new Words("the job's CPU", "the job"),
      onLargerHost(
          job(
              j ->
                  j.withSeconds(j.threadSeconds() / DOUBLED, j.cpuSeconds())
                      .withCores(DOUBLED * j.cores()))),
      Advice::jobCpu,
      Resource::ofJobCpu,
      Side.JOB),
  LINE(
      new Words("the network between job and database", "the network to the database"),
      database(d -> d.withLine(d.seconds().line() / DOUBLED)),
      Advice::network),
  /** Its model has twice the cores on the same host; the slots stay. */
  DATABASE_CPU(
      new Words("the database's CPU"),
      onLargerHost(database(d -> d.withCores(DOUBLED * d.limits().cores()))),
      Advice::databaseCpu,
      Resource::modelled,
      Side.DATABASE),
  SLOTS(
      new Words("the database's insert slots"),
      database(d -> d.withSlots(DOUBLED * d.limits().slots())),
      Advice::slots,
      Resource::ofSlots,
      Side.DATABASE),
  IN_FLIGHT(
      new Words("the job's in-flight limit"),
      demands -> demands.withInFlight(DOUBLED * demands.inFlight()),
      Advice::inFlight,
      Resource::ofInFlight,
      Side.JOB),
  /** Its model admits twice as many requests, and halves their way. */
  GATEWAY(new Words("a proxy or the distance between job and database"), letIn(), Advice::gateway),
  /** Its model gives job and database a host each, like the one that they share. */
  HOST(
      new Words("the CPU of the host that job and database share"),
      demands -> demands.with(Host.NONE),
      Advice::host),
  /** A search changes it by writing fewer series, which leaves more memory for each. */
  MEMORY(
      new Words("the database's memory"),
      UnaryOperator.identity(),
      Advice::memory,
      Resource::ofMemory,
      Side.JOB),
  /** Its remedy is to have no readers. Where they were paused, the gain is known. */
  READERS(
      new Words("queries, which take the database's CPU"),
      Demands::withoutQueries,
      Advice::readers,
      (facts, modelled) -> facts.gainWithoutReaders(),
      Side.READERS);

  /** The side on which a search can change a resource. */
  public enum Side {
    JOB,
    /** The database; it must be one that Tidemark has started. */
    DATABASE,
    /** The readers that Tidemark runs beside the writes. */
    READERS,
    NONE
  }

  /**
   * @param what the words that follow "stopped by"
   * @param ofForecast the same for a database on a host of its own
   */
  private record Words(String what, String ofForecast) {
    private Words(String what) {
      this(what, what);
    }
  }

  /**
   * Returns the factor by which twice of a resource raises the throughput, where signals tell more
   * than the model does.
   */
  private interface Promise {
    double of(Facts facts, DoubleSupplier modelled);
  }

  /** These may stop a database on a host of its own; if gains are alike, the first one counts. */
  private static final List<Resource> APART = List.of(DATABASE_CPU, SLOTS, JOB_CPU, LINE, STORAGE);

  private final Words words;
  private final UnaryOperator<Demands> twice;
  private final Promise promise;
  private final Function<Advice, List<String>> advice;
  private final Side side;

  Resource(Words words, UnaryOperator<Demands> twice, Function<Advice, List<String>> advice) {
    this(words, twice, advice, Resource::modelled, Side.NONE);
  }

  Resource(
      Words words,
      UnaryOperator<Demands> twice,
      Function<Advice, List<String>> advice,
      Promise promise,
      Side side) {
    this.words = words;
    this.twice = twice;
    this.advice = advice;
    this.promise = promise;
    this.side = side;
  }

  /** Returns the words that follow "stopped by". */
  public String what() {
    return words.what;
  }

  /** Returns the same traffic with twice of this resource and nothing else changed. */
  public Demands twice(Demands demands) {
    return twice.apply(demands);
  }

  /** Returns the factor by which twice of it should raise the throughput; 1 is no gain. */
  double gain(Facts facts) {
    return Math.max(1, promise.of(facts, () -> facts.capacity().gain(twice)));
  }

  /**
   * Returns the least gain to expect of twice of it if the signals leave open how large it is.
   *
   * @param gain the most to expect
   */
  double atLeast(Facts facts, double gain) {
    return this == SLOTS ? SlotFindings.gainAtLeast(facts, gain) : gain;
  }

  /**
   * Returns what to change, and what that should give.
   *
   * @param gain the gain that the advice promises
   */
  List<String> advice(Facts facts, double gain) {
    return advice.apply(new Advice(facts, gain));
  }

  public Side side() {
    return side;
  }

  /**
   * Tells whether a change would show at all: half of the cores makes no difference if no more are
   * used.
   */
  public boolean wouldShow(Facts facts) {
    return this != DATABASE_CPU || changed(facts) >= Thresholds.WORTH_IT;
  }

  /**
   * Returns the elasticity of the throughput to this resource if it is what stops the traffic. It
   * follows from the gain that the resource promises, or from the smallest gain of a cause if that
   * is larger.
   */
  public double predicted(Facts facts) {
    double gain = Math.min(DOUBLED, changed(facts));
    return Math.log(Math.max(Thresholds.WORTH_IT, gain)) / Math.log(2);
  }

  /**
   * Returns the gain of a change that a search can make. It can only take cores away, and the job
   * may hide what they give.
   */
  private double changed(Facts facts) {
    return this == DATABASE_CPU ? facts.capacity().overHalfTheCores() : gain(facts);
  }

  /**
   * Names what would stop the traffic of a database on a host of its own, in words that follow
   * "stopped by".
   *
   * @param factor how many times its present cores the database would have
   */
  public static String boundApart(Capacity capacity, double factor) {
    Demands now = capacity.onItsOwn(factor);
    double most = now.calls() * Thresholds.NOTHING;
    Resource found = IN_FLIGHT;
    for (Resource each : APART) {
      double calls = each.twice(now).calls();
      if (calls > most) {
        most = calls;
        found = each;
      }
    }
    return found.words.ofForecast;
  }

  private static UnaryOperator<Demands> database(UnaryOperator<Database> change) {
    return demands -> demands.with(change.apply(demands.database()));
  }

  private static UnaryOperator<Demands> job(UnaryOperator<Job> change) {
    return demands -> demands.with(change.apply(demands.job()));
  }

  private static UnaryOperator<Demands> onLargerHost(UnaryOperator<Demands> change) {
    return demands -> {
      Host host = demands.host();
      return change.apply(demands).with(host.withCores(DOUBLED * host.cores()));
    };
  }

  private static UnaryOperator<Demands> letIn() {
    return database(
        d ->
            d.withLetIn(DOUBLED * d.limits().letIn()).withOutside(d.seconds().outside() / DOUBLED));
  }

  /**
   * Halves the garbage. The requests of a job that mostly collects garbage seem slow because the
   * job is stopped, not because something holds the requests up.
   */
  private static Demands halfTheGarbage(Demands demands) {
    var job = demands.job();
    var database = demands.database();
    double share = job.collecting();
    double faster = (1 - share) / (1 - share / 2);
    double held = database.seconds().held() * (share >= Thresholds.MUCH_WAIT ? faster : 1);
    return demands
        .with(database.withHeld(held))
        .with(job.withSeconds(job.threadSeconds() * faster, job.cpuSeconds() * faster));
  }

  private static double modelled(Facts facts, DoubleSupplier modelled) {
    return modelled.getAsDouble();
  }

  /** What other loads have shown bounds what the model promises. */
  private static double ofInFlight(Facts facts, DoubleSupplier modelled) {
    Double most = facts.seen().otherLoads().gainOfMore();
    double gain = modelled.getAsDouble();
    return most == null ? gain : Math.min(gain, most);
  }

  /** No signal tells the gain, so it counts as the whole doubling. */
  private static double unknown(Facts facts, DoubleSupplier modelled) {
    return DOUBLED;
  }

  /** The model has the link. A disk counts only while the CPU is not full. */
  private static double ofStorage(Facts facts, DoubleSupplier modelled) {
    var database = facts.peak().database();
    boolean away =
        Boolean.TRUE.equals(database.readOnly()) || !database.unreachableStorage().isEmpty();
    if (away) {
      return DOUBLED;
    }
    if (Signals.linkIsBusy(facts.peak())) {
      return modelled.getAsDouble();
    }
    double gain = StorageFindings.withTwiceTheDisk(facts.peak());
    return database.cpuShare() == null
        ? gain
        : Math.min(gain, 1 / Math.max(database.cpuShare(), 1e-3));
  }

  /**
   * With enough memory, the time that waits for it and the CPU that reads the index again become
   * free for work. If the latter is not known, neither is the gain.
   */
  private static double ofMemory(Facts facts, DoubleSupplier modelled) {
    double stalled = Signals.memoryStalled(facts.peak());
    Double rereading = Signals.rereading(facts.peak());
    if (rereading == null
        && stalled <= Thresholds.STALLED
        && Signals.seriesExceedCaches(facts.peak())) {
      return DOUBLED;
    }
    double without = Math.max(stalled, rereading == null ? 0 : rereading);
    return Math.min(DOUBLED, 1 / Math.max(1 - without, 1e-3));
  }

  /**
   * If requests are turned away even with the fewest in flight, the job may just send more than a
   * full resource can take.
   */
  private static double ofRefusals(Facts facts, DoubleSupplier modelled) {
    if (facts.seen().rateAsked() && JobFindings.sourceGivesNoMore(facts).isTrue()) {
      return 1;
    }
    boolean always = facts.seen().otherLoads().beyond() == null && facts.seen().alwaysTurnsAway();
    if (facts.seen().now() <= 0 || always) {
      return Signals.ownCpuIsFull(facts.peak()) ? 1 : DOUBLED;
    }
    return facts.seen().slotsAreTaken() ? 1 : modelled.getAsDouble();
  }

  /**
   * More cores gain nothing for a hot key. If other clients write to the same database, more cores
   * let the job displace their writes.
   */
  private static double ofJobCpu(Facts facts, DoubleSupplier modelled) {
    if (JobFindings.oneSubtaskIsFull(facts).isTrue()) {
      return 1;
    }
    boolean takesFromOthers =
        Signals.othersWrite(facts.peak()) && Signals.waitsForNothing(facts.peak());
    return takesFromOthers ? DOUBLED : modelled.getAsDouble();
  }

  private static double ofSlots(Facts facts, DoubleSupplier modelled) {
    return Signals.nobodyWaitsForSlots(facts.peak()) ? 1 : modelled.getAsDouble();
  }
}
