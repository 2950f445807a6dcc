package io.tidemark.search;

import io.tidemark.measure.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The plateau until it is found twice in a row; and one request in flight, which was measured while
 * the job was still being compiled, and which shows the database's slots.
 */
final class Verification {
  /** Windows of one plateau are no farther apart, unless something else has changed meanwhile. */
  private static final double SAME = 0.1;

  private static final int MAX_WINDOWS = 3;

  /** So many windows show how far apart they are, whatever the host's speed does meanwhile. */
  private static final int ENOUGH = 5;

  private final SearchContext context;
  private final List<Measured> verified = new ArrayList<>();
  private Measured found;
  private boolean steady;

  Verification(SearchContext context) {
    this.context = context;
  }

  void run(Sweep sweep) {
    found = sweep.curve().plateau();
    if (found == null || found.samplesPerSecond() == 0) {
      return;
    }
    int inFlight = Curve.inFlight(found);
    if (inFlight > 1) {
      sweep.step("verify", 1);
    }
    Measured before = found;
    for (int i = 0; i < MAX_WINDOWS && !steady && (i == 0 || hasTimeForAnother()); i++) {
      Measured again = sweep.step("verify", inFlight);
      if (again.window().valid()) {
        verified.add(again);
        steady = Math.abs(again.samplesPerSecond() / before.samplesPerSecond() - 1) <= SAME;
        before = again;
      }
    }
    if (unsteady()) {
      warn();
    }
  }

  /**
   * More windows of the plateau, where the interventions did not leave enough of them.
   *
   * @param unchanged other windows of the same load
   */
  void complete(Sweep sweep, List<Measured> unchanged) {
    int attempts = ENOUGH - verified.size() - unchanged.size();
    for (int i = 0; i < attempts && !verified.isEmpty() && hasTimeForAnother(); i++) {
      Measured again = sweep.step("verify", Curve.inFlight(found));
      if (again.window().valid()) {
        verified.add(again);
      }
    }
  }

  List<Measured> verified() {
    return List.copyOf(verified);
  }

  private boolean hasTimeForAnother() {
    return context.clock().hasTimeFor(context.length().least());
  }

  private void warn() {
    String rates =
        Stream.concat(Stream.of(found), verified.stream())
            .map(step -> Journal.rate(step.samplesPerSecond()))
            .collect(Collectors.joining(", "));
    context
        .journal()
        .warn(
            "the plateau did not stay where it was (%s samples/s): the host or the database has other work, or the traffic changes"
                .formatted(rates));
  }

  /** Whether no two windows in a row agreed. */
  boolean unsteady() {
    return !steady && !verified.isEmpty();
  }

  Optional<Measured> last() {
    return verified.isEmpty() ? Optional.empty() : Optional.of(verified.get(verified.size() - 1));
  }

  /**
   * The step that was found is the best of many, which luck made better than it is: it only counts
   * where there is nothing else.
   *
   * @param unchanged other windows of the same load
   */
  Plateau plateau(Measured judged, List<Measured> unchanged) {
    var windows = new ArrayList<>(verified);
    windows.addAll(unchanged);
    if (windows.isEmpty()) {
      windows.add(found == null ? judged : found);
    }
    return new Plateau(judged, windows);
  }
}
