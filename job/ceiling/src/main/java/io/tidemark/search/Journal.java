package io.tidemark.search;

import io.tidemark.ceiling.Resource;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Settings;
import io.tidemark.ceiling.result.Step;
import io.tidemark.extent.SearchClock;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.readers.Reads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every step that a search has measured, in order, shown to its observer as it goes. */
final class Journal {
  /** No step of these phases is the best one by being the fastest. */
  private static final Set<Phase> OTHERS = EnumSet.of(Phase.JOB_CEILING, Phase.HOLD, Phase.EVENT);

  private final SearchObserver observer;
  private final SearchClock clock;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Map<Resource, Double> given = new EnumMap<>(Resource.class);
  private double best;

  Journal(SearchObserver observer, SearchClock clock) {
    this.observer = observer;
    this.clock = clock;
  }

  void begin(String step) {
    String found = best > 0 ? "best so far " + Amounts.count(best) + " samples/s" : "";
    observer.step(step, found, clock.elapsed(), clock.most());
  }

  Measured add(Phase phase, String what, Measured measured) {
    Window window = measured.window();
    steps.add(new Step(phase, window, what, Settings.of(window, given)));
    boolean counts = window.valid() && !OTHERS.contains(phase);
    if (counts) {
      best = Math.max(best, measured.samplesPerSecond());
    }
    observer.measured(line(what, window));
    return measured;
  }

  /**
   * Sets what is shown as found so far if that is not the fastest step.
   *
   * @param samplesPerSecond 0 for nothing
   */
  void best(double samplesPerSecond) {
    best = samplesPerSecond;
  }

  /** Takes steps that registered series for no more than a warm-up of those that do not. */
  void leaveOutRegistration() {
    steps.replaceAll(
        step ->
            Registration.isOf(step.window())
                ? new Step(Phase.WARM_UP, step.window(), step.note(), step.settings())
                : step);
    best = 0;
  }

  /** Notes how much of a resource the search gives the database from now on. */
  void given(Resource resource, double count) {
    given.put(resource, count);
  }

  private static String line(String what, Window window) {
    var requests = window.requests();
    String latency =
        requests.p50Millis() == null
            ? "no answers"
            : "p50 %s ms, p99 %s ms"
                .formatted(
                    Amounts.tenths(requests.p50Millis()), Amounts.tenths(requests.p99Millis()));
    String database =
        window.database() == null || window.database().cpuShare() == null
            ? ""
            : ", database CPU " + Amounts.percent(window.database().cpuShare());
    String doubts =
        window.valid() && window.marks().isEmpty()
            ? ""
            : window.valid()
                ? "  (" + String.join("; ", window.marks()) + ")"
                : "  INVALID: " + String.join("; ", window.invalid());
    return "%-28s %10s samples/s  %s, %s in flight, waits %s%s%s%s"
        .formatted(
            what,
            Amounts.count(window.throughput().samplesPerSecond()),
            latency,
            Amounts.tenths(window.inFlight().mean()),
            Amounts.percent(window.inFlight().permitWaitShare()),
            database,
            read(window.reads()),
            doubts);
  }

  private static String read(Reads reads) {
    return reads == null
        ? ""
        : reads.p99Millis() == null
            ? ", no query answered"
            : ", %s queries/s in p99 %s ms"
                .formatted(
                    Amounts.tenths(reads.queriesPerSecond()), Amounts.whole(reads.p99Millis()));
  }

  void note(String line) {
    observer.note(line);
  }

  void warn(String line) {
    warnings.add(line);
    observer.warn(line);
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  Duration elapsed() {
    return clock.elapsed();
  }
}
