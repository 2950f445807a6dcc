package io.tidemark.statistics;

/**
 * What a vertex could process if it never waited (DS2, Kalavri and others, OSDI 2018): the sum over
 * its instances of records / useful time. For the writer, useful time is CPU time.
 *
 * @param perSecond of all instances together
 */
public record TrueRate(double perSecond, int parallelism) {
  /** Keeps a quotient that is whole but for rounding from asking for one instance more. */
  private static final double ROUNDING = 1e-9;

  public static TrueRate of(double[] records, double[] usefulSeconds) {
    if (records.length == 0 || records.length != usefulSeconds.length) {
      throw new IllegalArgumentException(
          "a true rate needs records and useful time of each instance: records=%d, usefulSeconds=%d"
              .formatted(records.length, usefulSeconds.length));
    }
    double sum = 0;
    for (int i = 0; i < records.length; i++) {
      if (!(usefulSeconds[i] > 0)) {
        throw new IllegalArgumentException(
            "no true rate without useful time: instance=%d, usefulSeconds=%s, must be positive"
                .formatted(i, usefulSeconds[i]));
      }
      sum += records[i] / usefulSeconds[i];
    }
    return new TrueRate(sum, records.length);
  }

  /** π = ⌈required / (true rate / parallelism)⌉, at least 1. */
  public int parallelismFor(double requiredPerSecond) {
    return (int) Math.max(1, Math.ceil(requiredPerSecond / (perSecond / parallelism) - ROUNDING));
  }
}
