package io.tidemark.search;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Resource;
import io.tidemark.ceiling.Resource.Side;
import io.tidemark.ceiling.Signals;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import io.tidemark.measure.SystemUnderTest.ChangeableDatabase;
import io.tidemark.measure.Window;
import io.tidemark.proof.Experiment;
import io.tidemark.readers.ReadLoad;
import io.tidemark.statistics.LittleCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Changes one thing at a time at the plateau, and back again, in the order before, after, after,
 * before. So a host that grows steadily slower or faster meanwhile does not look like an effect.
 */
final class Interventions {
  /** A proof takes this many rounds of before, after, after, before. */
  private static final int PROVING_ROUNDS = 2;

  private static final double TWICE = 2;

  private static final double FREE_HOST = 0.7;

  /**
   * If fewer requests are in flight than this share of the bound, a higher bound can change
   * nothing.
   */
  private static final double USED = 0.5;

  /**
   * The series are divided by this factor: if a cache is too small, series that are written in turn
   * may all miss it until it is large enough.
   */
  private static final int FEWER_SERIES = 8;

  private final SearchContext context;
  private final Sweep sweep;
  private final boolean prove;
  private final List<Experiment> experiments = new ArrayList<>();
  private final List<Measured> verified = new ArrayList<>();
  private Facts facts;
  private boolean allMade = true;

  /**
   * @param prove whether to try all changes that speak for or against a cause
   */
  Interventions(SearchContext context, Sweep sweep, boolean prove) {
    this.context = context;
    this.sweep = sweep;
    this.prove = prove;
  }

  /** Returns what was done so far, also after an interrupt. */
  List<Intervention> done() {
    var unchanged = Stream.concat(verified.stream(), unchanged().stream()).toList();
    return experiments.stream().flatMap(each -> each.judged(unchanged, experiments)).toList();
  }

  /** Tells whether no change was left out for want of time. */
  boolean allMade() {
    return allMade;
  }

  /** Returns the valid windows of the plateau from before a change or from after it was undone. */
  List<Measured> unchanged() {
    return experiments.stream().flatMap(each -> each.before().stream()).toList();
  }

  /**
   * Makes the change that the cause names and that of its strongest rival, or all that speak for or
   * against the cause, as long as there is time.
   *
   * @param judged the facts by which the cause was named
   * @param windows other windows of the plateau
   */
  void run(Cause cause, Facts judged, List<Measured> windows) {
    facts = judged;
    verified.addAll(windows);
    for (Resource resource : chosen(cause)) {
      if (sweep.isOutdated()) {
        return;
      }
      if (context.clock().hasTimeFor(timeOf(facts.peak()))) {
        change(resource);
      } else {
        allMade = false;
        context.journal().note("no time is left for another change");
      }
    }
  }

  private List<Resource> chosen(Cause cause) {
    var all = new ArrayList<>(cause.tries());
    if (!all.contains(Resource.READERS)) {
      // What the same database takes without readers is part of the answer, whatever stops it.
      all.add(0, Resource.READERS);
    }
    List<Resource> possible = all.stream().filter(this::isPossible).toList();
    if (prove) {
      return possible;
    }
    Stream<Resource> named = possible.stream().filter(each -> each == cause.resource());
    Stream<Resource> rival =
        possible.stream()
            .filter(each -> each != cause.resource() && each != Resource.READERS)
            .sorted(Comparator.comparingDouble(each -> -each.predicted(facts)))
            .limit(1);
    List<Resource> both = Stream.concat(named, rival).toList();
    // A change that needs another job comes last, whichever it is.
    return possible.stream()
        .filter(each -> each == Resource.READERS || both.contains(each))
        .toList();
  }

  private boolean isPossible(Resource resource) {
    boolean ofAnother = resource.side() == Side.DATABASE && context.system().changeable().isEmpty();
    if (ofAnother || !resource.wouldShow(facts)) {
      return false;
    }
    Window window = facts.peak();
    return switch (resource) {
      case IN_FLIGHT -> isWithinTheBound(2 * window.load().inFlight()) && isUsedUp(window);
      case JOB_CPU -> hasRoomFor(2 * context.config().parallelism(), window);
      case DATABASE_CPU -> context.system().changeable().orElseThrow().cores() > 1;
      case SLOTS -> window.database() != null && window.database().slots() != null;
      case READERS -> context.system().readers().isPresent();
      case MEMORY -> anEighthOfTheSeries() > 0 && Signals.seriesExceedCaches(window);
      default -> false;
    };
  }

  /**
   * Tells whether the user allows this many requests in flight; if samples must come in order, each
   * writer has only one.
   */
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
    boolean jobHasRoom = !Signals.jobHasNoMoreCores(window);
    boolean slots = context.system().hasTaskSlots(parallelism);
    if (!hostHasRoom || !jobHasRoom || !slots) {
      String why =
          !hostHasRoom
              ? "the host has no free cores"
              : jobHasRoom
                  ? "there are no task slots for it"
                  : "the job uses all the cores that it may";
      context.journal().note("twice the parallelism is not tried: " + why);
    }
    return hostHasRoom && jobHasRoom && slots;
  }

  /** Returns the time of four steps, two of which may have answers that take twice as long. */
  private Duration timeOf(Window window) {
    Double latency = window.requests().meanMillis();
    double seconds = latency == null ? 0 : LittleCheck.MIN_LATENCIES * 1.5 * latency / 1e3;
    double least = context.length().least().toMillis() / 1e3;
    return Duration.ofMillis((long) (4e3 * Math.max(least, seconds)));
  }

  /** Makes the change on the side that {@link Resource#side} says. */
  private void change(Resource resource) {
    int inFlight = facts.peak().load().inFlight();
    switch (resource) {
      case IN_FLIGHT -> moreInFlight(inFlight);
      case JOB_CPU -> moreParallelism(inFlight);
      case DATABASE_CPU -> fewerCores(inFlight);
      case SLOTS -> moreSlots(inFlight);
      case MEMORY -> fewerSeries(inFlight);
      case READERS -> withoutReaders(inFlight);
      default -> throw new IllegalArgumentException(resource + " can't be changed by a search");
    }
  }

  private void moreInFlight(int inFlight) {
    var changed = begin(Resource.IN_FLIGHT, "requests in flight", inFlight, 2 * inFlight);
    alternate(changed, inFlight, () -> measureTwice(changed.after(), 2 * inFlight));
  }

  private void fewerCores(int inFlight) {
    ChangeableDatabase database = context.system().changeable().orElseThrow();
    int cores = database.cores();
    var changed = begin(Resource.DATABASE_CPU, "the database's cores", cores, cores / 2);
    alternate(
        changed,
        inFlight,
        () -> {
          useCores(database, cores / 2);
          try {
            measureTwice(changed.after(), inFlight);
          } finally {
            useCores(database, cores);
          }
        });
  }

  private void useCores(ChangeableDatabase database, int cores) {
    database.useCores(cores);
    context.journal().given(Resource.DATABASE_CPU, cores);
  }

  private void moreSlots(int inFlight) {
    ChangeableDatabase database = context.system().changeable().orElseThrow();
    int slots = (int) Math.round(facts.peak().database().slots());
    var changed = begin(Resource.SLOTS, "the database's insert slots", slots, 2 * slots);
    alternate(
        changed,
        inFlight,
        () -> {
          restart(database, 2 * slots);
          measureTwice(changed.after(), inFlight);
          restart(database, slots);
        });
  }

  private void restart(ChangeableDatabase database, int slots) {
    database.restart(slots);
    context.journal().given(Resource.SLOTS, slots);
    sweep.rewarm(facts.peak());
  }

  private void moreParallelism(int inFlight) {
    int parallelism = context.config().parallelism();
    var changed = begin(Resource.JOB_CPU, "parallelism", parallelism, 2 * parallelism);
    alternate(
        changed,
        inFlight,
        () -> {
          sweep.close();
          restarted(
              Phase.INTERVENTION,
              changed,
              context.config().withParallelism(2 * parallelism),
              inFlight);
          sweep.restart();
        });
  }

  /**
   * Pausing the readers counts as doubling what they leave, so that the elasticity is that of a
   * doubling, as for other changes.
   */
  private void withoutReaders(int inFlight) {
    ReadLoad readers = context.system().readers().orElseThrow();
    var changed =
        new Experiment(
            Resource.READERS, "readers on → off", TWICE, Resource.READERS.predicted(facts));
    experiments.add(changed);
    alternate(
        changed,
        inFlight,
        () -> {
          readers.pause();
          try {
            sweep.job().watchUntilAnswered(readers, context.config().queries().timeout());
            measure(Phase.WITHOUT_READERS, changed.after(), inFlight);
            measure(Phase.WITHOUT_READERS, changed.after(), inFlight);
          } finally {
            readers.resume();
          }
        });
  }

  /** Writes fewer series, which leaves more memory for each and costs the job no more. */
  private void fewerSeries(int inFlight) {
    JobConfig.Source source = context.config().source();
    long all = source.datagen().seriesAlive();
    var fewer = source.withDatagen(source.datagen().withSeriesAlive(anEighthOfTheSeries()));
    long some = fewer.datagen().seriesAlive();
    var changed = begin(Resource.MEMORY, "series", all, some, (double) all / some);
    alternate(
        changed,
        inFlight,
        () -> {
          sweep.close();
          restarted(Phase.FEWER_SERIES, changed, context.config().withSource(fewer), inFlight);
          sweep.restart();
        });
  }

  /** Returns an eighth of a generator's series; 0 if there can't be fewer. */
  private long anEighthOfTheSeries() {
    JobConfig.Source source = context.config().source();
    return source.type() == JobConfig.SourceType.DATAGEN
        ? source.datagen().seriesAlive() / FEWER_SERIES
        : 0;
  }

  private void restarted(Phase phase, Experiment changed, JobConfig config, int inFlight) {
    JobConfig bounded = config.withWrite(config.write().withInFlight(inFlight));
    SearchContext.StepLength length = context.length();
    try (var running = context.start(bounded)) {
      // Series that were put out of a cache of the job or the database come back before the
      // measurement.
      running
          .job()
          .watchUntilWritten(
              new Registration(bounded).samples(bounded), context.clock().atMost(length.least()));
      for (int i = 0; i < 2; i++) {
        Measured measured =
            running.job().step(SearchContext.load(bounded), length.least(), length.most());
        List<Measured> others = sweep.curve().steps();
        String what = "in flight %d".formatted(inFlight);
        context.journal().add(phase, what, Registration.comparable(measured, others));
        if (Registration.isComparable(measured, others)) {
          changed.after().add(measured);
        }
      }
    }
  }

  /** Measures before, after, after, before, and a second time if it must be sure. */
  private void alternate(Experiment changed, int inFlight, Runnable afterTwice) {
    for (int round = 0; round < (prove ? PROVING_ROUNDS : 1); round++) {
      measure(changed.before(), inFlight);
      if (sweep.isOutdated()) {
        break;
      }
      afterTwice.run();
      measure(changed.before(), inFlight);
    }
    end(changed);
  }

  private void measureTwice(List<Measured> windows, int inFlight) {
    measure(windows, inFlight);
    measure(windows, inFlight);
  }

  private void measure(List<Measured> windows, int inFlight) {
    measure(Phase.INTERVENTION, windows, inFlight);
  }

  /**
   * Measures a window, and once more if something has disturbed it; none if no time is left, or if
   * it could not be compared with the sweep.
   */
  private void measure(Phase phase, List<Measured> windows, int inFlight) {
    for (int attempt = 0; attempt < 2; attempt++) {
      if (sweep.isOutdated() || !context.clock().hasTimeFor(context.length().least())) {
        return;
      }
      Measured measured = sweep.measure(phase, inFlight);
      boolean last = attempt == 1;
      if (measured.window().valid() && (last || !isDisturbed(measured))) {
        windows.add(measured);
        return;
      }
    }
  }

  /**
   * Tells whether something disturbed the window that the plateau was without; what is always there
   * would disturb another window, too.
   */
  private boolean isDisturbed(Measured measured) {
    return !measured.window().marks().isEmpty() && facts.peak().marks().isEmpty();
  }

  private Experiment begin(Resource resource, String what, int from, int to) {
    return begin(resource, what, from, to, (double) to / from);
  }

  /**
   * @param factor the amount of the resource over what there was
   */
  private Experiment begin(Resource resource, String what, long from, long to, double factor) {
    var begun =
        new Experiment(
            resource, "%s %d → %d".formatted(what, from, to), factor, resource.predicted(facts));
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
              "%s: %s, elasticity %s (%s to %s)%s"
                  .formatted(
                      each.changed(),
                      Amounts.change(each.after() / each.before() - 1),
                      Amounts.hundredths(each.elasticity()),
                      Amounts.hundredths(each.low()),
                      Amounts.hundredths(each.high()),
                      each.moved() ? "" : " (no effect)"));
    }
  }
}
