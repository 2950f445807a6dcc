package io.tidemark.ceiling;

import io.tidemark.queues.Demands;
import io.tidemark.queues.Demands.Database;
import io.tidemark.queues.Demands.Host;
import io.tidemark.queues.Demands.Job;

/**
 * What the traffic would reach with more of something: one model ({@link Demands}), from which
 * predicted gains, advice, forecasts and the ceiling of a database alone all come. Never less than
 * what was measured. In samples per second.
 */
public final class Capacity {
  /** No advice looks farther than a doubling. */
  static final double DOUBLED = 2;

  private final double now;
  private final boolean slotsFollowCores;
  private final Demands demands;
  private final double calls;
  private final double measuredCalls;

  private Capacity(double now, boolean slotsFollowCores, Demands demands, double measuredCalls) {
    this.now = now;
    this.slotsFollowCores = slotsFollowCores;
    this.demands = demands;
    this.calls = Math.max(1e-9, demands.calls());
    this.measuredCalls = measuredCalls;
  }

  public static Capacity of(Facts facts) {
    var database = facts.peak().database();
    boolean follow =
        database == null || !Boolean.FALSE.equals(database.busiest().slotsFollowCores());
    double calls = new BusiestNode(facts).all;
    return new Capacity(facts.now(), follow, Fit.of(facts).demands(), calls);
  }

  /** Measured. */
  public double now() {
    return now;
  }

  public boolean slotsFollowCores() {
    return slotsFollowCores;
  }

  /** With so many times the slots, and nothing else changed. */
  double withSlots(double factor) {
    return with(demands.with(slots(factor)));
  }

  private Database slots(double factor) {
    return demands.database().withSlots(factor * demands.database().limits().slots());
  }

  /** With so many times the cores where it is now, and as many slots. */
  double withCores(double factor) {
    Database database = demands.database();
    return with(
        demands.with(database.withCores(factor * database.limits().cores())).with(larger(factor)));
  }

  /** On a host of its own with so many times the cores, and slots, where those follow them. */
  public double apart(double factor) {
    return with(onItsOwn(factor));
  }

  private Demands onItsOwn(double factor) {
    Database database = slotsFollowCores ? slots(factor) : demands.database();
    return demands.with(database.withCores(factor * database.limits().cores())).with(Host.NONE);
  }

  /** With all of the CPU that it shares with the job, and nothing else changed. */
  public double alone() {
    return apart(1);
  }

  /** What would stop the traffic then, in words that fit after "stopped by". */
  public String boundApart(double factor) {
    Demands then = onItsOwn(factor);
    Database database = then.database();
    var least =
        Bound.of(
            then,
            new Demands[] {
              then.with(database.withCores(DOUBLED * database.limits().cores())),
              then.with(database.withSlots(DOUBLED * database.limits().slots())),
              then.with(faster(then.job())),
              then.with(database.withLine(database.seconds().line() / DOUBLED)),
              then.with(database.withStorage(database.seconds().storage() / DOUBLED)),
            });
    return least.words;
  }

  private enum Bound {
    CPU("the database's CPU"),
    SLOTS("the database's insert slots"),
    JOB("the job"),
    LINE("the line to it"),
    STORAGE("its link to storage"),
    IN_FLIGHT("the requests in flight");

    private final String words;

    Bound(String words) {
      this.words = words;
    }

    /** The first of what gains most; the last where nothing does. */
    private static Bound of(Demands now, Demands... changed) {
      double most = now.calls() * Thresholds.NOTHING;
      Bound found = IN_FLIGHT;
      for (int i = 0; i < changed.length; i++) {
        double calls = changed[i].calls();
        if (calls > most) {
          most = calls;
          found = values()[i];
        }
      }
      return found;
    }
  }

  /** With storage that is so many times as fast. */
  double withStorage(double factor) {
    Database database = demands.database();
    return with(demands.with(database.withStorage(database.seconds().storage() / factor)));
  }

  double withLine(double factor) {
    Database database = demands.database();
    return with(demands.with(database.withLine(database.seconds().line() / factor)));
  }

  /** With twice as many let in, or half as far away. */
  double withGateway(double factor) {
    Database database = demands.database();
    return with(
        demands.with(
            database
                .withLetIn(factor * database.limits().letIn())
                .withOutside(database.seconds().outside() / factor)));
  }

  double withInFlight(double factor) {
    return with(demands.withInFlight(factor * demands.inFlight()));
  }

  /** With so many times the job's threads, and cores for them. */
  double withJob() {
    return with(demands.with(faster(demands.job())).with(larger(DOUBLED)));
  }

  /** With a busiest thread that has so much less to do. */
  double withThreads(double factor) {
    Job job = demands.job();
    return with(
        demands.with(
            new Job(job.threadSeconds() / factor, job.cpuSeconds(), job.cores(), job.asked())));
  }

  private static Job faster(Job job) {
    return new Job(
        job.threadSeconds() / DOUBLED, job.cpuSeconds(), DOUBLED * job.cores(), job.asked());
  }

  /**
   * With half of the garbage collected. A job that does little else sees its requests take so long
   * because it is stopped, not because they are held.
   *
   * @param share of the time
   */
  double withHalfTheGarbage(double share) {
    double faster = (1 - share) / (1 - share / 2);
    Job job = demands.job();
    Database database = demands.database();
    double held = database.seconds().held() * (share >= Thresholds.MUCH_WAIT ? faster : 1);
    return with(
        demands
            .with(database.withHeld(held))
            .with(
                new Job(
                    job.threadSeconds() * faster,
                    job.cpuSeconds() * faster,
                    job.cores(),
                    job.asked())));
  }

  /** Job and database each on a host like this one. */
  double onHostsOfTheirOwn() {
    return with(demands.with(Host.NONE));
  }

  /** What the cores that it has give over half of them. */
  double overHalfTheCores() {
    Database database = demands.database();
    double half = demands.with(database.withCores(database.limits().cores() / 2)).calls();
    return Math.min(DOUBLED, calls / Math.max(1e-9, half));
  }

  private Host larger(double factor) {
    return new Host(factor * demands.host().cores(), demands.host().othersCores());
  }

  /** No farther than cores, line and storage reach, by how much of them is used now. */
  private double with(Demands changed) {
    double times = Math.min(changed.calls() / calls, changed.most() / measuredCalls);
    return now * Math.max(1, times);
  }

  /** Times the throughput; a doubling gains no more than that. */
  double gain(double then) {
    return now <= 0 ? 1 : Math.min(DOUBLED, then / now);
  }
}
