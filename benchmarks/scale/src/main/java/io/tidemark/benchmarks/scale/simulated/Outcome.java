package io.tidemark.benchmarks.scale.simulated;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a simulated job did in a window of virtual time. Shares are of that time, from 0 to 1.
 *
 * @param samplesPerSecond written and acknowledged
 * @param sourceBlocked without a free network buffer, mean of the sources that have partitions
 * @param source the busiest source thread
 * @param amplifier the busiest amplifier thread
 * @param cores of the busiest host
 * @param link of the busiest host
 * @param permits of the TaskManager that has most of its permits in use
 * @param database of its servers
 * @param acks of the one subtask that counts outcomes
 * @param skew the largest share of an amplifier over the mean
 * @param checkpointSeconds the longest of those that were completed; 0 if none was
 * @param checkpointBytes of the last
 * @param loss null if nothing was lost
 */
public record Outcome(
    double samplesPerSecond,
    double sourceBlocked,
    double source,
    double amplifier,
    double cores,
    double link,
    double permits,
    double database,
    double acks,
    double skew,
    int checkpoints,
    double checkpointSeconds,
    double checkpointBytes,
    Loss loss) {
  private static final double FULL = 0.95;

  /**
   * What the loss of a TaskManager cost.
   *
   * @param replayed written samples of source samples that were read again
   * @param writtenTwice acknowledged before, and written again
   * @param caughtUpSeconds after all tasks ran again, until no more was waiting in the topic than
   *     before; −1 if that was not reached
   */
  public record Loss(long replayed, long writtenTwice, double caughtUpSeconds) {}

  /** What can limit a job. Of those that are full, the first in this order is the limit. */
  public enum Limit {
    DATABASE("the database", Outcome::database),
    LINK("the network of a host", Outcome::link),
    CORES("the cores of a host", Outcome::cores),
    SOURCE("a source's thread", Outcome::source),
    AMPLIFIER("an amplifier's thread", Outcome::amplifier),
    ACKS("the counting of outcomes", Outcome::acks),
    IN_FLIGHT("write.in-flight", Outcome::permits),
    LOAD("nothing: all is written", outcome -> 0),
    UNKNOWN("not known: nothing is full", outcome -> 0);

    private final String words;
    private final ToDoubleFunction<Outcome> share;

    Limit(String words, ToDoubleFunction<Outcome> share) {
      this.words = words;
      this.share = share;
    }

    public String words() {
      return words;
    }
  }

  static Outcome of(
      Counters from,
      Counters to,
      double skew,
      List<Long> checkpointNanos,
      double bytes,
      Loss loss) {
    double nanos = to.atNanos() - from.atNanos();
    return new Outcome(
        (to.acked() - from.acked()) / nanos * Setup.SECOND,
        Arrays.stream(shares(from.sourceBlocked(), to.sourceBlocked(), nanos)).average().orElse(0),
        most(from.sources(), to.sources(), nanos),
        most(from.amplifiers(), to.amplifiers(), nanos),
        most(from.cores(), to.cores(), nanos),
        most(from.links(), to.links(), nanos),
        most(from.permits(), to.permits(), nanos),
        (to.database() - from.database()) / nanos,
        (to.acks() - from.acks()) / nanos,
        skew,
        checkpointNanos.size(),
        checkpointNanos.stream().mapToLong(Long::longValue).max().orElse(0) / (double) Setup.SECOND,
        bytes,
        loss);
  }

  /**
   * @param wanted samples per second; 0: as many as possible
   */
  public Limit limit(double wanted) {
    if (wanted > 0 && samplesPerSecond >= 0.99 * wanted) {
      return Limit.LOAD;
    }
    return Arrays.stream(Limit.values())
        .filter(each -> each.share.applyAsDouble(this) >= FULL)
        .findFirst()
        .orElse(Limit.UNKNOWN);
  }

  private static double[] shares(double[] from, double[] to, double nanos) {
    double[] shares = new double[to.length];
    Arrays.setAll(shares, i -> (to[i] - from[i]) / nanos);
    return shares;
  }

  private static double most(double[] from, double[] to, double nanos) {
    return Arrays.stream(shares(from, to, nanos)).max().orElse(0);
  }
}
