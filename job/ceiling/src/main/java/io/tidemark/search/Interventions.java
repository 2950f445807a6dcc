package io.tidemark.search;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult.Intervention;
import io.tidemark.ceiling.Change;
import io.tidemark.ceiling.Facts;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Measured;
import io.tidemark.measure.SystemUnderTest.ChangeableDatabase;
import io.tidemark.measure.Window;
import io.tidemark.proof.Experiment;
import io.tidemark.statistics.LittleCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Changes one thing at a time at the plateau, and back again: before, after, after, before, so that
 * a host that grows steadily slower or faster meanwhile does not pass for an effect.
 */
final class Interventions {
  /** Rounds of before, after, after, before. */
  private static final int PROVING_ROUNDS = 2;

  private static final double FREE_HOST = 0.7;

  /** Of the bound, in flight: with less, a higher bound can change nothing. */
  private static final double USED = 0.5;

  private final SearchContext context;
  private final Sweep sweep;
  private final boolean prove;
  private final List<Experiment> experiments = new ArrayList<>();
  private final List<Measured> verified = new ArrayList<>();
  private Facts facts;
  private boolean allMade = true;

  /**
   * @param prove whether to try all that speaks for or against a cause
   */
  Interventions(SearchContext context, Sweep sweep, boolean prove) {
    this.context = context;
    this.sweep = sweep;
    this.prove = prove;
  }

  /** What was done so far, also when the search is interrupted. */
  List<Intervention> done() {
    var unchanged = Stream.concat(verified.stream(), unchanged().stream()).toList();
    return experiments.stream().flatMap(each -> each.judged(unchanged, experiments)).toList();
  }

  /** Whether none was left out for want of time. */
  boolean allMade() {
    return allMade;
  }

  /** Valid windows of the plateau, before something was changed or after it was changed back. */
  List<Measured> unchanged() {
    return experiments.stream().flatMap(each -> each.before().stream()).toList();
  }

  /**
   * The change that the cause names and its strongest rival, or all that speak for or against it,
   * as long as there is time.
   *
   * @param judged what the cause was named by
   * @param windows other windows of the plateau
   */
  void run(Cause cause, Facts judged, List<Measured> windows) {
    facts = judged;
    verified.addAll(windows);
    for (Change change : chosen(cause)) {
      if (context.clock().hasTimeFor(timeOf(facts.peak()))) {
        make(change);
      } else {
        allMade = false;
        context.journal().note("no time is left for another intervention");
      }
    }
  }

  private List<Change> chosen(Cause cause) {
    List<Change> possible = cause.changes().stream().filter(this::isPossible).toList();
    if (prove) {
      return possible;
    }
    Stream<Change> named = possible.stream().filter(change -> change.proves() == cause).limit(1);
    Stream<Change> rival =
        possible.stream()
            .filter(change -> change.proves() != cause)
            .sorted(Comparator.comparingDouble(change -> -change.predicted(facts)))
            .limit(1);
    List<Change> both = Stream.concat(named, rival).toList();
    // What needs another job is the last, whichever it is.
    return possible.stream().filter(both::contains).toList();
  }

  private boolean isPossible(Change change) {
    boolean ofAnother = change.isOfDatabase() && context.system().changeable().isEmpty();
    if (ofAnother || !change.wouldShow(facts)) {
      return false;
    }
    Window window = facts.peak();
    return switch (change) {
      case MORE_IN_FLIGHT -> isWithinTheBound(2 * window.load().inFlight()) && isUsedUp(window);
      case MORE_PARALLELISM -> hasRoomFor(2 * context.config().parallelism(), window);
      case FEWER_CORES -> context.system().changeable().orElseThrow().cores() > 1;
      case MORE_INSERT_SLOTS -> window.database() != null && window.database().slots() != null;
    };
  }

  /** What the user allows; where samples must come in order, one of each writer. */
  private boolean isWithinTheBound(int inFlight) {
    if (inFlight > context.maxInFlight()) {
      context
          .journal()
          .warn(
              "%d requests in flight were not tried: that is more than --max-in-flight=%d, so what more of them gain is not shown"
                  .formatted(inFlight, context.maxInFlight()));
    }
    return inFlight <= context.mostInFlight();
  }

  private boolean isUsedUp(Window window) {
    boolean usedUp = window.inFlight().use() >= USED;
    if (!usedUp) {
      context
          .journal()
          .note("more in flight is not tried: the job does not use what it may have in flight");
    }
    return usedUp;
  }

  private boolean hasRoomFor(int parallelism, Window window) {
    boolean hostHasRoom = window.host() == null || window.host().busyShare() < FREE_HOST;
    boolean room = hostHasRoom && context.system().hasTaskSlots(parallelism);
    if (!room) {
      context
          .journal()
          .note(
              "twice the parallelism is not tried: %s"
                  .formatted(
                      hostHasRoom
                          ? "there are no task slots for it"
                          : "the host has no free cores"));
    }
    return room;
  }

  /** Four steps, two of them perhaps with answers that take twice as long. */
  private Duration timeOf(Window window) {
    Double latency = window.requests().meanMillis();
    double seconds = latency == null ? 0 : LittleCheck.MIN_LATENCIES * 1.5 * latency / 1e3;
    double least = context.length().least().toMillis() / 1e3;
    return Duration.ofMillis((long) (4e3 * Math.max(least, seconds)));
  }

  private void make(Change change) {
    int inFlight = facts.peak().load().inFlight();
    switch (change) {
      case MORE_IN_FLIGHT -> moreInFlight(inFlight);
      case MORE_PARALLELISM -> moreParallelism(inFlight);
      case FEWER_CORES -> fewerCores(inFlight);
      case MORE_INSERT_SLOTS -> moreSlots(inFlight);
    }
  }

  private void moreInFlight(int inFlight) {
    var changed = begin(Change.MORE_IN_FLIGHT, "requests in flight", inFlight, 2 * inFlight);
    alternate(
        () -> measure(changed.before(), inFlight),
        () -> {
          measure(changed.after(), 2 * inFlight);
          measure(changed.after(), 2 * inFlight);
        });
    end(changed);
  }

  private void fewerCores(int inFlight) {
    ChangeableDatabase database = context.system().changeable().orElseThrow();
    int cores = database.cores();
    var changed = begin(Change.FEWER_CORES, "the database's cores", cores, cores / 2);
    alternate(
        () -> measure(changed.before(), inFlight),
        () -> {
          database.useCores(cores / 2);
          try {
            measure(changed.after(), inFlight);
            measure(changed.after(), inFlight);
          } finally {
            database.useCores(cores);
          }
        });
    end(changed);
  }

  private void moreSlots(int inFlight) {
    ChangeableDatabase database = context.system().changeable().orElseThrow();
    int slots = (int) Math.round(facts.peak().database().slots());
    var changed = begin(Change.MORE_INSERT_SLOTS, "the database's insert slots", slots, 2 * slots);
    alternate(
        () -> measure(changed.before(), inFlight),
        () -> {
          restart(database, 2 * slots);
          measure(changed.after(), inFlight);
          measure(changed.after(), inFlight);
          restart(database, slots);
        });
    end(changed);
  }

  private void restart(ChangeableDatabase database, int slots) {
    database.restart(slots);
    sweep.rewarm(facts.peak());
  }

  private void moreParallelism(int inFlight) {
    int parallelism = context.config().parallelism();
    var changed = begin(Change.MORE_PARALLELISM, "parallelism", parallelism, 2 * parallelism);
    alternate(
        () -> measure(changed.before(), inFlight),
        () -> {
          sweep.close();
          restarted(changed, context.config().withParallelism(2 * parallelism), inFlight);
          sweep.restart();
        });
    end(changed);
  }

  private void restarted(Experiment changed, JobConfig config, int inFlight) {
    JobConfig bounded = config.withWrite(config.write().withInFlight(inFlight));
    StepLength length = context.length();
    try (var running = context.start(bounded)) {
      for (int i = 0; i < 2; i++) {
        changed
            .after()
            .add(
                context
                    .journal()
                    .add(
                        "intervention",
                        "in flight %d".formatted(inFlight),
                        running
                            .job()
                            .step(SearchContext.load(bounded), length.least(), length.most())));
      }
    }
  }

  /** Before, after, after, before; and again, where it must be sure. */
  private void alternate(Runnable before, Runnable afterTwice) {
    for (int round = 0; round < (prove ? PROVING_ROUNDS : 1); round++) {
      before.run();
      afterTwice.run();
      before.run();
    }
  }

  /** A window that something has disturbed is measured once more; none where no time is left. */
  private void measure(List<Measured> windows, int inFlight) {
    for (int attempt = 0; attempt < 2; attempt++) {
      if (!context.clock().hasTimeFor(context.length().least())) {
        return;
      }
      Measured measured = sweep.measure("intervention", inFlight);
      boolean last = attempt == 1;
      if (measured.window().valid() && (last || !isDisturbed(measured))) {
        windows.add(measured);
        return;
      }
    }
  }

  /** By something that the plateau was without: what is always there would disturb another, too. */
  private boolean isDisturbed(Measured measured) {
    return !measured.window().marks().isEmpty() && facts.peak().marks().isEmpty();
  }

  private Experiment begin(Change change, String what, int from, int to) {
    var begun =
        new Experiment(
            change,
            "%s %d → %d".formatted(what, from, to),
            (double) to / from,
            change.predicted(facts));
    experiments.add(begun);
    return begun;
  }

  private void end(Experiment experiment) {
    List<Intervention> judged = experiment.judged(unchanged(), experiments).toList();
    if (judged.isEmpty()) {
      context
          .journal()
          .note("%s: no valid windows, so it shows nothing".formatted(experiment.changed()));
    }
    for (Intervention each : judged) {
      context
          .journal()
          .note(
              "%s: %+.1f %%, elasticity %.2f (%.2f to %.2f)%s"
                  .formatted(
                      each.changed(),
                      100 * (each.after() / each.before() - 1),
                      each.elasticity(),
                      each.low(),
                      each.high(),
                      each.moved() ? "" : " (no effect)"));
    }
  }
}
