package io.tidemark.slo;

import io.tidemark.measure.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One rate, held for a time.
 *
 * @param samplesPerSecond that were offered
 * @param full whether it was held as long as the user asked for; else it was a short step
 * @param values in the order of the objectives: seconds, infinite where more samples than that were
 *     not acknowledged at all; or the share of requests with an error
 * @param broken what was not kept, in words; empty if all was
 */
public record Hold(
    double samplesPerSecond, boolean full, List<Double> values, List<String> broken) {
  /** Of what is offered; a rate of which less is acknowledged has a backlog that grows. */
  private static final double SUSTAINED = 0.98;

  /**
   * What was counted while a rate was held.
   *
   * @param seconds that it took
   * @param acknowledged samples
   * @param granule samples by which that may be wrong at either end, as they come in batches
   * @param dueMicros of the acknowledged samples, from when they were due
   * @param errorShare of the requests
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

  /** Of two holds of a rate that kept all, the worse of each value. */
  Hold worst(Hold other) {
    var worst = new ArrayList<Double>();
    for (int i = 0; i < values.size(); i++) {
      worst.add(Math.max(values.get(i), other.values.get(i)));
    }
    return new Hold(samplesPerSecond, full, List.copyOf(worst), List.of());
  }

  /**
   * Judges what was counted. Samples that were offered and not acknowledged are late without end:
   * who leaves them out measures those that were lucky (coordinated omission; G. Tene, "How NOT to
   * Measure Latency").
   *
   * @param invalid why nothing of it counts; empty if it does
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
        broken.add("%s was %s".formatted(objective.text(), objective.words(value)));
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
