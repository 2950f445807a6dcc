package io.tidemark.run;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.statistics.LittleCheck;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What a job's writers and processes counted, over the time of one run, and the measures of a part
 * of it. A part lies between two shares of the samples that were acknowledged: the same source
 * samples in every run over the same range, however long that took. For a job without restarts,
 * whose counters begin at zero. The last words of a job that ends are lost, but its result says
 * when the last sample was acknowledged; between the two the rate is taken to be even.
 */
public final class Timeline {
  /** Of the rates that drift and smoothness are judged by. */
  static final double STEP_MILLIS = 100;

  private final List<Observation> observations = new ArrayList<>();
  private long known = -1;

  /**
   * @param samples acknowledged in this part
   * @param samplesPerSecond of each {@value Timeline#STEP_MILLIS} ms
   * @param p99Millis of single calls; empty if there were none
   */
  public record Part(
      double seconds,
      double samples,
      double[] samplesPerSecond,
      LittleCheck little,
      double cpuSecondsPerMillionSamples,
      Optional<Double> p99Millis) {

    public double meanSamplesPerSecond() {
      return samples / seconds;
    }
  }

  /** Takes what is new; a job that has not begun, or has just ended, tells nothing. */
  void read(FlinkJob job) {
    Observations read;
    try {
      read = job.observations(known);
    } catch (RuntimeException e) {
      return;
    }
    known = Math.max(known, read.last());
    read.observations().forEach(this::add);
  }

  void add(Observation observation) {
    observations.add(observation);
  }

  /**
   * The part from one share of the samples to another.
   *
   * @return empty if the writers were not observed
   */
  public Optional<Part> part(double fromShare, double toShare, MeasuredJob.Ended job) {
    long samples = job.result().samplesAcked();
    Curve acked =
        Curve.sum(curves(writers(), Timeline::task, Observation::samples).values(), STEP_MILLIS);
    if (acked.isEmpty()) {
      return Optional.empty();
    }
    double observedUntil = acked.lastMillis();
    acked.add(job.lastAckMillis(), samples);
    double from = acked.whenReached(fromShare * samples);
    double to = acked.whenReached(toShare * samples);
    return to > from && observedUntil > from
        ? Optional.of(part(acked, from, to, Math.min(to, observedUntil)))
        : Optional.empty();
  }

  private Part part(Curve acked, double from, double to, double seen) {
    return new Part(
        (to - from) / 1e3,
        acked.growth(from, to),
        rates(acked, from, to),
        little(from, seen),
        cpuSeconds(from, seen) / acked.growth(from, seen) * 1e6,
        p99Millis(from, seen));
  }

  private LittleCheck little(double from, double to) {
    double seconds = (to - from) / 1e3;
    double batches = growth(from, to, o -> o.writing().batches());
    double batchSeconds = growth(from, to, o -> o.writing().batchSeconds());
    double inFlightSeconds = growth(from, to, o -> o.writing().inFlightBatchSeconds());
    return new LittleCheck(
        inFlightSeconds / seconds, batches / seconds, batchSeconds / batches, seconds);
  }

  private static double[] rates(Curve acked, double from, double to) {
    var rates = new double[(int) ((to - from) / STEP_MILLIS)];
    for (int i = 0; i < rates.length; i++) {
      double start = from + i * STEP_MILLIS;
      rates[i] = acked.growth(start, start + STEP_MILLIS) / STEP_MILLIS * 1e3;
    }
    return rates;
  }

  private double growth(double from, double to, ToDoubleFunction<Observation> counter) {
    return curves(writers(), Timeline::task, counter::applyAsDouble).values().stream()
        .mapToDouble(curve -> curve.growth(from, to))
        .sum();
  }

  private double cpuSeconds(double from, double to) {
    return curves(observations.stream(), o -> o.process().id(), o -> o.process().cpuSeconds())
        .values()
        .stream()
        .mapToDouble(curve -> curve.growth(from, to))
        .sum();
  }

  private Optional<Double> p99Millis(double from, double to) {
    var all = new Histogram(3);
    writers()
        .filter(o -> o.epochMillis() > from && o.epochMillis() <= to)
        .forEach(o -> all.add(decode(o.writing().latencyMicros())));
    return all.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(all.getValueAtPercentile(99) / 1e3);
  }

  private static Histogram decode(byte[] encoded) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0);
    } catch (DataFormatException e) {
      throw new IllegalStateException("an observed histogram can't be read", e);
    }
  }

  private Stream<Observation> writers() {
    return observations.stream().filter(o -> o.writing() != null);
  }

  private static String task(Observation observation) {
    return observation.task() + "/" + observation.subtask();
  }

  private interface Key {
    String of(Observation observation);
  }

  private static Map<String, Curve> curves(
      Stream<Observation> observations, Key key, ToDoubleFunction<Observation> counter) {
    var curves = new TreeMap<String, Curve>();
    observations
        .sorted(java.util.Comparator.comparingLong(Observation::epochMillis))
        .forEach(
            o ->
                curves
                    .computeIfAbsent(key.of(o), k -> new Curve())
                    .add(o.epochMillis(), counter.applyAsDouble(o)));
    return curves;
  }
}
