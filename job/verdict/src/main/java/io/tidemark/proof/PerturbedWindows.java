package io.tidemark.proof;

import io.tidemark.measure.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Makes windows of one search as they might just as well have been measured. Each window's rates
 * are drawn from the interval of its throughput, and each sampled gauge from as many readings as it
 * had. A share that rules compare with a threshold is multiplied by a factor that all windows have
 * in common. That stands for another threshold, and for a page that says too much or too little.
 */
final class PerturbedWindows {
  /** The part by which a share, or the threshold that it is compared with, may be wrong. */
  private static final double BOUND = 0.15;

  /** Standard errors in the width of a 95 % interval. */
  static final double WIDTH = 3.92;

  /** The least factor that a value is multiplied by. */
  private static final double LEAST = 0.05;

  /** Components that rules compare with a threshold though their names do not end in Share. */
  private static final Set<String> COMPARED =
      Set.of(
          "busy",
          "backpressured",
          "idle",
          "cpuCoresMax",
          "httpCpuCoresMax",
          "busyCores",
          "slotLimitPerSecond",
          "slotTimeoutPerSecond");

  /** Components that have the factor of another one: CPU in cores has that of its share. */
  private static final Map<String, String> ALIKE = Map.of("cpuCoresUsed", "cpuShare");

  private static final List<String> RATES =
      List.of(
          "samplesPerSecond",
          "low",
          "high",
          "callsPerSecond",
          "sentBytesPerSecond",
          "rowsPerSecond");

  private final Random random;
  private final Map<String, Double> ofAll = new HashMap<>();

  PerturbedWindows(Random random) {
    this.random = random;
  }

  /** Returns a perturbed copy of a window; null for null. */
  Window of(Window window) {
    return window == null ? null : (Window) perturbed(window, ofThis(window));
  }

  /** Returns the factors of this window alone, by the names of the components that they change. */
  private Map<String, Double> ofThis(Window window) {
    var factors = new HashMap<String, Double>();
    var throughput = window.throughput();
    if (throughput.low() != null
        && throughput.high() != null
        && throughput.samplesPerSecond() > 0) {
      double width = (throughput.high() - throughput.low()) / throughput.samplesPerSecond();
      double rate = factor(width / WIDTH);
      RATES.forEach(name -> factors.put(name, rate));
    }
    var inFlight = window.inFlight();
    factors.put(
        "unacknowledgedShare", sampled(inFlight.unacknowledgedShare(), inFlight.lineReadings()));
    if (window.database() != null) {
      double slots = sampled(window.database().busiest().slotsShare(), window.seconds());
      factors.put("slotsInUse", slots);
      factors.put("slotsShare", slots);
      if (window.database().sessions() != null && inFlight.mean() > 0) {
        double active = Math.min(1, window.database().sessions().active() / inFlight.mean());
        factors.put("active", sampled(active, window.seconds()));
      }
    }
    return factors;
  }

  private double sampled(Double share, double readings) {
    boolean varies = share != null && share > 0 && share < 1 && readings > 0;
    return varies ? factor(Math.sqrt((1 - share) / share / readings)) : 1;
  }

  private double factor(double relativeError) {
    return Math.max(LEAST, 1 + random.nextGaussian() * relativeError);
  }

  private Object perturbed(Object value, Map<String, Double> ofThis) {
    if (value instanceof List<?> list) {
      return list.stream().map(each -> perturbed(each, ofThis)).toList();
    }
    if (!(value instanceof Record record)) {
      return value;
    }
    return RecordParts.with(
        record,
        part -> {
          Object read = RecordParts.read(part, record);
          return read instanceof Double number
              ? (Object) times(number, part.getName(), ofThis.getOrDefault(part.getName(), 1.0))
              : perturbed(read, ofThis);
        });
  }

  private double times(double value, String name, double ofThis) {
    String asked = ALIKE.getOrDefault(name, name);
    boolean compared = asked.endsWith("Share") || COMPARED.contains(asked);
    double bound =
        compared
            ? ofAll.computeIfAbsent(asked, first -> 1 + BOUND * (2 * random.nextDouble() - 1))
            : 1;
    double perturbed = value * ofThis * bound;
    return compared && value <= 1 ? Math.min(1, perturbed) : perturbed;
  }
}
