package io.tidemark.search;

import io.tidemark.ceiling.OtherLoads;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Doubles the requests in flight until that gains nothing any more. One job, whose bound is changed
 * while it runs; only below one request for each process that writes another one is needed, with
 * fewer writers.
 */
final class Sweep implements AutoCloseable {
  /** Two doublings that each gain less end the sweep, after one more. */
  private static final double WORTH_IT = 1.03;

  /** A throughput as good as the best one. */
  private static final double AS_GOOD = 0.97;

  private static final double REACHED = 0.95;

  /** What is in flight under a higher bound is answered within some latencies. */
  private static final int LATENCIES_TO_DRAIN = 3;

  private static final double MAX_SECONDS_TO_DRAIN = 3;
  private static final int FLAT_DOUBLINGS = 2;

  private final SearchContext context;
  private final List<Measured> valid = new ArrayList<>();
  private SearchContext.Running running;
  private Window before;

  Sweep(SearchContext context) {
    this.context = context;
  }

  void run(int maxInFlight) {
    warmUp();
    double best = 0;
    int flat = 0;
    for (int inFlight = 1; inFlight <= maxInFlight; inFlight *= 2) {
      boolean inTime = context.clock().hasTimeFor(context.reserve().plus(context.length().least()));
      if (!inTime && !valid.isEmpty()) {
        context.journal().note("no time is left for more in flight");
        return;
      }
      Measured measured = step("sweep", inFlight);
      flat = measured.samplesPerSecond() > best * WORTH_IT ? 0 : flat + 1;
      best = Math.max(best, measured.samplesPerSecond());
      if (flat > FLAT_DOUBLINGS) {
        return;
      }
    }
  }

  /** Every series is written once, so that no step pays for its creation. */
  private void warmUp() {
    JobConfig config = context.config();
    running = context.start(config.withWrite(config.write().withInFlight(warmUpInFlight())));
    context.journal().begin("every series is written once");
    Duration most = context.clock().most().dividedBy(6);
    long series =
        config.source().type() == JobConfig.SourceType.DATAGEN
            ? config.source().datagen().seriesAlive() * config.amplify().n() * config.amplify().m()
            : 0;
    long until = context.clock().millis() + most.toMillis();
    do {
      running.job().watch(Duration.ofMillis(500));
    } while (running.job().samplesAcked() < series && context.clock().millis() < until);
    if (running.job().samplesAcked() < series) {
      context
          .journal()
          .warn(
              "only %d of %d first samples of every series were written in %d s: steps may still pay for new series"
                  .formatted(running.job().samplesAcked(), series, most.toSeconds()));
    }
  }

  /** One writer for each subtask, whatever bound comes first. */
  private int warmUpInFlight() {
    return Math.max(4, context.config().parallelism());
  }

  /** A step of the curve. */
  Measured step(String phase, int inFlight) {
    Measured measured = measure(phase, inFlight, context.length());
    if (measured.window().valid()) {
      valid.add(measured);
    }
    return measured;
  }

  /** Measures at this load with the job that runs, or another one if need be. */
  Measured measure(String phase, int inFlight, StepLength length) {
    context
        .journal()
        .begin(inFlight == 1 ? "1 request in flight" : inFlight + " requests in flight");
    prepare(inFlight);
    drain(inFlight);
    Load load = SearchContext.load(context.config()).withInFlight(inFlight);
    Measured measured = running.job().step(load, length.least(), length.most());
    if (measured.samplesPerSecond() == 0 && context.waitedForDatabase()) {
      measured = running.job().step(load, length.least(), length.most());
    }
    context.journal().add(phase, "in flight %d".formatted(inFlight), measured);
    before = measured.window();
    return measured;
  }

  /** Lets those end that a higher bound had sent. */
  private void drain(int inFlight) {
    boolean lower = before != null && before.load().inFlight() > inFlight;
    if (lower && before.requests().meanMillis() != null) {
      double seconds = LATENCIES_TO_DRAIN * before.requests().meanMillis() / 1e3;
      long millis = (long) (1e3 * Math.min(MAX_SECONDS_TO_DRAIN, seconds));
      running.job().watch(Duration.ofMillis(millis));
    }
  }

  /** A bound below one request for each process that writes takes a job with fewer writers. */
  private void prepare(int inFlight) {
    boolean tooFewWriters =
        running.config().write().inFlight() < Math.min(inFlight, context.config().parallelism());
    if (tooFewWriters || !running.job().bound(inFlight)) {
      running.close();
      running =
          context.start(
              context.config().withWrite(context.config().write().withInFlight(inFlight)));
    }
  }

  double best() {
    return valid.stream().mapToDouble(Measured::samplesPerSecond).max().orElse(0);
  }

  /**
   * Twice the least in flight at which the throughput is as good as the best, if it still is there:
   * what is full shows clearly, and answers do not take long yet.
   */
  Measured plateau() {
    return valid.stream()
        .filter(step -> step.samplesPerSecond() >= AS_GOOD * best())
        .sorted(Comparator.comparingInt(Sweep::inFlight))
        .limit(2)
        .reduce((least, next) -> next)
        .orElse(null);
  }

  /** The last step at each load: the first ones are those of a job that is still being compiled. */
  List<Measured> curve() {
    var last = new TreeMap<Integer, Measured>();
    valid.forEach(step -> last.put(inFlight(step), step));
    return List.copyOf(last.values());
  }

  /** The least in flight that reaches it. */
  Measured knee() {
    return valid.stream()
        .filter(step -> step.samplesPerSecond() >= REACHED * best())
        .min(Comparator.comparingInt(Sweep::inFlight))
        .orElse(null);
  }

  /** What the verdict is told of loads beside the plateau. */
  OtherLoads otherLoads() {
    List<Measured> curve = curve();
    if (curve.isEmpty()) {
      return OtherLoads.UNKNOWN;
    }
    Measured knee = knee();
    Measured most = curve.get(curve.size() - 1);
    boolean tried = inFlight(most) > inFlight(plateau());
    boolean rises = curve.size() > 1 && knee == most;
    return new OtherLoads(
        curve.get(0).window(), knee.window(), tried ? Boolean.FALSE : rises ? true : null);
  }

  static int inFlight(Measured step) {
    return step.window().load().inFlight();
  }

  ObservedJob job() {
    return running.job();
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
    }
  }
}
