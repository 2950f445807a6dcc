package io.tidemark.slo;

import io.tidemark.measure.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What became of one rate that was offered for a time.
 *
 * @param samplesPerSecond the rate that was offered
 * @param full whether it was held for as long as the user asked; otherwise it was a short step
 * @param values what was measured, in the order of the objectives: seconds, infinite if too many
 *     samples were not acknowledged at all; or the share of requests with an error
 * @param broken the objectives that were not kept, in words; empty if all were
 */
public record Hold(
    double samplesPerSecond, boolean full, List<Double> values, List<String> broken) {
  /** The least share of offered samples that must be acknowledged; with less a backlog grows. */
  private static final double SUSTAINED = 0.98;

  /**
   * What was counted while a rate was held.
   *
   * @param seconds how long it was held
   * @param acknowledged number of acknowledged samples
   * @param granule samples by which that may be wrong at either end, because they come in batches
   * @param dueMicros time from when each acknowledged sample was due to its acknowledgement, in µs
   * @param errorShare share of the requests with an error, 0 to 1
   */
  public record Counted(
      double seconds,
      double acknowledged,
      double granule,
      Histogram dueMicros,
      double errorShare) {}

  public boolean kept() {
    return broken.isEmpty();
  }

  /** Returns the worse of each value, for two holds of one rate that kept all objectives. */
  Hold worst(Hold other) {
    var worst = new ArrayList<Double>();
    for (int i = 0; i < values.size(); i++) {
      worst.add(Math.max(values.get(i), other.values.get(i)));
    }
    return new Hold(samplesPerSecond, full, List.copyOf(worst), List.of());
  }

  /**
   * Judges what was counted. Samples that were offered and not acknowledged count as late without
   * end, because without them only the lucky ones would be measured (coordinated omission; G. Tene,
   * "How NOT to Measure Latency").
   *
   * @param invalid why the hold does not count; empty if it does
   */
  public static Hold of(
      double samplesPerSecond,
      boolean full,
      List<Objective> objectives,
      Counted counted,
      List<String> invalid) {
    double offered = samplesPerSecond * counted.seconds;
    double missing = Math.max(0, offered - counted.acknowledged - counted.granule);
    var values = new ArrayList<Double>();
    var broken = new ArrayList<>(invalid);
    for (Objective objective : objectives) {
      double value =
          objective.isLatency()
              ? seconds(counted.dueMicros, missing, objective.percentile())
              : counted.errorShare;
      values.add(value);
      if (!objective.isKept(value)) {
        broken.add("%s failed (%s)".formatted(objective.text(), objective.words(value)));
      }
    }
    if (missing > (1 - SUSTAINED) * offered) {
      broken.add(
          "only %s of the samples were acknowledged in time"
              .formatted(Amounts.percentTenths(1 - missing / offered)));
    }
    return new Hold(samplesPerSecond, full, List.copyOf(values), List.copyOf(broken));
  }

  private static double seconds(Histogram micros, double missing, double percentile) {
    double known = micros.getTotalCount();
    double rank = known == 0 ? Double.POSITIVE_INFINITY : percentile * (known + missing) / known;
    return rank > 100 ? Double.POSITIVE_INFINITY : micros.getValueAtPercentile(rank) / 1e6;
  }
}
