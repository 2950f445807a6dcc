package io.tidemark.proof;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Resource;
import io.tidemark.measure.Measured;
import io.tidemark.statistics.Elasticity;
import io.tidemark.statistics.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One change at the plateau, with the windows before and after it. Each window counts as one
 * reading.
 *
 * @param resource the resource of which there is more or less after the change
 * @param changed the change in words, e.g. "in-flight 8 → 16"
 * @param factor the factor by which the resource changes
 * @param predicted the elasticity if the resource is what stops the traffic
 */
public record Experiment(
    Resource resource,
    String changed,
    double factor,
    double predicted,
    List<Measured> before,
    List<Measured> after) {
  public Experiment(Resource resource, String changed, double factor, double predicted) {
    this(resource, changed, factor, predicted, new ArrayList<>(), new ArrayList<>());
  }

  /**
   * Returns what the change shows; nothing if there are too few windows.
   *
   * @param unchanged all windows of the plateau, which show how far apart windows are
   * @param all all changes of the search, whose windows show it, too
   */
  public Stream<Intervention> judged(List<Measured> unchanged, List<Experiment> all) {
    var others = new ArrayList<double[]>();
    others.add(rates(unchanged.stream().filter(window -> !before.contains(window)).toList()));
    all.stream().filter(other -> other != this).forEach(other -> others.add(rates(other.after)));
    double[] from = rates(before);
    double[] to = rates(after);
    int inAll =
        from.length
            + to.length
            + others.stream().mapToInt(group -> Math.max(0, group.length - 1)).sum();
    if (from.length == 0 || to.length == 0 || inAll < 3) {
      return Stream.empty();
    }
    Estimate elasticity = Elasticity.of(from, to, factor, others.toArray(double[][]::new));
    return Stream.of(
        new Intervention(
            changed,
            resource.side().name().toLowerCase(Locale.ROOT),
            factor,
            Arrays.stream(from).average().orElseThrow(),
            Arrays.stream(to).average().orElseThrow(),
            elasticity.value(),
            elasticity.low(),
            elasticity.high(),
            predicted,
            elasticity.low() > 0 && elasticity.value() >= predicted / 2,
            Cause.of(resource)));
  }

  private static double[] rates(List<Measured> windows) {
    return windows.stream()
        .mapToDouble(Measured::samplesPerSecond)
        .filter(rate -> rate > 0)
        .toArray();
  }
}
